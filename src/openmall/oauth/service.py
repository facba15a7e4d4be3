"""The authorization server and its pages, as one part of the application."""

from openmall.configuration import Configuration
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.limits.counters import Counters
from openmall.oauth.directory import Directory
from openmall.pipeline.addressing import Address
from openmall.pipeline.request import Receive, Request, Scope, Send


class OAuth:
    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        counters: Counters,
        directory: Directory,
        clock: Clock,
    ) -> None:
        pass

    def serves(self, request: Request) -> bool:
        return False

    async def __call__(
        self, scope: Scope, receive: Receive, send: Send, request: Request, address: Address
    ) -> None:
        raise AssertionError
