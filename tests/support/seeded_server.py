"""``levata-server`` whose tables all have the same secret, so that matches repeat themselves.

Run as ``python -m tests.support.seeded_server`` with the arguments of the command.
"""

from __future__ import annotations

import sys
from unittest.mock import patch

from levata_server import cli


def main() -> int:
    """Run the server."""
    with patch("levata_server.hall.hall.new_seed", return_value="0" * 32):
        return cli.main()


if __name__ == "__main__":
    sys.exit(main())
