"""Where the malls of an installation are found, for the person who has just started or made one."""

import asyncio
from shlex import quote
from typing import Final

from msgspec.structs import replace

from openmall.configuration import Configuration

MOST: Final = 5
"""Malls that are listed each; of more only the pattern is shown."""


def of_mall(configuration: Configuration, mall_id: str) -> dict[str, str]:
    """Return the addresses of a mall, by what they are: its shop, and its back office.

    With the ports of the server that serves the data folder, where one does.
    """
    configuration = as_served(configuration)
    return {
        "address": configuration.origin_of(mall_id),
        "back_office": configuration.staff_address(mall_id),
    }


def as_served(configuration: Configuration) -> Configuration:
    """Return the settings with the ports of the running server of the data folder, if any."""
    from openmall.running.server import server_state

    try:
        found = server_state.ports(configuration.data_dir)
    except OSError:
        return configuration
    if found is None:
        return configuration
    return replace(configuration, port=found[0], http_port=found[1])


def guidance(configuration: Configuration, port: int) -> str:
    """Return what a person does next with an installation that is served at `port`.

    Raises DatabaseAway, OSError and ValueError where the store cannot be read.
    """
    served = replace(configuration, port=port)
    malls = asyncio.run(_malls(configuration))
    if not malls:
        return "\n".join(
            (
                "There is no mall yet. Make one, and an account for it, in another terminal:",
                f'  openmall mall create myshop --name "My shop"{_where(configuration)}',
                f"  {command_of_manager(configuration, 'myshop')}",
                f"Its back office is then at {served.staff_address('myshop')}",
            )
        )
    lines = []
    for mall_id, managers in malls[:MOST] if len(malls) <= MOST else ():
        lines.append(f"back office  {served.staff_address(mall_id)}")
        if not managers:
            lines.append(f"  no account yet: {command_of_manager(configuration, mall_id)}")
        lines.append(f"shop         {served.origin_of(mall_id)}")
    if not lines:
        lines.append(f"back office  {served.staff_address('MALL')}, of {len(malls)} malls")
        lines.append(f"shop         {served.origin_of('MALL')}")
    return "\n".join(lines)


def command_of_manager(configuration: Configuration, mall_id: str) -> str:
    """Return the command that makes the first account of a mall."""
    return f"openmall manager create --mall {mall_id} owner{_where(configuration)}"


def _where(configuration: Configuration) -> str:
    """Return the options by which a command finds the same installation."""
    is_default = configuration.data_dir == Configuration().data_dir
    given = "" if is_default else f" --data-dir {quote(str(configuration.data_dir))}"
    # the address of a database may hold its password: it is in the environment already, or typed
    return given + (" --database ..." if configuration.database else "")


async def _malls(configuration: Configuration) -> list[tuple[str, int]]:
    """Return the malls, the oldest first, with the number of those who can sign in."""
    from openmall.access.malls import rules as mall_rules
    from openmall.database.factory import open_database

    database = open_database(configuration)
    try:
        found = [each.mall_id for each in await mall_rules.every(database)]
        counted = []
        for mall_id in found:
            managers = 1
            if len(found) <= MOST:
                async with database.reading(mall_id) as db:
                    managers = len(await mall_rules.managers(db))
            counted.append((mall_id, managers))
        return counted
    finally:
        await database.close()
