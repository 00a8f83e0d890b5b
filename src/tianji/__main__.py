"""`python -m tianji` is the `tianji` command."""

import sys

from tianji.cli import main

if __name__ == "__main__":
    sys.exit(main())
