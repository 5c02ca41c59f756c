"""Several nodes on one database: real processes, and what goes wrong with them."""
