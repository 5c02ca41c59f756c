"""The doors for researchers, held to their peers' own suites."""
