"""The token and revocation endpoints.

Specification: "Authentication endpoints"; "Authentication" steps 3-5. RFC 6749, 7009, 7636.
"""

from starlette.responses import Response

from openmall.access.oauth import clients, grants, refusal
from openmall.access.oauth.fields import Fields, received
from openmall.access.oauth.refusal import Refused
from openmall.access.oauth.tokens import TokenAnswer
from openmall.access.oauth.visit import Visit
from openmall.configuration import Configuration
from openmall.contract import scopes as scope_names
from openmall.contract.counters import Counters
from openmall.contract.moments import Clock
from openmall.database.session import Database


class Endpoints:
    """The token and revocation endpoints."""

    def __init__(
        self, configuration: Configuration, database: Database, counters: Counters, clock: Clock
    ) -> None:
        self._seconds = configuration.body_seconds
        self._database = database
        self._counters = counters
        self._clock = clock

    async def token(self, visit: Visit) -> Response:
        """`POST /api/v2/oauth/token`: answer the token object. Raises Refused."""
        form = await received(visit.request, self._seconds)
        _same_mall(form, visit)
        app = await clients.proven(self._database, self._clock, visit.request, form)
        grant_type = form.needed("grant_type")
        if grant_type == "authorization_code":
            answer = await self._exchange(visit, form, app.client_id)
        elif grant_type == "refresh_token":
            answer = await self._refresh(visit, form, app.client_id)
        else:
            raise Refused(
                "unsupported_grant_type", "grant_type must be authorization_code or refresh_token"
            )
        return refusal.json(answer, 200, refusal.NO_STORE)

    async def _exchange(self, visit: Visit, form: Fields, client_id: str) -> TokenAnswer:
        presented = grants.Presented(
            client_id=client_id,
            code=form.needed("code"),
            redirect_uri=form.needed("redirect_uri"),
            verifier=form.text("code_verifier"),
        )
        return await grants.exchange(
            self._database,
            self._counters,
            visit.mall.clock(self._clock),
            mall_id=visit.mall.mall_id,
            presented=presented,
        )

    async def _refresh(self, visit: Visit, form: Fields, client_id: str) -> TokenAnswer:
        return await grants.refresh(
            self._database,
            self._counters,
            visit.mall.clock(self._clock),
            mall_id=visit.mall.mall_id,
            client_id=client_id,
            refresh_token=form.needed("refresh_token"),
            scopes=scope_names.split(form.text("scope")),
        )

    async def revoke(self, visit: Visit) -> Response:
        """`POST /api/v2/oauth/revoke`: respond 200 without a body. Raises Refused.

        The empty body has the content type JSON: RFC 7009 leaves it open, and clients that check it
        before the status fail without one. `token_hint` and `token_type_hint` are ignored.
        """
        form = await received(visit.request, self._seconds)
        _same_mall(form, visit)
        app = await clients.proven(self._database, self._clock, visit.request, form)
        await grants.revoke(
            self._database,
            self._counters,
            visit.mall.clock(self._clock),
            mall_id=visit.mall.mall_id,
            client_id=app.client_id,
            token=form.needed("token"),
        )
        return Response(status_code=200, headers={"Content-Type": refusal.JSON, **refusal.NO_STORE})


def _same_mall(form: Fields, visit: Visit) -> None:
    """Raise Refused when the optional `mall_id` contradicts the host; `domain` is ignored."""
    named = form.text("mall_id")
    if named and named != visit.mall.mall_id:
        raise Refused("invalid_request", "mall_id is not the shop at this host name")
