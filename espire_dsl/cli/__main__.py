"""`python -m espire_dsl.cli` is `espirec`."""

import sys

from espire_dsl.cli import main

sys.exit(main())
