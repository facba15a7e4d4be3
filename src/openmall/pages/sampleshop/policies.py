"""Terms of use and privacy policy, as pages of their own and beside what shoppers agree to."""

from typing import Final

from starlette.responses import Response

from openmall.commerce.design.themes import default_pages
from openmall.commerce.store.policy import Policy
from openmall.contract.crud import shop_settings
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.html_text import paragraphs
from openmall.pages.sampleshop.page_context import PageContext

_TERMS: Final = marked("Terms of use")
_PRIVACY: Final = marked("Privacy policy")


async def show_terms(context: PageContext) -> Response:
    """Show the terms of use."""
    policy = await _policy(context)
    return await context.show(
        default_pages.TERMS,
        title=context.translate(_TERMS),
        paragraphs=paragraphs(policy.terms_using_mall),
        withdrawal=paragraphs(policy.withdrawal) if policy.use_withdrawal == "T" else [],
    )


async def show_privacy(context: PageContext) -> Response:
    """Show the privacy policy."""
    policy = await _policy(context)
    return await context.show(
        default_pages.PRIVACY,
        title=context.translate(_PRIVACY),
        paragraphs=paragraphs(policy.privacy_all),
    )


async def of_joining(context: PageContext) -> dict[str, Encodable]:
    """Return the texts that a new member agrees to: paragraphs of each."""
    policy = await _policy(context)
    asked = policy.privacy_join if policy.use_privacy_join == "T" else ""
    return {
        "terms": paragraphs(policy.terms_using_mall),
        "personal_data": paragraphs(asked or policy.privacy_all),
    }


async def of_ordering(context: PageContext) -> dict[str, Encodable]:
    """Return the right of withdrawal that the checkout shows, and whether buyers agree to it."""
    policy = await _policy(context)
    shown = paragraphs(policy.withdrawal) if policy.use_withdrawal == "T" else []
    return {"withdrawal": shown, "is_required": bool(shown) and policy.required_withdrawal == "T"}


async def _policy(context: PageContext) -> Policy:
    async with context.database.reading(context.mall.mall_id) as db:
        return (await shop_settings.read(db, context.shop.shop_no, Policy)).of(Policy)
