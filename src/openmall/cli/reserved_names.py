"""Finds malls whose id is now the name of a host of the installation: they are not served."""

import asyncio

from openmall.configuration import Configuration


def advice(configuration: Configuration) -> str:
    """Return which malls are not served for their id, and the remedy; empty without one.

    Raises DatabaseAway, OSError and ValueError where the store cannot be read.
    """
    from openmall.http.addressing import RESERVED

    found = sorted(asyncio.run(_mall_ids(configuration)) & RESERVED)
    if not found:
        return ""
    one = found[0]
    return (
        f"not served, for the host of this name belongs to the installation: {', '.join(found)}."
        f" Make a backup of the mall and restore it under another id: openmall backup create"
        f" --mall {one}, openmall backup restore COPY --mall {one} --as NEW_ID"
    )


async def _mall_ids(configuration: Configuration) -> set[str]:
    from openmall.access.malls import rules as mall_rules
    from openmall.database.factory import open_database

    database = open_database(configuration)
    try:
        return {each.mall_id for each in await mall_rules.every(database)}
    finally:
        await database.close()
