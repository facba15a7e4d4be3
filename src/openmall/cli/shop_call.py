"""Runs a command in a shop as a call would: one transaction, events, an activity log entry."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import click

from openmall.cli import output, refused
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.contract.call import Call
    from openmall.contract.crud.settings import Setting

T = TypeVar("T")


async def call_of(opened: "Installation", mall_id: str, shop_no: int) -> "Call":
    """Return a call in a shop. Raises ClickException when there is no such mall or shop."""
    from openmall.contract.call import Call
    from openmall.database.seal import configured_seal

    clock = await opened.clock_of(mall_id)
    found_mall = await opened.mall(mall_id)
    if shop_no not in found_mall.shops:
        raise click.ClickException(f"the mall {mall_id} has no shop {shop_no}")
    seal = configured_seal(opened.configuration)
    return Call(clock, mall=found_mall, shop_no=shop_no, seal=seal)


async def run(
    opened: "Installation",
    mall_id: str,
    shop_no: int,
    entry: tuple[str, str],
    work: "Callable[[Call], Awaitable[T]]",
) -> T:
    """Run `work` in one transaction of a shop, with its events.

    `entry`: subject and action of its entry in the activity log, where it has changes.
    """
    from openmall.contract.journal import batch as journal_batch
    from openmall.contract.journal.record import render_entries

    of_shop = await call_of(opened, mall_id, shop_no)
    async with opened.database.writing(mall_id) as db:
        call = of_shop.on(db)
        result = await work(call)
        await journal_batch.publish(db, call.clock, call.effects.events)
        if call.effects.audit_entries:
            content, _ = render_entries(call.effects.audit_entries)
            await journal_batch.write_activity(db, call.clock, *entry, content)
    return result


def settings_update(
    kind: "type[Setting]", changes: Sequence[str], about: str
) -> "Callable[[Call], Awaitable[Output]]":
    """Return what applies `NAME=VALUE` changes to the settings `kind`, and returns all of them.

    An empty VALUE means none; a list is separated by commas. Raises UsageError.
    """
    import msgspec

    from openmall.contract.change import differences
    from openmall.contract.crud.settings import current, write_setting
    from openmall.contract.fields import fields_of

    fields = {name: field for name, field in fields_of(kind).items() if name != "shop_no"}
    values: dict[str, str | list[str] | None] = {}
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

    async def work(call: "Call") -> Output:
        before = await current(call, kind, to_change=True)
        merged = {**msgspec.to_builtins(before), **values}
        after = refused.converted(merged, kind, strict=False)
        if after != before:
            await write_setting(call.db, call.seal, after)
            call.journal(f"{about} settings", differences(before, after))
        return output.of_facts(msgspec.to_builtins(after))

    return work
