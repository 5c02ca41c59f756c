"""One module a game: ``ART`` names its pictures. ``tatami`` holds what no game owns."""
