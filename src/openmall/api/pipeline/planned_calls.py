"""The call of a plan, as it is executed again: its context, its caller, and its services."""

from urllib.parse import unquote

import msgspec

from openmall.access.oauth import apps as registered_apps
from openmall.api.pipeline.api_definitions import ApiDefinitions
from openmall.api.pipeline.request_context import RequestContext
from openmall.contract import api_versions
from openmall.contract import scopes as scope_names
from openmall.contract.call import App, Call, Identity, Services
from openmall.contract.json_values import Json
from openmall.database.session import Session
from openmall.events.plans.store import Plan
from openmall.http.addressing import Address
from openmall.http.request import Request


def context_of(
    definitions: ApiDefinitions, call: Call, plan: Plan, caller: Identity
) -> RequestContext:
    """Return the context of the call of a plan, by `caller`."""
    own = not plan.path.startswith("/")
    request = Request(
        {
            "method": plan.operation.partition(" ")[0],
            "scheme": "https",
            "headers": [],
            "raw_path": b"/" if own else plan.path.encode(),
            "query_string": b"",
            "client": (call.ip, 0),
        },
        _nothing,
        f"plan-{call.mall.mall_id}-{plan.plan_no}",
    )
    address = Address(site="mall", mall_id=call.mall.mall_id, origin=plan.origin)
    context = RequestContext(request, address, call.machine_clock.now())
    if own:
        name, _, below = plan.path.partition("/")
        context.plan_path = plan.path
        context.api = next(each for each in definitions.own if each.name == name)
        found = context.api.router.find([unquote(part) for part in below.split("/")])
    else:
        context.api, found = definitions.resolve(address, request.raw_path)
    assert found is not None
    context.operation = found[0][request.method]
    context.path = dict(zip(context.operation.placeholders, found[1], strict=True))
    context.mall, context.caller, context.version = call.mall, caller, plan.version
    context.query = [(name, value) for name, value in msgspec.json.decode(plan.query)]
    context.selection = msgspec.json.decode(plan.wanted)
    return context


async def proposer(db: Session, plan: Plan) -> Identity | None:
    """Return who proposed a call, with its permissions; None: the shop no longer allows it."""
    if not plan.client_id:
        app = App("", "", api_versions.NEWEST, strict=False, restricted=True)
        return Identity(app, frozenset(), plan.user_id, plan.user_type, plan.role_no)
    registered = await registered_apps.find(db, plan.client_id)
    granted = frozenset(await registered_apps.allowed(db, plan.client_id) or ())
    if registered is None or not scope_names.shows_plan(granted, plan.scope):
        return None
    app = App(
        registered.client_id,
        registered.name,
        registered.version,
        strict=registered.strict,
        restricted=registered.restricted,
    )
    scopes = (frozenset(plan.scopes.split()) & granted) | {plan.scope}
    return Identity(app, scopes, plan.user_id, plan.user_type, plan.role_no)


def services_of(call: Call) -> Services:
    """Return the services that the call which applies a plan has."""
    return Services(
        call.machine_clock,
        call.seal,
        call.pictures,
        call.tally,
        call.counters,
        call.engine,
        call.database,
        call.outgoing,
        call.plans,
        call.links,
        call.undo,
    )


async def _nothing() -> dict[str, Json]:
    return {"type": "http.disconnect"}
