"""What the makers of things share."""

import itertools
from typing import Any

from openmall.contract.operation import Operation
from openmall.pipeline.doors import Door

Values = dict[str, Any]
Row = tuple[Door, Operation]
FRESH = itertools.count(1)
"""Numbers nobody had."""
