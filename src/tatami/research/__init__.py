"""Doors for researchers. Each module needs the extra of its name; nothing else imports any."""
