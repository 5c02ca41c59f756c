"""The games. Each is a package with its cards, its rules, its texts and its bot."""
