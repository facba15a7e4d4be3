"""The check of `openmall doctor` that looks at the keys, and at what they open."""

from pathlib import Path
from typing import Literal

from openmall.configuration import Configuration

Answer = tuple[Literal["well", "warning", "problem"], str]


def look(configuration: Configuration) -> Answer:
    """Say whether keys are there, for their owner alone, and open what is sealed in the store."""
    from openmall.database.keys import KeyFile
    from openmall.database.seal import configured_seal

    path = KeyFile(configuration.data_dir).path
    keys_configured = bool(configuration.secret_keys)
    if not keys_configured and not path.exists():
        return _without_key(configuration, path)
    try:
        keys = len(configured_seal(configuration).keys_for("doctor"))
    except (ValueError, OSError) as error:
        return "problem", str(error)
    if not keys_configured and path.stat().st_mode & 0o077:
        return "problem", f"others can read {path}: chmod 600"
    if path.parent.exists() and path.parent.stat().st_mode & 0o007:
        return "warning", f"others can look into {path.parent}: chmod 700"
    place = "OPENMALL_SECRET_KEYS" if keys_configured else str(path)
    return _opened(configuration, f"{keys} in {place}")


def _opened(configuration: Configuration, summary: str) -> Answer:
    """Say whether the keys open what is sealed in the store."""
    from openmall.cli import key_check
    from openmall.database.seal import configured_seal
    from openmall.database.session import DatabaseAway

    try:
        counts = key_check.probed(configuration, configured_seal(configuration))
    except (DatabaseAway, OSError) as error:
        return "warning", f"{summary}; what they open was not asked: {error}"
    if counts.broken:
        opened = f"{counts.sealed - len(counts.broken)} of {counts.sealed} secrets open"
        return "problem", f"{summary}; {opened}: openmall secrets check names the others"
    return "well", summary


def _without_key(configuration: Configuration, path: Path) -> Answer:
    from openmall.cli import key_check
    from openmall.database.seal import without_key
    from openmall.database.session import DatabaseAway

    try:
        counts = key_check.probed(configuration, without_key())
    except (DatabaseAway, OSError) as error:
        return "warning", f"no {path}; what is sealed was not asked: {error}"
    if counts.sealed:
        return "problem", f"no {path}, and secrets are sealed in the store: restore it"
    return "warning", f"no {path}: the first start makes one"
