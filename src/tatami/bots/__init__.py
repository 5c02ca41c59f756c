"""Bots. A bot gets a view and nothing else."""
