"""Runs a command in a shop as a call would: one transaction, events, an activity log entry."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from openmall.cli import refused, setting_options

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
    clock = await opened.clock_of(mall_id)
    found_mall = await Directory(opened.database, opened.clock, lambda: 0).mall(mall_id)
    if found_mall is None or shop_no not in found_mall.shops:
        raise click.ClickException(f"the mall {mall_id} has no shop {shop_no}")
    seal = configured_seal(opened.configuration)
    return Call(clock, mall=found_mall, shop_no=shop_no, seal=seal)


def run_in_shop(
    work: "Callable[[Call], Awaitable[Any]]",
    mall_id: str,
    shop_no: int,
    about: str,
    action: str,
    **options: Any,
) -> Any:
    """Run `work` in one transaction with its events and its entry in the activity log."""
    from openmall.cli import installation
    from openmall.contract.errors import ApiError
    from openmall.contract.journal import batch as journal_batch
    from openmall.contract.journal.record import render_entries

    async def in_transaction(opened: "Installation") -> Any:
        of_shop = await call_of(opened, mall_id, shop_no)
        async with opened.database.writing(mall_id) as db:
            call = of_shop.on(db)
            try:
                result = await work(call)
            except ApiError as error:
                raise refused.exception(error) from None
            await journal_batch.publish(db, call.clock, call.effects.events)
            if call.effects.audit_entries:
                content, _ = render_entries(call.effects.audit_entries)
                await journal_batch.write_activity(db, call.clock, about, action, content)
        return result

    return installation.run(setting_options.configuration_from(**options), in_transaction)


def update_settings(
    kind: "type[Setting]",
    changes: Sequence[str],
    mall_id: str,
    shop_no: int,
    about: str,
    **options: Any,
) -> dict[str, Any]:
    """Apply `NAME=VALUE` changes to the settings `kind` of a shop; return all of them.

    An empty VALUE means none; a list is separated by commas.
    """
    import msgspec

    from openmall.contract.change import differences
    from openmall.contract.crud.settings import current, write_setting
    from openmall.contract.fields import fields_of

    fields = {name: field for name, field in fields_of(kind).items() if name != "shop_no"}
    values: dict[str, Any] = {}
    for each in changes:
        name, equals, value = each.partition("=")
        if not equals:
            raise click.UsageError(f"{each!r} is not NAME=VALUE")
        if name not in fields:
            raise click.UsageError(f"there is no setting {name}")
        values[name] = value
        if fields[name].many:
            values[name] = value.split(",") if value else []
        elif fields[name].nullable:
            values[name] = value or None

    async def work(call: "Call") -> Any:
        before = await current(call, kind, to_change=True)
        merged = {**msgspec.to_builtins(before), **values}
        after = msgspec.convert(merged, kind, strict=False)
        if after != before:
            await write_setting(call.db, call.seal, after)
            call.journal(f"{about} settings", differences(before, after))
        return after

    updated = run_in_shop(work, mall_id, shop_no, about, f"{about} settings", **options)
    facts: dict[str, Any] = msgspec.to_builtins(updated)
    return facts
