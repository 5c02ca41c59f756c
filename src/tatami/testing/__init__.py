"""Checks that every game must pass; a designer's package can run them too."""
