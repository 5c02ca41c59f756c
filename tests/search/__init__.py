"""Search: honest, repeatable, right on small endings."""
