"""Commands for the keys that seal secrets: show, rotate, remove."""

from typing import TYPE_CHECKING

import click

from openmall.cli.command import command_with_any_key
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact
    from openmall.configuration import Configuration
    from openmall.database.keys import KeyFile
    from openmall.database.reencryption import ReencryptionCounts


@click.group()
def secrets() -> None:
    """Replace the keys that secrets in the store are sealed with, while it is served.

    \b
    Examples:
      openmall secrets check
      openmall secrets rotate     # a new key seals; all there is is sealed with it
      openmall secrets drop       # the earlier keys open nothing any more, and go
    """


@secrets.command()
@command_with_any_key
async def check(opened: "Installation") -> Output:
    """Say how many secrets are sealed, and whether each opens; fails when one does not.

    \b
    Example:
      openmall secrets check
    """
    return _report(*await _resealed(opened, change=False))


@secrets.command()
@command_with_any_key
def rotate(configuration: "Configuration") -> "Work":
    """Make a new key that seals from now on, and seal everything with it.

    Workers of this machine use it at once. Earlier keys open what they sealed until `secrets drop`.
    When it is stopped on its way, `secrets reseal` does the rest. Keys in OPENMALL_SECRET_KEYS are
    yours to change: put a new one first, restart every machine, then `secrets reseal`.

    \b
    Example:
      openmall secrets rotate
    """
    _key_file(configuration).add()

    async def work(opened: "Installation") -> Output:
        return _report(*await _resealed(opened, change=True))

    return work


@secrets.command()
@command_with_any_key
async def reseal(opened: "Installation") -> Output:
    """Seal with the first key whatever another sealed; twice does no harm.

    \b
    Example:
      openmall secrets reseal
    """
    return _report(*await _resealed(opened, change=True))


@secrets.command()
@command_with_any_key
def drop(configuration: "Configuration") -> "Work":
    """Take the earlier keys away, after sealing what they still open with the first.

    Shoppers who signed in before the new key sign in again. Backups made before it open with the
    earlier keys alone: keep these apart for as long as you keep such backups. Visitors and buyers
    get other numbers in the reports of visits: those of before are counted as others.

    \b
    Example:
      openmall secrets drop
    """
    from openmall.database.seal import configured_seal

    file = _key_file(configuration)
    keys = configured_seal(configuration).keys()

    async def work(opened: "Installation") -> Output:
        tally, count = await _resealed(opened, change=True)
        if tally.broken:
            return _report(tally, count)
        try:
            dropped = file.keep_first(of=keys)
        except ValueError as error:
            raise click.ClickException(f"no key was taken away: {error}") from None
        text = f"{dropped} earlier keys were taken away; one is left."
        return Output({"dropped": dropped, "sealed": tally.sealed}, text)

    return work


def _key_file(configuration: "Configuration") -> "KeyFile":
    from openmall.database.keys import KeyFile, configured_keys

    keys = configured_keys(configuration)
    if not isinstance(keys, KeyFile):
        raise click.ClickException(
            "the keys are those of OPENMALL_SECRET_KEYS: change them there, on every machine"
        )
    configuration.make_data_dir()
    return keys


async def _resealed(opened: "Installation", *, change: bool) -> "tuple[ReencryptionCounts, int]":
    """Check or reseal every sealed secret; return the tally and the number of keys."""
    from openmall.cli import key_check
    from openmall.database.reencryption import ReencryptionCounts
    from openmall.database.seal import configured_seal

    seal = configured_seal(opened.configuration)
    tally = ReencryptionCounts(write=change)
    await key_check.renew(opened.database, seal, tally)
    return tally, len(seal.keys())


def _report(tally: "ReencryptionCounts", keys: int) -> Output:
    facts: dict[str, Fact] = {
        "keys": keys,
        "sealed": tally.sealed,
        "earlier": tally.outdated,
        "broken": tally.broken,
    }
    earlier_keys = f"{tally.outdated} with an earlier key" + (
        ", now with the first" if tally.write else ""
    )
    lines = [f"{tally.sealed} secrets are sealed, {earlier_keys}. Keys: {keys}.", *tally.broken]
    broken = f"{len(tally.broken)} secrets open with none of the keys"
    return Output(facts, "\n".join(lines), failure=broken if tally.broken else "")
