"""One module or package a game, found by its name: that of the game in the catalogue.

``ART`` names the pictures of a game (see ``ukiyo.pictures``); ``COLOURS``, if there is one, the
colours by which its things are known. Faces that differ by a number alone are drawn once and marked
(``pictures.cards``). ``tatami`` holds what no game owns. A game without a module here is drawn by
the client in plain HTML.
"""
