"""Commands for managers of a mall's back office."""

import sys
from typing import TYPE_CHECKING, Final

import click

from openmall.cli import output, secret_input, served_addresses
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation
    from openmall.configuration import Configuration

KINDS: Final = {"P": "head administrator", "A": "sub-administrator", "S": "supplier"}


@click.group()
def manager() -> None:
    """Manage who may sign in to a mall's back office.

    \b
    Examples:
      openmall manager create owner --mall myshop
      openmall manager create owner --mall myshop --password-stdin < secret.txt
      openmall manager list --mall myshop
    """


@manager.command()
@click.argument("user_id")
@click.option("--mall", "mall_id", required=True, help="The mall to sign in to.")
@click.option("--name", default="", help="What the person is called; else the user id.")
@click.option(
    "--type",
    "manager_type",
    type=click.Choice(list(KINDS)),
    default="P",
    show_default=True,
    help=", ".join(f"{code} {meaning}" for code, meaning in KINDS.items()) + ".",
)
@click.option("--phone", help="Where to call them.")
@click.option("--email", help="Where to write to them.")
@click.option("--password-stdin", is_flag=True, help="Read the password from standard input.")
@click.option(
    "--replace",
    is_flag=True,
    help="Set a new password for an existing manager, and switch two-step sign-in off.",
)
@command
def create(
    configuration: "Configuration",
    user_id: str,
    mall_id: str,
    name: str,
    manager_type: str,
    phone: str | None,
    email: str | None,
    password_stdin: bool,
    replace: bool,
) -> "Work":
    """Let USER_ID sign in to a mall. Asks for the password; it is never an argument.

    \b
    Example:
      openmall manager create owner --mall myshop --name "Kim Haneul"
    """
    from openmall.access.malls import rules as mall_rules
    from openmall.access.malls import second_factors

    password = read_password(from_stdin=password_stdin)

    async def work(opened: "Installation") -> Output:
        await opened.require_mall(mall_id)
        async with opened.database.writing(mall_id) as db:
            if await mall_rules.manager(db, user_id) and not replace:
                raise click.ClickException(
                    f"{user_id!r} can sign in to {mall_id} already; --replace sets a new password"
                )
            await mall_rules.keep_manager(
                db,
                await opened.clock_of(mall_id),
                user_id,
                password,
                name=name or user_id,
                manager_type=manager_type,
                phone=phone,
                email=email,
            )
            await second_factors.remove(db, user_id)
        await opened.counters.invalidate_caches()
        facts = {"mall_id": mall_id, "user_id": user_id, "manager_type": manager_type}
        address = served_addresses.of_mall(configuration, mall_id)["back_office"]
        text = f"{user_id} may sign in to {mall_id}: {address}"
        return Output(facts, text)

    return work


def read_password(*, from_stdin: bool) -> str:
    """Return the password that is prompted for, or the first line of standard input.

    Raises UsageError for one that is too short, and where nobody answers the prompt because there
    is no terminal.
    """
    from openmall.access.passwords import MIN_LENGTH

    password = secret_input.read_line() if from_stdin else _prompt_for_password()
    if len(password) < MIN_LENGTH:
        raise click.UsageError(f"a password has at least {MIN_LENGTH} characters")
    return password


def _prompt_for_password() -> str:
    try:
        typed: str = click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    except click.Abort:
        if sys.stdin.isatty():
            raise
        message = "there is no terminal to type a password at: use --password-stdin"
        raise click.UsageError(message) from None
    return typed


@manager.command("list")
@click.option("--mall", "mall_id", required=True, help="The mall they sign in to.")
@command
async def list_managers(opened: "Installation", mall_id: str) -> Output:
    """List who may sign in to a mall.

    \b
    Example:
      openmall manager list --mall myshop
    """
    from openmall.access.malls import rules as mall_rules

    await opened.require_mall(mall_id)
    async with opened.database.reading(mall_id) as db:
        found = await mall_rules.managers(db)
    people = [
        {"user_id": each.user_id, "name": each.name, "manager_type": each.manager_type}
        for each in found
    ]
    return output.of_rows(people, ("user_id", "name", "manager_type"), empty="No managers yet.")
