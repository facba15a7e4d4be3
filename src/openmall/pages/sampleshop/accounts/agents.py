"""Assistants that act for a member: the page on which one is allowed, and those that are.

The consent page is the authorize endpoint of the mall's MCP authorization server (RFC 6749 4.1.1,
PKCE required). Everything of a request is validated again when it is decided.
"""

from typing import Final
from urllib.parse import quote, urlsplit

from msgspec import Struct
from starlette.responses import Response

from openmall.access.agents import grants, registration
from openmall.access.agents.grants import Consent
from openmall.access.agents.registration import Registration
from openmall.access.oauth import codes, redirects
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.customer import member_sessions
from openmall.commerce.design.themes import default_pages
from openmall.contract.errors import ApiError, Forbidden, Malformed, NotFound
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.pages.sampleshop.accounts import accounts
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.refusals import (
    ASSISTANT_NOT_REGISTERED,
    ASSISTANT_REQUEST_INVALID,
    NO_SHOPPER_SIGNED_IN,
)

ENDPOINT: Final = "/api/mcp"
"""Path of the endpoint that is allowed: the resource and, with the host, the issuer."""
_SENT: Final = (
    "client_id", "redirect_uri", "response_type", "state", "scope", "code_challenge",
    "code_challenge_method", "resource",
)  # fmt: skip
_LONGEST: Final = 4_000
"""Characters of a parameter."""


class _Request(Struct, frozen=True):
    """A valid authorization request."""

    client_id: str
    agent: Registration
    redirect_uri: str
    state: str | None
    challenge: str


class _RedirectedError(Exception):
    """An error that is reported to the agent, by a redirect to `location`."""

    def __init__(self, location: str) -> None:
        super().__init__("sent back to the agent")
        self.location = location


async def consent_page(context: PageContext) -> Response:
    """Ask a member whether an agent may act for them; who is not signed in signs in first."""
    try:
        asked = _read(context, context.visit.query)
    except _RedirectedError as error:
        return oauth_pages.back_to_app(error.location)
    if not context.member:
        return context.redirect(accounts.sign_in_address(context.address_here))
    query = context.visit.query
    page = await context.show(
        default_pages.AGENT_CONSENT,
        title=context.translate("Allow an assistant"),
        counted=False,
        agent_name=asked.agent.name,
        target=urlsplit(asked.redirect_uri).netloc or asked.redirect_uri,
        fields=[{"name": name, "value": value} for name in _SENT if (value := query.text(name))],
    )
    # browsers hold `form-action` against the redirect that follows the form
    policy = page.headers["Content-Security-Policy"]
    target = redirects.scheme(asked.redirect_uri)
    page.headers["Content-Security-Policy"] = policy.replace(
        "form-action 'self'", f"form-action 'self' https: {target}:"
    )
    page.headers["Referrer-Policy"] = "strict-origin"
    return page


DECISIONS: Final = Deeds("allow", "deny", without="deny")


async def decide(context: PageContext, form: Fields) -> Response:
    """Give the agent a code, or tell it that the member denied."""
    try:
        asked = _read(context, form)
    except _RedirectedError as error:
        return oauth_pages.back_to_app(error.location)
    shopper = context.shopper
    if shopper is None or not context.member:
        raise Forbidden(NO_SHOPPER_SIGNED_IN)
    if form.deed == "deny":
        return oauth_pages.back_to_app(_location(context, asked, {"error": "access_denied"}))
    now = int(context.now)
    async with context.database.writing(context.mall.mall_id) as db:
        consent = Consent(
            member_id=shopper.member_id,
            shop_no=context.shop.shop_no,
            session_no=await member_sessions.number_of(db, shopper.member_id),
            client_id=asked.client_id,
            client_name=asked.agent.name,
            redirect_uri=asked.redirect_uri,
            challenge=asked.challenge,
        )
        code = await grants.give_code(db, consent, now=now)
    return oauth_pages.back_to_app(_location(context, asked, {"code": code}))


async def show(context: PageContext, *, problem: ApiError | None = None) -> Response:
    """Show the agents that the member allowed, the newest first."""
    if not context.member or context.shopper is None:
        return context.redirect(accounts.sign_in_address(context.path))
    now = int(context.now)
    async with context.database.reading(context.mall.mall_id) as db:
        given = await grants.of_member(db, context.shopper.member_id, now=now)
    return await context.show(
        default_pages.AGENTS,
        title=context.translate("Assistants that act for you"),
        counted=False,
        problem=problem,
        endpoint=f"{context.visit.address.origin}{ENDPOINT}",
        agents=[
            {
                "grant_id": each.grant_id,
                "name": each.client_name,
                "day": moment(each.created_at).date().isoformat(),
                "target": urlsplit(each.redirect_uri).netloc or each.redirect_uri,
            }
            for each in given
        ],
    )


async def revoke(context: PageContext, form: Fields) -> Response:
    """Revoke what an agent was allowed; its tokens end at once."""
    if not context.member or context.shopper is None:
        return context.redirect(accounts.sign_in_address("/account/agents"))
    async with context.database.writing(context.mall.mall_id) as db:
        await grants.revoke(db, context.shopper.member_id, form.text("grant_id"))
    return context.redirect("/account/agents", done="agent-revoked")


def _read(context: PageContext, sent: Fields) -> _Request:
    """Return a valid request. Raises Malformed where a redirect would not be safe.

    Strangers may register agents, so that an error leads to no site before the member has decided
    (RFC 9700 4.11.2): only to a program on the browser's own machine.
    """
    if context.base:
        raise NotFound(NO_SUCH, resource=Phrase("page"))
    mall_id, client_id = context.mall.mall_id, sent.text("client_id")
    agent = registration.read(context.seal, mall_id, client_id)
    redirect_uri = sent.text("redirect_uri")
    if agent is None or not redirects.is_registered(redirect_uri, list(agent.redirect_uris)):
        raise Malformed(ASSISTANT_NOT_REGISTERED)
    octets = sent.octets("state")
    asked = _Request(
        client_id,
        agent,
        redirect_uri,
        None if octets is None else quote(octets, safe=""),
        sent.text("code_challenge"),
    )
    error = _error(context, sent)
    if error and not redirects.stays_here(redirect_uri):
        raise Malformed(ASSISTANT_REQUEST_INVALID, error=error)
    if error:
        raise _RedirectedError(_location(context, asked, {"error": error}))
    return asked


def _error(context: PageContext, sent: Fields) -> str:
    """Return the error code of a request; empty for a valid one."""
    if any(len(sent.text(name)) > _LONGEST for name in _SENT if name != "resource"):
        return "invalid_request"
    if sent.text("response_type") != "code":
        return "unsupported_response_type"
    challenge = sent.text("code_challenge")
    if sent.text("code_challenge_method") != "S256" or not codes.CHALLENGE.fullmatch(challenge):
        return "invalid_request"
    expected = context.visit.address.origin + ENDPOINT
    if any(each.removesuffix("/") != expected for each in sent.texts("resource")):
        return "invalid_target"
    return ""


def _location(context: PageContext, asked: _Request, answer: dict[str, str]) -> str:
    issuer = context.visit.address.origin + ENDPOINT
    return redirects.response_uri(asked.redirect_uri, answer, asked.state, issuer=issuer)
