"""`python -m ruleengine`: the command line, for whom the installed command is not on the path."""

from __future__ import annotations

import sys

from ruleengine.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
