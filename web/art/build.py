"""Draw the art: ``python web/art/build.py --out DIR [--jobs N] [--only clans/Oda]``."""

from __future__ import annotations

import sys

from ukiyo.workshop import main

if __name__ == "__main__":
    sys.exit(main())
