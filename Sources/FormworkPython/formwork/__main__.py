"""The command line tool, which is in the wheel: `python -m formwork check …`, or `formwork check …` where it is installed."""

import os
import sys

#: The tool of this platform.
TOOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "formwork")


def main() -> int:
    """Becomes the tool."""
    if not os.path.exists(TOOL):
        print("This package was installed without the command line tool. Install a wheel that has it.", file=sys.stderr)
        return 2
    os.execv(TOOL, ["formwork", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
