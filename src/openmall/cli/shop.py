"""Runs the work of a command in a shop as a call would, with an entry in the activity log."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from openmall.cli import settings

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.contract.call import Call
    from openmall.contract.crud.settings import Setting


async def call_of(opened: "Installation", mall_id: str, shop_no: int) -> "Call":
    """Return a call in a shop. Raises ClickException when there is no such mall or shop."""
    from openmall.access.oauth.directory import Directory
    from openmall.contract.call import Call
    from openmall.database.seal import configured_seal

    await opened.require_mall(mall_id)
    call = Call(await opened.clock_of(mall_id))
    found = await Directory(opened.database, opened.clock, lambda: 0).mall(mall_id)
    if found is None or shop_no not in found.shops:
        raise click.ClickException(f"the mall {mall_id} has no shop {shop_no}")
    call.mall, call.shop_no, call.seal = found, shop_no, configured_seal(opened.configuration)
    return call


def changed(
    work: "Callable[[Call], Awaitable[Any]]",
    mall_id: str,
    shop_no: int,
    about: str,
    action: str,
    **given: Any,
) -> Any:
    """Run `work` in one transaction with its events and its entry in the activity log."""
    from openmall.cli import installation
    from openmall.contract.errors import ApiError
    from openmall.contract.journal import batch as journal_batch
    from openmall.contract.journal.record import render_entries

    async def whole(opened: "Installation") -> Any:
        call = await call_of(opened, mall_id, shop_no)
        async with opened.database.writing(mall_id) as call.db:
            try:
                done = await work(call)
            except ApiError as error:
                raise click.ClickException(error.text()) from None
            await journal_batch.publish(call.db, call.clock, call.events)
            if call.audit_entries:
                content, _ = render_entries(call.audit_entries)
                await journal_batch.write_activity(call.db, call.clock, about, action, content)
        return done

    return installation.run(settings.configured(**given), whole)


def settled(
    kind: "type[Setting]",
    changes: Sequence[str],
    mall_id: str,
    shop_no: int,
    about: str,
    **given: Any,
) -> dict[str, Any]:
    """Put `NAME=VALUE` changes into the settings `kind` of a shop, and return them all.

    An empty VALUE stands for none; a list is parted by commas.
    """
    import msgspec

    from openmall.contract.change import differences
    from openmall.contract.crud.settings import current, write_setting
    from openmall.contract.fields import fields_of

    known = {name: field for name, field in fields_of(kind).items() if name != "shop_no"}
    said: dict[str, Any] = {}
    for each in changes:
        name, equals, value = each.partition("=")
        if not equals:
            raise click.UsageError(f"{each!r} is not NAME=VALUE")
        if name not in known:
            raise click.UsageError(f"there is no setting {name}")
        said[name] = value
        if known[name].many:
            said[name] = value.split(",") if value else []
        elif known[name].nullable:
            said[name] = value or None

    async def work(call: "Call") -> Any:
        before = await current(call, kind, to_change=True)
        both = {**msgspec.to_builtins(before), **said}
        after = msgspec.convert(both, kind, strict=False)
        if after != before:
            await write_setting(call.db, call.seal, after)
            call.journal(f"{about} settings", differences(before, after))
        return after

    kept = changed(work, mall_id, shop_no, about, f"{about} settings", **given)
    found: dict[str, Any] = msgspec.to_builtins(kept)
    return found
