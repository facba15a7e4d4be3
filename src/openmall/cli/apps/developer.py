"""Commands for accounts of the developer console."""

from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, setting_options
from openmall.cli.malls.manager import read_password

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.pages.console.store import Developer


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
@setting_options.installation_options
def create(email: str, name: str, password_stdin: bool, as_json: bool, **options: Any) -> None:
    """Make an account for EMAIL. Asks for the password; no mail is sent.

    \b
    Example:
      openmall developer create kim@example.com --name "Kim Haneul"
    """
    from openmall.access import passwords
    from openmall.cli import installation
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

    async def work(opened: "Installation") -> "Developer":
        try:
            async with opened.database.writing("") as db:
                return await console_store.add(
                    db,
                    opened.clock,
                    email=address,
                    name=display_name,
                    password_hash=passwords.hash_password(password),
                )
        except DuplicateRow:
            raise click.ClickException(f"{address!r} has an account already") from None

    developer_created = installation.run(setting_options.configuration_from(**options), work)
    facts = {
        "developer_no": developer_created.number,
        "email": developer_created.email,
        "name": developer_created.name,
    }
    output.show(
        facts, as_json=as_json, text=f"{developer_created.email} may sign in to the console."
    )


@developer.command()
@click.argument("email")
@click.option("--password-stdin", is_flag=True, help="Read the password from standard input.")
@setting_options.installation_options
def password(email: str, password_stdin: bool, as_json: bool, **options: Any) -> None:
    """Give EMAIL a new password; their browsers are signed out."""
    from openmall.access import passwords
    from openmall.cli import installation
    from openmall.pages.console import sign_in
    from openmall.pages.console import store as console_store

    address = sign_in.normalize_email(email)
    new = read_password(from_stdin=password_stdin)

    async def work(opened: "Installation") -> bool:
        async with opened.database.writing("") as db:
            return await console_store.set_password(db, address, passwords.hash_password(new))

    if not installation.run(setting_options.configuration_from(**options), work):
        raise click.ClickException(f"{address!r} has no account")
    output.show({"email": address}, as_json=as_json, text=f"{address} has a new password.")


@developer.command("list")
@setting_options.installation_options
def list_developers(as_json: bool, **options: Any) -> None:
    """List the developers, the first first, each with the number of their apps."""
    from openmall.cli import installation
    from openmall.pages.console import store as console_store

    async def work(opened: "Installation") -> "list[tuple[Developer, int]]":
        async with opened.database.reading("") as db:
            return await console_store.list_developers(db)

    developers = [
        {"email": each.email, "name": each.name, "apps": apps}
        for each, apps in installation.run(setting_options.configuration_from(**options), work)
    ]
    columns = ("email", "name", "apps")
    rows = [[str(each[column]) for column in columns] for each in developers]
    empty = "There is no developer yet: they sign up, or openmall developer create EMAIL"
    output.show(developers, as_json=as_json, text=output.table(columns, rows, empty=empty))
