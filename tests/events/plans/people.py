"""People of a shop who decide on plans, as the pages of the back office call for them."""

from collections.abc import Callable
from typing import Any

from openmall.access import passwords
from openmall.access.malls import rules as mall_rules
from openmall.access.malls import staff_roles
from openmall.access.malls.rules import Manager
from openmall.access.malls.staff_rights import of_text
from openmall.access.oauth import approval_rules
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.api.pipeline.internal_client import InternalClient
from openmall.api.pipeline.operation_call import InternalCaller
from openmall.contract import api_versions
from openmall.contract import scopes as scope_names
from openmall.contract.approval import ApprovalRule
from openmall.contract.call import App, Identity
from openmall.contract.operation import Operation
from openmall.database.session import Session
from openmall.events.plans import approvals as plan_approvals
from openmall.http.addressing import Address
from openmall.http.request import Request
from tests.world import PASSWORD, World


class Person:
    """Somebody who is signed in to the back office."""

    def __init__(
        self,
        world: World,
        user_id: str,
        manager_type: str = "P",
        rights: str = "",
        *,
        sign_in: bool = False,
    ) -> None:
        """`rights`: of a role that is made for a sub-admin, as it is stored; empty: no role.

        `sign_in`: with a password, so that they can sign in to the pages.
        """
        self._world = world
        self.user_id, self.manager_type, self.role_no = user_id, manager_type, 0
        clock = world.stage.clock

        async def admit(db: Session) -> int:
            role_no = 0
            if rights:
                role_no, _ = await staff_roles.add(db, clock, f"Role of {user_id}", of_text(rights))
            password = passwords.hash_password(PASSWORD) if sign_in else ""
            await mall_rules.admit(
                db, clock, Manager(user_id, user_id, manager_type, password, role_no=role_no)
            )
            return role_no

        self.role_no = world.in_transaction(admit)

    def call(
        self,
        method: str,
        path: str,
        *,
        api: str = "office pages",
        permits: Callable[[Operation], bool] | None = plan_approvals.permits,
        client_id: str = "",
        **parameters: Any,
    ) -> Any:
        """Return the content of an operation's response; raises its ApiError."""

        async def work() -> Any:
            return await self.execute(
                method, path, parameters, api=api, permits=permits, client_id=client_id
            )

        return self._world.stage.run(work)

    async def execute(
        self,
        method: str,
        path: str,
        parameters: dict[str, Any],
        *,
        api: str = "office pages",
        permits: Callable[[Operation], bool] | None = plan_approvals.permits,
        client_id: str = "",
    ) -> Any:
        """Do the same on the application's event loop."""
        caller = await self.caller(permits, client_id)
        answer = await self.client.execute(caller, api, method, path, parameters)
        return answer.content

    @property
    def client(self) -> InternalClient:
        """The client with which the pages of the back office call operations."""
        return self._world.stage.app._back_office._client

    async def caller(
        self, permits: Callable[[Operation], bool] | None, client_id: str = ""
    ) -> InternalCaller:
        """Return this person as the caller of an operation."""
        mall = await self._world.stage.app.directory.mall(self._world.mall_id)
        assert mall is not None
        return InternalCaller(
            request=_request(),
            address=Address(site="mall", mall_id=mall.mall_id, origin=self._world.base_url),
            mall=mall,
            identity=Identity(
                App(client_id, "", api_versions.NEWEST, strict=False, restricted=True),
                frozenset(scope_names.SENTENCES),
                user_id=self.user_id,
                user_type=self.manager_type,
                role_no=self.role_no,
            ),
            permits=permits,
        )

    def decide(self, plan_no: int, decision: str, **rest: Any) -> Any:
        """Decide on a plan; return it."""
        return self.call("POST", f"approvals/{plan_no}/decision", decision=decision, **rest)


def _request() -> Request:
    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    scope = {
        "type": "http", "method": "POST", "scheme": "https", "raw_path": b"/admin/approvals",
        "query_string": b"", "headers": [], "client": ("127.0.0.1", 0),
    }  # fmt: skip
    return Request(scope, receive, "a-page")


def add_rule(world: World, **rule: Any) -> ApprovalRule:
    """Let a mall require approval."""
    app = world.stage.app

    async def work() -> ApprovalRule:
        async with invalidating_transaction(app.database, app.counters, world.mall_id) as db:
            return await approval_rules.add(db, ApprovalRule(rule_no=0, **rule))

    return world.stage.run(work)


def remove_rule(world: World, rule: ApprovalRule) -> None:
    """Let a mall no longer require approval by a rule."""
    app = world.stage.app

    async def work() -> None:
        async with invalidating_transaction(app.database, app.counters, world.mall_id) as db:
            await approval_rules.remove(db, rule.rule_no)

    world.stage.run(work)
