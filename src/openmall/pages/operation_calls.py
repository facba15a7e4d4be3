"""Calls of operations by pages: by their handlers, or by their paths where the path is data."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar, overload

from msgspec import Struct

from openmall.api.pipeline.internal_client import InternalClient
from openmall.api.pipeline.operation_call import Inspect, InternalCaller, InternalResponse
from openmall.contract.approval import WaitsForApproval
from openmall.contract.call import Call
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Handler, Operation

P = TypeVar("P", bound=Struct)
A = TypeVar("A")
Permits = Callable[[Operation], bool]
"""Says of an operation whether the user of a page may call it there."""


class OperationCalls:
    """What contexts of pages inherit; each says by whom operations are called, and which."""

    __slots__ = ()

    @property
    def _operations(self) -> tuple[InternalClient, Sequence[str]]:
        """What calls operations, and the APIs whose handlers pages name, the usual one first."""
        raise NotImplementedError

    def _caller(self, permits: Permits | None) -> InternalCaller:
        """Return who calls; `permits`: as of `call`."""
        raise NotImplementedError

    def _sent(self, parameters: Mapping[str, Encodable] | None) -> Mapping[str, Encodable] | None:
        """Return the parameters that are sent."""
        return parameters

    def _answered(self, response: InternalResponse[Any]) -> None:
        """Take note of an answer."""

    def _proposed(self, waits: WaitsForApproval) -> None:
        """Take note of a call that waits for approval."""

    @overload
    async def call(
        self,
        operation: Callable[[Call, P], Awaitable[A]],
        parameters: Mapping[str, Encodable] | None = None,
        *,
        embed: Sequence[str] = (),
        key: str = "",
        inspect: Inspect[A] | None = None,
        permits: Permits | None = None,
    ) -> InternalResponse[A]: ...

    @overload
    async def call(
        self,
        operation: str,
        parameters: Mapping[str, Encodable] | None = None,
        *,
        method: str = "GET",
        api: str = "",
        embed: Sequence[str] = (),
        key: str = "",
        permits: Permits | None = None,
    ) -> InternalResponse[Any]: ...

    async def call(
        self,
        operation: str | Handler,
        parameters: Mapping[str, Encodable] | None = None,
        *,
        method: str = "GET",
        api: str = "",
        embed: Sequence[str] = (),
        key: str = "",
        inspect: Inspect[Any] | None = None,
        permits: Permits | None = None,
    ) -> InternalResponse[Any]:
        """Call an operation as the user of the page: rules, bounds and logs are the API's.

        `operation`: its handler, which answers structs, or its path, which answers plain data with
        the fields that the operation shows. `api`: of the path; empty: the usual one.
        `key`, `inspect`: as in `InternalClient.call`. `permits`: operations that the page may
        call, where it is not the user's role that says so. Raises the ApiError of the operation.
        """
        client, apis = self._operations
        caller, sent = self._caller(permits), self._sent(parameters)
        response: InternalResponse[Any]
        try:
            if isinstance(operation, str):
                response = await client.execute(
                    caller, api or apis[0], method, operation, sent, embed=embed, key=key
                )
            else:
                response = await client.call(
                    caller, apis, operation, sent, embed=embed, key=key, inspect=inspect
                )
        except WaitsForApproval as waits:
            self._proposed(waits)
            raise
        self._answered(response)
        return response
