"""A copy of the server store that answers what only reads, as long as it is not behind.

Who wrote reads what they wrote: a mall in which something was written is read from the primary
until the copy has that, too, whoever asks and by whichever worker of this machine.
"""

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Final

from sqlalchemy import Table

from openmall.database.connecting import FOREVER, Pool
from openmall.database.postgres import PostgresDatabase, PostgresSession, ReadingSession, begin, end
from openmall.database.session import DatabaseAway, DeadlinePassed, Row
from openmall.database.statements import DialectName, Statement
from openmall.limits.counters import Counters
from openmall.limits.state import State

log = logging.getLogger("openmall")

_EVERY: Final = 0.1
"""Seconds between two looks at how far the copy is."""
_PATIENCE: Final = 2.0
"""Seconds that a look may take."""
_MOST_SEEN: Final = 64
_REMEMBERED: Final = 600.0
"""Seconds for which a mall is known to have been written in: longer than any copy in use is behind."""
