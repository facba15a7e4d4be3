"""Commands for accounts of the developer console."""

from typing import TYPE_CHECKING

import click

from openmall.cli import output
from openmall.cli.command import command
from openmall.cli.malls.manager import read_password
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact


@click.group()
def developer() -> None:
    """Manage accounts of the developer console.

    \b
    Examples:
      openmall developer create kim@example.com --name "Kim Haneul"
      openmall developer password kim@example.com --password-stdin < secret.txt
      openmall developer list
    """


@developer.command()
@click.argument("email")
@click.option("--name", default="", help="What the person is called; else the e-mail address.")
@click.option("--password-stdin", is_flag=True, help="Read the password from standard input.")
@command
def create(email: str, name: str, password_stdin: bool) -> "Work":
    """Make an account for EMAIL. Asks for the password; no mail is sent.

    \b
    Example:
      openmall developer create kim@example.com --name "Kim Haneul"
    """
    from openmall.access import passwords
    from openmall.database.session import DuplicateRow
    from openmall.pages.console import sign_in
    from openmall.pages.console import store as console_store

    address, display_name = (
        sign_in.normalize_email(email),
        name.strip() or sign_in.normalize_email(email),
    )
    password = read_password(from_stdin=password_stdin)
    for problem in sign_in.problems(address, display_name, password).values():
        raise click.UsageError(problem)

    async def work(opened: "Installation") -> Output:
        try:
            async with opened.database.writing("") as db:
                developer_created = await console_store.add(
                    db,
                    opened.clock,
                    email=address,
                    name=display_name,
                    password_hash=passwords.hash_password(password),
                )
        except DuplicateRow:
            raise click.ClickException(f"{address!r} has an account already") from None
        facts: dict[str, Fact] = {
            "developer_no": developer_created.number,
            "email": developer_created.email,
            "name": developer_created.name,
        }
        return Output(facts, f"{developer_created.email} may sign in to the console.")

    return work


@developer.command()
@click.argument("email")
@click.option("--password-stdin", is_flag=True, help="Read the password from standard input.")
@command
def password(email: str, password_stdin: bool) -> "Work":
    """Give EMAIL a new password; their browsers are signed out.

    \b
    Example:
      openmall developer password kim@example.com --password-stdin < secret.txt
    """
    from openmall.access import passwords
    from openmall.pages.console import sign_in
    from openmall.pages.console import store as console_store

    address = sign_in.normalize_email(email)
    new = read_password(from_stdin=password_stdin)

    async def work(opened: "Installation") -> Output:
        async with opened.database.writing("") as db:
            found = await console_store.set_password(db, address, passwords.hash_password(new))
        if not found:
            raise click.ClickException(f"{address!r} has no account")
        return Output({"email": address}, f"{address} has a new password.")

    return work


@developer.command("list")
@command
async def list_developers(opened: "Installation") -> Output:
    """List the developers, the first first, each with the number of their apps.

    \b
    Example:
      openmall developer list
    """
    from openmall.pages.console import store as console_store

    async with opened.database.reading("") as db:
        found = await console_store.list_developers(db)
    developers: list[dict[str, Fact]] = [
        {"email": each.email, "name": each.name, "apps": apps} for each, apps in found
    ]
    columns = ("email", "name", "apps")
    empty = "There is no developer yet: they sign up, or openmall developer create EMAIL"
    return output.of_rows(developers, columns, empty=empty)
