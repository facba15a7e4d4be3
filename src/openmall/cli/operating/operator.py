"""Commands for accounts of the operator console."""

import re
from typing import TYPE_CHECKING, Any, Final

import click

from openmall.cli import output, setting_options
from openmall.cli.malls.manager import read_password

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.pages.operator.store import Operator

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{2,29}")


@click.group()
def operator() -> None:
    """Manage who may sign in to the operator console, at developers.<domain>/operator.

    It is off until there is an operator.

    \b
    Examples:
      openmall operator create kim
      openmall operator create kim --password-stdin < secret.txt
      openmall operator list
      openmall operator remove kim
    """


@operator.command()
@click.argument("name")
@click.option("--password-stdin", is_flag=True, help="Read the password from standard input.")
@click.option(
    "--replace",
    is_flag=True,
    help="Give an operator who is there a new password, switch their two-step sign-in off, and"
    " disconnect their accounts.",
)
@setting_options.installation_options
def create(name: str, password_stdin: bool, replace: bool, as_json: bool, **options: Any) -> None:
    """Let NAME sign in to the operator console. Asks for the password; it is never an argument.

    \b
    Example:
      openmall operator create kim
    """
    from openmall.access import passwords
    from openmall.access.malls import second_factors, staff_identities
    from openmall.cli import installation
    from openmall.pages.operator import store as operator_store

    operator_id = name.strip().lower()
    if not _NAME.fullmatch(operator_id):
        raise click.UsageError("NAME has 3 to 30 letters, digits, dots, hyphens or underscores")
    password = read_password(from_stdin=password_stdin)

    async def work(opened: "Installation") -> None:
        password_hash = passwords.hash_password(password)
        async with opened.database.writing("") as db:
            if await operator_store.find(db, operator_id) is None:
                await operator_store.add(db, opened.clock, operator_id, password_hash)
            elif replace:
                await operator_store.set_password(db, operator_id, password_hash)
            else:
                raise click.ClickException(
                    f"{operator_id!r} is an operator already; --replace sets a new password"
                )
        async with opened.database.writing(operator_store.TENANT) as db:
            await second_factors.remove(db, operator_id)
            await staff_identities.unlink_all(db, operator_id)

    installation.run(setting_options.configuration_from(**options), work)
    facts = {"operator_id": operator_id}
    output.show(facts, as_json=as_json, text=f"{operator_id} may sign in to the operator console.")


@operator.command("list")
@setting_options.installation_options
def list_operators(as_json: bool, **options: Any) -> None:
    """List who may sign in to the operator console."""
    from openmall.cli import installation
    from openmall.pages.operator import store as operator_store

    async def work(opened: "Installation") -> "list[Operator]":
        async with opened.database.reading("") as db:
            return await operator_store.list_operators(db)

    found = installation.run(setting_options.configuration_from(**options), work)
    people = [{"operator_id": each.operator_id} for each in found]
    rows = [[each.operator_id] for each in found]
    empty = "There is no operator, and the console is off: openmall operator create NAME"
    output.show(people, as_json=as_json, text=output.table(("operator_id",), rows, empty=empty))


@operator.command()
@click.argument("name")
@setting_options.installation_options
def remove(name: str, as_json: bool, **options: Any) -> None:
    """Remove the operator NAME, and sign their browsers out."""
    from openmall.access.malls import second_factors, staff_identities
    from openmall.cli import installation
    from openmall.pages.operator import store as operator_store

    operator_id = name.strip().lower()

    async def work(opened: "Installation") -> bool:
        async with opened.database.writing(operator_store.TENANT) as db:
            await second_factors.remove(db, operator_id)
            await staff_identities.unlink_all(db, operator_id)
        async with opened.database.writing("") as db:
            return await operator_store.remove(db, operator_id)

    if not installation.run(setting_options.configuration_from(**options), work):
        raise click.ClickException(f"there is no operator {operator_id!r}")
    output.show(
        {"operator_id": operator_id},
        as_json=as_json,
        text=f"{operator_id} is no operator any more.",
    )
