"""Speed: ours and its peers, side by side. ``make bench`` runs it."""
