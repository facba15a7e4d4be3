"""When and on what figures were measured."""

import datetime
import os
import platform
from pathlib import Path


def described() -> dict[str, str]:
    """Return the date and the machine, as every report names them."""
    return {
        "date": datetime.date.today().isoformat(),
        "machine": f"{os.cpu_count()} cores of {_processor()}, Python {platform.python_version()}",
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def load() -> float:
    """Return how many processes wanted a core in the last minute: what else goes on counts."""
    return os.getloadavg()[0]
