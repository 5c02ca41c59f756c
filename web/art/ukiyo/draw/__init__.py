"""The tools of the workshop: brush, sheet, paper, patterns, glyphs, armour."""
