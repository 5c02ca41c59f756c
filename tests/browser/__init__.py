"""The client in real browsers, on real servers."""
