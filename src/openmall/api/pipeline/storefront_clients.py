"""Identifies the client of a storefront call, its shopper and its browser."""

from openmall.access.limits.address import holder
from openmall.access.oauth.directory import Directory
from openmall.api.pipeline import identity, shopper_identification
from openmall.api.pipeline.request_context import RequestContext
from openmall.commerce.customer.member_sessions import MemberSessions
from openmall.database.seal import Seal
from openmall.http import visitor_identification


class StorefrontClients:
    """Identifies those who call the storefront."""

    def __init__(
        self,
        directory: Directory,
        sessions: MemberSessions,
        seal: Seal,
        *,
        enforces_limits: bool,
    ) -> None:
        self._directory = directory
        self._sessions = sessions
        self._seal = seal
        self._enforces_limits = enforces_limits

    async def identify(self, context: RequestContext, now: float) -> None:
        """Set client, shopper, browser and whose bucket a call counts in.

        `now`: the mall's time. Raises Unauthorized (401), Forbidden (403).
        """
        request, mall_id = context.request, context.mall.mall_id
        context.owner, context.key_verified = holder(request.ip), False
        if context.known_client is not None:
            context.caller = context.known_client.identity
            context.owner = context.known_client.owner
        else:
            context.caller, context.key_verified = await identity.authenticate_storefront(
                request, self._directory, mall_id, context.now
            )
        if context.key_verified:
            # pages show the key to everybody: one visitor shall not use up what others may call
            context.owner = f"{context.caller.app.client_id} {context.owner}"
        context.limited_by_address = self._enforces_limits and not context.key_verified
        context.shopper = shopper_identification.read_shopper(
            request, context.headers, self._seal, mall_id=mall_id, now=now
        )
        await shopper_identification.require_valid(
            context.shopper, request, context.headers, self._sessions, mall_id
        )
        context.browser = visitor_identification.browser(request, self._seal, mall_id)
