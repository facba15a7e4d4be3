"""Commands for the keys that seal secrets: show, rotate, remove."""

from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, setting_options

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
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
@setting_options.installation_options
def check(as_json: bool, **options: Any) -> None:
    """Say how many secrets are sealed, and whether each opens; fails when one does not."""
    _report(*_resealed(_configuration(options), change=False), as_json=as_json)


@secrets.command()
@setting_options.installation_options
def rotate(as_json: bool, **options: Any) -> None:
    """Make a new key that seals from now on, and seal everything with it.

    Workers of this machine use it at once. Earlier keys open what they sealed until `secrets drop`.
    When it is stopped on its way, `secrets reseal` does the rest. Keys in OPENMALL_SECRET_KEYS are
    yours to change: put a new one first, restart every machine, then `secrets reseal`.
    """
    configuration = _configuration(options)
    _key_file(configuration).add()
    _report(*_resealed(configuration, change=True), as_json=as_json)


@secrets.command()
@setting_options.installation_options
def reseal(as_json: bool, **options: Any) -> None:
    """Seal with the first key whatever another sealed; twice does no harm."""
    _report(*_resealed(_configuration(options), change=True), as_json=as_json)


@secrets.command()
@setting_options.installation_options
def drop(as_json: bool, **options: Any) -> None:
    """Take the earlier keys away, after sealing what they still open with the first.

    Shoppers who signed in before the new key sign in again. Backups made before it open with the
    earlier keys alone: keep these apart for as long as you keep such backups. Visitors and buyers
    get other numbers in the reports of visits: those of before are counted as others.
    """
    from openmall.database.seal import configured_seal

    configuration = _configuration(options)
    file = _key_file(configuration)
    keys = configured_seal(configuration).keys()
    tally, count = _resealed(configuration, change=True)
    if tally.broken:
        _report(tally, count, as_json=as_json)
    try:
        dropped = file.keep_first(of=keys)
    except ValueError as error:
        raise click.ClickException(f"no key was taken away: {error}") from None
    text = f"{dropped} earlier keys were taken away; one is left."
    output.show({"dropped": dropped, "sealed": tally.sealed}, as_json=as_json, text=text)


def _configuration(options: dict[str, Any]) -> Any:
    return setting_options.configuration_from(**options)


def _key_file(configuration: Any) -> "KeyFile":
    from openmall.database.keys import KeyFile, configured_keys

    keys = configured_keys(configuration)
    if not isinstance(keys, KeyFile):
        raise click.ClickException(
            "the keys are those of OPENMALL_SECRET_KEYS: change them there, on every machine"
        )
    configuration.make_data_dir()
    return keys


def _resealed(configuration: Any, *, change: bool) -> "tuple[ReencryptionCounts, int]":
    """Check or reseal every sealed secret; return the tally and the number of keys."""
    from openmall.cli import installation, key_check
    from openmall.database.reencryption import ReencryptionCounts
    from openmall.database.seal import configured_seal

    seal = configured_seal(configuration)

    async def work(opened: "Installation") -> ReencryptionCounts:
        tally = ReencryptionCounts(write=change)
        await key_check.renew(opened.database, seal, tally)
        return tally

    return installation.run(configuration, work, any_key=True), len(seal.keys())


def _report(tally: "ReencryptionCounts", keys: int, *, as_json: bool) -> None:
    facts = {
        "keys": keys,
        "sealed": tally.sealed,
        "earlier": tally.outdated,
        "broken": tally.broken,
    }
    earlier_keys = f"{tally.outdated} with an earlier key" + (
        ", now with the first" if tally.write else ""
    )
    lines = [f"{tally.sealed} secrets are sealed, {earlier_keys}. Keys: {keys}.", *tally.broken]
    output.show(facts, as_json=as_json, text="\n".join(lines))
    if tally.broken:
        raise click.ClickException(f"{len(tally.broken)} secrets open with none of the keys")
