"""``python -m sniffi`` is the command ``sniffi``."""

import sys

from sniffi.cli import main

if __name__ == "__main__":
    sys.exit(main())
