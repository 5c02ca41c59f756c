"""The store on PostgreSQL, which several nodes share. It comes with the extra ``postgresql``."""
