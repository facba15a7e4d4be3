"""Finds malls whose id is now the name of a host of the installation: they are not served."""

import asyncio

from openmall.configuration import Configuration


def advice(configuration: Configuration) -> str:
    """Return which malls are not served for their id, and the remedy; empty without one.

    Raises DatabaseAway, OSError and ValueError where the store cannot be read.
    """
    found = asyncio.run(_reserved(configuration))
    if not found:
        return ""
    one = found[0]
    return (
        f"not served, for the host of this name belongs to the installation: {', '.join(found)}."
        f" Make a backup of the mall and restore it under another id: openmall backup create"
        f" --mall {one}, openmall backup restore COPY --mall {one} --as NEW_ID"
    )


async def _reserved(configuration: Configuration) -> list[str]:
    from openmall.access.malls import rules as mall_rules
    from openmall.database.factory import open_database

    database = open_database(configuration)
    try:
        return await mall_rules.of_reserved_ids(database)
    finally:
        await database.close()
