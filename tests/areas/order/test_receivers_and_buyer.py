"""Who gets an order and who placed it may be changed, and what it was before is remembered."""

import json
from typing import Any

from tests.areas.community.deeds import events
from tests.areas.order.ordering import order, paid, wanted
from tests.areas.product.stocking import stocked
from tests.world import World
