"""Commands for accounts of the operator console."""

import re
from typing import TYPE_CHECKING, Final

import click

from openmall.cli import output
from openmall.cli.command import command
from openmall.cli.malls.manager import read_password
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation

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
@command
def create(name: str, password_stdin: bool, replace: bool) -> "Work":
    """Let NAME sign in to the operator console. Asks for the password; it is never an argument.

    \b
    Example:
      openmall operator create kim
    """
    from openmall.access import passwords
    from openmall.access.malls import second_factors, staff_identities
    from openmall.pages.operator import store as operator_store

    operator_id = name.strip().lower()
    if not _NAME.fullmatch(operator_id):
        raise click.UsageError("NAME has 3 to 30 letters, digits, dots, hyphens or underscores")
    password = read_password(from_stdin=password_stdin)

    async def work(opened: "Installation") -> Output:
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
        facts = {"operator_id": operator_id}
        return Output(facts, f"{operator_id} may sign in to the operator console.")

    return work


@operator.command("list")
@command
async def list_operators(opened: "Installation") -> Output:
    """List who may sign in to the operator console.

    \b
    Example:
      openmall operator list
    """
    from openmall.pages.operator import store as operator_store

    async with opened.database.reading("") as db:
        found = await operator_store.list_operators(db)
    people = [{"operator_id": each.operator_id} for each in found]
    empty = "There is no operator, and the console is off: openmall operator create NAME"
    return output.of_rows(people, ("operator_id",), empty=empty)


@operator.command()
@click.argument("name")
@command
async def remove(opened: "Installation", name: str) -> Output:
    """Remove the operator NAME, and sign their browsers out.

    \b
    Example:
      openmall operator remove kim
    """
    from openmall.access.malls import second_factors, staff_identities
    from openmall.pages.operator import store as operator_store

    operator_id = name.strip().lower()

    async with opened.database.writing(operator_store.TENANT) as db:
        await second_factors.remove(db, operator_id)
        await staff_identities.unlink_all(db, operator_id)
    async with opened.database.writing("") as db:
        found = await operator_store.remove(db, operator_id)
    if not found:
        raise click.ClickException(f"there is no operator {operator_id!r}")
    return Output({"operator_id": operator_id}, f"{operator_id} is no operator any more.")
