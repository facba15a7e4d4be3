"""Commands for access tokens: issue and revoke."""

from typing import TYPE_CHECKING

import click

from openmall.cli import output, secret_input
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation


@click.group()
def token() -> None:
    """Issue and revoke access tokens.

    \b
    Examples:
      openmall token issue --mall myshop --app CLIENT_ID --json
      echo "$TOKEN" | openmall token revoke - --mall myshop
      openmall token revoke --mall myshop --app CLIENT_ID
    """


@token.command()
@click.option("--mall", "mall_id", required=True, help="The mall it opens.")
@click.option("--app", "client_id", required=True, help="Client id of an app that is in the mall.")
@click.option("--scope", "scopes", multiple=True, help="What it allows; else all the app may do.")
@click.option("--user", "user_id", default="admin", show_default=True, help="On whose behalf.")
@click.option("--shop-no", type=int, default=1, show_default=True, help="Shop it was given in.")
@command
async def issue(
    opened: "Installation",
    mall_id: str,
    client_id: str,
    scopes: tuple[str, ...],
    user_id: str,
    shop_no: int,
) -> Output:
    """Issue an access token (2 hours) with its refresh token (14 days).

    \b
    Examples:
      openmall token issue --mall myshop --app CLIENT_ID
      openmall token issue --mall myshop --app CLIENT_ID --scope mall.read_product --json
    """
    from openmall.access.oauth import secrets, tokens
    from openmall.contract.scopes import asked

    await opened.require_mall(mall_id)
    client = await opened.directory().client(mall_id, client_id)
    if client is None or not client.installed:
        raise click.ClickException(
            f"there is no app {client_id!r} in {mall_id}: openmall app install"
        )
    for scope in scopes:
        if not asked(client.identity.scopes, scope):
            raise click.ClickException(f"the app was not allowed the scope {scope!r}")
    allowed = list(dict.fromkeys(scopes)) or sorted(client.identity.scopes)
    grant = tokens.Grant(client_id, user_id, "P", shop_no, allowed, secrets.generate())
    async with opened.database.writing(mall_id) as db:
        tokens_issued = await tokens.issue(db, await opened.clock_of(mall_id), grant)
    facts = {
        "access_token": tokens_issued.access_token,
        "expires_at": tokens_issued.expires_at,
        "refresh_token": tokens_issued.refresh_token,
        "refresh_token_expires_at": tokens_issued.refresh_token_expires_at,
    }
    return Output(tokens_issued, output.facts(facts))


@token.command()
@click.argument("token", required=False)
@click.option("--mall", "mall_id", required=True, help="The mall it opens.")
@click.option("--app", "client_id", help="Revoke every token of this app in the mall instead.")
@command
def revoke(token: str | None, mall_id: str, client_id: str | None) -> "Work":
    """Revoke an access or refresh TOKEN, with the other of its pair; no call gets in with it.

    `-` reads it from standard input, so that it stays out of the shell's history.

    \b
    Examples:
      pbpaste | openmall token revoke --mall myshop -
      openmall token revoke --mall myshop --app CLIENT_ID
    """
    from openmall.access.oauth import tokens
    from openmall.access.oauth.cache_invalidation import invalidating_transaction

    if (token is None) == (client_id is None):
        raise click.UsageError("name either a TOKEN or an --app")
    secret = secret_input.read_line().strip() if token == "-" else token  # noqa: S105 # no secret

    async def work(opened: "Installation") -> Output:
        await opened.require_mall(mall_id)
        async with invalidating_transaction(opened.database, opened.counters, mall_id) as db:
            clock = await opened.clock_of(mall_id)
            if client_id is not None:
                await tokens.revoke_of_app(db, clock, client_id)
            elif pair := await tokens.of_either_token(db, secret or ""):
                await tokens.revoke_pair(db, clock, pair)
            else:
                raise click.ClickException(f"there is no such token in {mall_id}")
        return Output({"revoked": True, "mall_id": mall_id}, "Revoked.")

    return work
