"""What the makers of things share."""

import itertools
from typing import Any

from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.contract.operation import Operation

Values = dict[str, Any]
Row = tuple[ApiDefinition, Operation]
FRESH = itertools.count(1)
"""Numbers nobody had."""
