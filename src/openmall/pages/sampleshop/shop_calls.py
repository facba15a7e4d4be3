"""Calls of operations by the shop's pages, as the shopper."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeVar, overload

from msgspec import Struct

from openmall.access.oauth.mall_request import MallRequest
from openmall.api import shop_pages
from openmall.api.pipeline.internal_client import InternalClient
from openmall.api.pipeline.operation_call import InternalCaller, InternalResponse
from openmall.commerce.customer.member_sessions import MemberSessions
from openmall.contract import api_versions
from openmall.contract.call import App, Call, Identity, Mall, Shop, Shopper
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Handler
from openmall.database.seal import Seal
from openmall.http import visitor_identification

P = TypeVar("P", bound=Struct)
A = TypeVar("A")
_APIS: Final = ("storefront", shop_pages.NAME)
"""APIs whose operations pages name by their handlers."""
_IDENTITY: Final = Identity(
    App("sample-shop", "Sample shop", api_versions.NEWEST, strict=False, restricted=True)
)


class ShopCalls(ABC):
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

    @overload
    async def call(
        self,
        operation: Callable[[Call, P], Awaitable[A]],
        parameters: Mapping[str, Encodable] | None = None,
        *,
        embed: Sequence[str] = (),
        key: str = "",
    ) -> InternalResponse[A]: ...

    @overload
    async def call(
        self,
        operation: str,
        parameters: Mapping[str, Encodable] | None = None,
        *,
        method: str = "GET",
        embed: Sequence[str] = (),
        key: str = "",
        api: str = "storefront",
    ) -> InternalResponse[Any]: ...

    async def call(
        self,
        operation: str | Handler,
        parameters: Mapping[str, Encodable] | None = None,
        *,
        method: str = "GET",
        embed: Sequence[str] = (),
        key: str = "",
        api: str = "storefront",
    ) -> InternalResponse[Any]:
        """Call an operation as the shopper, in this shop.

        `operation`: its handler, which answers structs, or its path, which answers plain data with
        the fields that the operation shows. `key`: as in `InternalClient.execute`. Raises the
        ApiError of the operation.
        """
        request = self.visit.request
        caller = InternalCaller(
            request=request,
            address=self.visit.address,
            mall=self.mall,
            identity=_IDENTITY,
            shopper=self.shopper,
            browser=visitor_identification.browser(request, self.seal, self.mall.mall_id),
        )
        shop_no = {"shop_no": self.shop.shop_no}
        sent = {**shop_no, **(parameters or {})}
        response: InternalResponse[Any]
        if isinstance(operation, str):
            response = await self.client.execute(
                caller, api, method, operation, sent, embed=embed, key=key
            )
        else:
            response = await self.client.call(caller, _APIS, operation, sent, embed=embed, key=key)
        if response.session:
            self._sessions.forget(self.mall.mall_id, self.shopper)
            self._store_session(response.session)
        return response

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
