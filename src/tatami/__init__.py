"""Tatami: the digital home of four ninja card games with hidden information."""

__version__ = "0.1.0"
