"""A house of tables without a network: it runs in a server, and wherever else Python does."""
