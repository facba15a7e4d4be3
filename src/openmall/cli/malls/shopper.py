"""Commands for shopper sessions, for storefronts that have no sign-in yet."""

from typing import TYPE_CHECKING

import click

from openmall.cli import output
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation


@click.group()
def shopper() -> None:
    """Create sessions of shoppers.

    \b
    Example:
      openmall shopper session --mall myshop --member kim
    """


@shopper.command()
@click.option("--mall", "mall_id", required=True, help="The mall they shop in.")
@click.option("--member", "member_id", required=True, help="Member id; nobody checks it.")
@click.option("--shop-no", type=int, default=1, show_default=True, help="The shop of the mall.")
@command
def session(mall_id: str, member_id: str, shop_no: int) -> "Work":
    """Issue a member's session (24 hours), for the header X-Openmall-Session.

    \b
    Example:
      openmall shopper session --mall myshop --member mina
    """
    from openmall.access import shopper_sessions
    from openmall.commerce.customer import member_sessions
    from openmall.contract.moments import moment
    from openmall.database.seal import configured_seal

    if not member_id.strip():
        raise click.UsageError("a member has an id")

    async def work(opened: "Installation") -> Output:
        mall = await opened.mall(mall_id)
        if shop_no not in mall.shops:
            raise click.ClickException(f"{mall_id} has no shop {shop_no}")
        async with opened.database.reading(mall_id) as db:
            session_no = await member_sessions.number_of(db, member_id)
        now = (await opened.clock_of(mall_id)).now()
        member = shopper_sessions.member(shop_no, member_id, now=now, session_no=session_no)
        facts = {
            "session": shopper_sessions.issue(
                configured_seal(opened.configuration), mall_id, member
            ),
            "expires_at": moment(member.expires_at).isoformat(),
        }
        return output.of_facts(facts)

    return work
