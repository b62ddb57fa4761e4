"""`python -m leaguer_client` is the command `leaguer`."""

import sys

from leaguer_client.command_line import main

sys.exit(main())
