"""The server: tables that people and bots sit at, in one process, on one file."""
