"""Calls of operations by the shop's pages, as the shopper."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

from openmall.access.oauth.mall_request import MallRequest
from openmall.api import shop_pages
from openmall.api.pipeline.internal_client import InternalClient
from openmall.api.pipeline.operation_call import InternalCaller, InternalResponse
from openmall.commerce.customer.member_sessions import MemberSessions
from openmall.contract import api_versions
from openmall.contract.call import App, Call, Identity, Mall, Shop, Shopper
from openmall.contract.json_values import Encodable
from openmall.database.seal import Seal
from openmall.http import visitor_identification
from openmall.pages.operation_calls import A, OperationCalls, P, Permits

_APIS: Final = ("storefront", shop_pages.NAME)
"""APIs whose operations pages name by their handlers."""
_IDENTITY: Final = Identity(
    App("sample-shop", "Sample shop", api_versions.NEWEST, strict=False, restricted=True)
)


class ShopCalls(OperationCalls, ABC):
    """Calls operations of the storefront API, and of these pages alone, as the shopper."""

    def __init__(
        self,
        visit: MallRequest,
        shop: Shop,
        *,
        client: InternalClient,
        seal: Seal,
        sessions: MemberSessions,
    ) -> None:
        self.visit = visit
        self.shop = shop
        self.client = client
        self.seal = seal
        self._sessions = sessions
        self.shopper: Shopper | None = None

    @property
    def mall(self) -> Mall:
        return self.visit.mall

    @abstractmethod
    def _store_session(self, session: str) -> None:
        """Store a new session of the shopper."""

    @property
    def _operations(self) -> tuple[InternalClient, Sequence[str]]:
        return self.client, _APIS

    def _caller(self, permits: Permits | None) -> InternalCaller:
        request = self.visit.request
        return InternalCaller(
            request=request,
            address=self.visit.address,
            mall=self.mall,
            identity=_IDENTITY,
            permits=permits,
            shopper=self.shopper,
            browser=visitor_identification.browser(request, self.seal, self.mall.mall_id),
        )

    def _sent(self, parameters: Mapping[str, Encodable] | None) -> dict[str, Encodable]:
        """Return parameters with the number of this shop."""
        shop_no = {"shop_no": self.shop.shop_no}
        return {**shop_no, **(parameters or {})}

    def _answered(self, response: InternalResponse[Any]) -> None:
        if response.session:
            self._sessions.forget(self.mall.mall_id, self.shopper)
            self._store_session(response.session)

    async def content(
        self,
        operation: Callable[[Call, P], Awaitable[A]],
        parameters: Mapping[str, Encodable] | None = None,
        *,
        embed: Sequence[str] = (),
    ) -> A:
        """Return the answer of a reading operation."""
        return (await self.call(operation, parameters, embed=embed)).content

    async def read(self, path: str, *, embed: Sequence[str] = (), **parameters: Any) -> Any:
        """Return the answer of a reading operation as data for themes: the fields it shows."""
        return (await self.call(path, parameters, embed=embed)).content

    async def read_as_guest(
        self, path: str, *, embed: Sequence[str] = (), **parameters: Any
    ) -> Any:
        """Return the answer of a reading operation as a visitor sees it who is not signed in."""
        shopper, self.shopper = self.shopper, None
        try:
            return await self.read(path, embed=embed, **parameters)
        finally:
            self.shopper = shopper
