"""The version of this package, as servers see it."""

from typing import Final

import httpx

__version__ = "0.1.0"
USER_AGENT: Final = f"openmall-client-python/{__version__} httpx/{httpx.__version__}"
