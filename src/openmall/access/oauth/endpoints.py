"""The token and revocation endpoints.

Specification: "Authentication endpoints"; "Authentication" steps 3-5. RFC 6749, 7009, 7636, 8707.
"""

from starlette.responses import Response

from openmall.access.oauth import client_authentication, grants, refresh_overlap
from openmall.access.oauth import errors as oauth_errors
from openmall.access.oauth.apps import RegisteredApp
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.form_fields import Fields, read_parameters
from openmall.access.oauth.mall_request import MallRequest
from openmall.access.oauth.resources import Resources
from openmall.access.oauth.tokens import TokenAnswer
from openmall.configuration import Configuration
from openmall.contract import scopes as scope_names
from openmall.contract.counters import Counters
from openmall.contract.moments import Clock
from openmall.database.session import Database


class Endpoints:
    """The token and revocation endpoints. Their parameters are a form or a JSON object."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        counters: Counters,
        clock: Clock,
        resources: Resources,
    ) -> None:
        self._seconds = configuration.body_seconds
        self._database = database
        self._counters = counters
        self._clock = clock
        self._resources = resources

    async def token(self, mall_request: MallRequest) -> Response:
        """`POST /api/v2/oauth/token`: answer the token object. Raises OAuthError."""
        form = await read_parameters(mall_request.request, self._seconds)
        _same_mall(form, mall_request)
        app = await client_authentication.authenticate(
            self._database, self._clock, mall_request.request, form
        )
        grant_type = form.text("grant_type") or _implied_grant_type(form)
        if grant_type == "authorization_code":
            answer = await self._exchange(mall_request, form, app.client_id)
        elif grant_type == "refresh_token":
            answer = await self._refresh(mall_request, form, app)
        else:
            raise OAuthError(
                "unsupported_grant_type", "grant_type must be authorization_code or refresh_token"
            )
        return oauth_errors.json(answer, 200, oauth_errors.NO_STORE)

    async def _exchange(
        self, mall_request: MallRequest, form: Fields, client_id: str
    ) -> TokenAnswer:
        presented = grants.Presented(
            client_id=client_id,
            code=form.required("code"),
            redirect_uri=form.required("redirect_uri"),
            verifier=form.text("code_verifier"),
            resources=self._requested(mall_request, form),
        )
        return await grants.exchange(
            self._database,
            self._counters,
            mall_request.mall.clock(self._clock),
            mall_id=mall_request.mall.mall_id,
            presented=presented,
        )

    async def _refresh(
        self, mall_request: MallRequest, form: Fields, app: RegisteredApp
    ) -> TokenAnswer:
        refresh = refresh_overlap.refresh if app.refresh_overlap else grants.refresh
        return await refresh(
            self._database,
            self._counters,
            mall_request.mall.clock(self._clock),
            mall_id=mall_request.mall.mall_id,
            presented=grants.PresentedRefresh(
                client_id=app.client_id,
                refresh_token=form.required("refresh_token"),
                scopes=scope_names.split(form.text("scope")),
                resources=self._requested(mall_request, form),
            ),
        )

    def _requested(self, mall_request: MallRequest, form: Fields) -> list[str]:
        return self._resources.read(form.texts("resource"), mall_request.address)

    async def revoke(self, mall_request: MallRequest) -> Response:
        """`POST /api/v2/oauth/revoke`: respond 200 with `{}`. Raises OAuthError.

        RFC 7009 leaves the body open. Some clients check the content type before the status,
        others parse the body of every JSON response. `token_hint`, `token_type_hint` are ignored.
        """
        form = await read_parameters(mall_request.request, self._seconds)
        _same_mall(form, mall_request)
        app = await client_authentication.authenticate(
            self._database, self._clock, mall_request.request, form
        )
        await grants.revoke(
            self._database,
            self._counters,
            mall_request.mall.clock(self._clock),
            mall_id=mall_request.mall.mall_id,
            client_id=app.client_id,
            token=form.required("token"),
        )
        return oauth_errors.json({}, 200, oauth_errors.NO_STORE)


def _implied_grant_type(form: Fields) -> str:
    """Return the grant type of a token request that omits it, as the specification does.

    Raises OAuthError (invalid_request) when its other parameters do not imply one.
    """
    implied = [
        grant_type
        for name, grant_type in (("code", "authorization_code"), ("refresh_token", "refresh_token"))
        if form.text(name)
    ]
    return implied[0] if len(implied) == 1 else form.required("grant_type")


def _same_mall(form: Fields, mall_request: MallRequest) -> None:
    """Raise OAuthError when the optional `mall_id` contradicts the host; `domain` is ignored."""
    named = form.text("mall_id")
    if named and named != mall_request.mall.mall_id:
        raise OAuthError("invalid_request", "mall_id is not the shop at this host name")
