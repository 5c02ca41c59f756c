"""The command ``tatami``, run as people run it."""
