"""Pictures drawn by code: woodblock prints of cards, banners, crests and table tops."""
