"""Time is asked of a clock, and of the mall's own where something is done in a mall."""

import ast
from collections.abc import Iterator

from tests.guards.sources import Source, sources

LOOKS = {("time", "time"), ("datetime", "now"), ("datetime", "utcnow"), ("date", "today")}
AT_THE_MACHINE = {
    "contract/moments": "the clock itself",
    "web_worker": "the application is given the clock here",
    "running/plaintext_listener": "the application of the plain listener is given the clock here",
    "http/request": "ids of requests",
    "media/store": "how old a file is says the machine that wrote it",
    "media/workshop": "how old a file is says the machine that wrote it",
    "http/periodic_task": "how late a routine is says the machine that runs it",
    "running/observability/meter": "how old a file is says the machine that wrote it",
    "cli/operating/backup": "a copy is of a moment of all malls",
    "cli/operating/files": "how old a file is says the machine that wrote it",
    "cli/installation": "a command is given the clock here",
    "cli/operating/world": "where the past of a mall ends that is yet to be made",
    "cli/apps/event_forwarding": "a receiver beside the command is called by the machine's clock",
    "cli/operating/doctor": "whether the machine's clock is right is what is looked at",
    "cli/operating/serve": "certificates are of the machine, and hold for all malls",
    "contract/journal/changes": "triggers of the database look at the machine's clock as well",
    "access/limits/write_times": "when its states fade, as all counters do, says the machine",
}
"""Module -> why it looks at the machine's own clock, or takes it."""
HOLDERS = {"self", "opened", "here", "means", "services", "installation"}
ASKS = {"Directory", "Sessioniser"}
"""What is given the machine's clock: the first ages by it what it remembers, the second asks of
each mall what time it is there."""
BY_THE_MACHINE = {
    ("analytics/collecting/addresses", "of"): "a key is of a day of all malls",
    ("analytics/collecting/addresses", "forget"): "a key is of a day of all malls",
    ("analytics/collecting/collector", "_count"): "limits are the machine's",
    (
        "pages/sampleshop/themes/theme_directory",
        "design",
    ): "how long a worker believes what it has read",
    ("analytics/collecting/setting", "of"): "how long a worker believes what it has read",
    (
        "commerce/application/scripttags/placement",
        "of",
    ): "how long a worker believes what it has read",
    ("commerce/customer/member_sessions", "valid"): "how long a worker believes what it has read",
    ("cli/apps/app", "create"): "an app is registered for all malls",
    ("cli/apps/app", "rotate_secret"): "an app is registered for all malls",
    ("cli/apps/app_version", "version"): "versions end for all malls at once",
    ("cli/malls/create_many", "_create"): "a mall that is opened has no clock of its own yet",
    ("cli/malls/currency", "work"): "exchange rates are of all malls",
    ("events/request_log/writer", "_write_some"): "calls are logged by when they came",
    ("events/request_log/writer", "_prune"): "calls are logged by when they came",
    ("cli/apps/calls", "follow_calls"): "calls are logged by when they came",
    ("pages/reference/service", "_answer_or_error"): "a developer is of the installation",
    ("pages/reference/service", "_authenticated"): "a developer is of the installation",
    ("cli/apps/developer", "work"): "a developer is of the installation",
    ("cli/operating/operator", "work"): "an operator is of the installation",
    ("pages/operator/answering", "answer"): "forms of operators are of the installation",
    ("pages/sent_forms", "claim"): "it is the clock of the site whose form it is",
    ("pages/sent_forms", "_store"): "it is the clock of the site whose form it is",
    ("pages/operator/page_context", "audited"): "operators are of the installation",
    ("pages/operator/page_context", "sign_in_backoff"): "operators are of the installation",
    ("pages/operator/page_context", "second_step_backoff"): "operators are of the installation",
    ("pages/backoffice/accounts/staff_openid", "begin"): "limits are the machine's",
    (
        "pages/backoffice/accounts/staff_openid",
        "_round_trip",
    ): "a provider and its tokens are of all malls",
    ("pages/openid_round_trip", "leave"): "the clock of its tenant, which it is given",
    ("pages/openid_round_trip", "begun"): "the clock of its tenant, which it is given",
    ("pages/openid_round_trip", "account"): "the clock of its tenant, which it is given",
    ("events/operator_tasks/worker", "work"): "work of operators is of the installation",
    ("events/operator_tasks/worker", "_run"): "work of operators is of the installation",
    ("pages/sampleshop/service", "_limit_rate"): "limits are the machine's",
    ("pages/mcp/service", "_limit"): "limits are the machine's",
    ("pages/mcp/service", "_record"): "calls are logged by when they came",
    ("cli/apps/event_forwarding", "bring"): "a receiver is out in the world, in no mall",
    ("cli/apps/listen", "work"): "a receiver is out in the world, in no mall",
    ("cli/apps/webhooks", "_service"): "a receiver is out in the world, in no mall",
    ("cli/malls/mall", "work"): "a mall that is opened has no clock of its own yet",
    ("cli/apps/trigger", "_happen"): "what is triggered asks its sandbox",
    ("running/periodic", "settle_sandboxes"): "deliveries of webhooks go by the machine's clock",
    ("running/periodic", "settle_mall"): "deliveries of webhooks go by the machine's clock",
    ("running/periodic", "_settle_once"): "messages are delivered by the machine's clock",
    ("cli/malls/sandbox", "work"): "a sandbox is so far ahead of the machine's clock",
    ("contract/moments", "now"): "the clock of a sandbox, which is ahead of the machine's",
    ("running/observability/installation", "look"): "how long something has waited in any mall",
    ("access/oauth/backoff", "attempt"): "of the clock it is given: managers wait by the machine's",
    ("access/oauth/backoff", "succeeded"): "as it was when it was tried",
    ("access/oauth/browser_endpoints", "sign_in"): "whoever guesses waits by the machine's clock",
    ("access/oauth/second_step", "prove"): "whoever guesses waits by the machine's clock",
    ("access/oauth/second_step", "_ceremony"): "challenges end by the machine's clock",
    ("access/oauth/passkey_sign_in", "prove"): "challenges end by the machine's clock",
    ("access/oauth/passkey_sign_in", "_wait"): "whoever guesses waits by the machine's clock",
    ("access/oauth/browser_endpoints", "_sign_in_page"): "challenges end by the machine's clock",
    ("access/malls/passkey_ceremonies", "begin"): "challenges end by the machine's clock",
    ("access/malls/passkey_ceremonies", "read"): "challenges end by the machine's clock",
    ("access/malls/passkey_ceremonies", "spend"): "challenges end by the machine's clock",
    (
        "pages/backoffice/accounts/signed_out",
        "_admitted",
    ): "whoever asks often waits by the machine's clock",
    ("access/oauth/endpoints", "token"): "an app's secrets overlap in all malls at once",
    ("access/oauth/endpoints", "revoke"): "an app's secrets overlap in all malls at once",
    ("access/oauth/directory", "_now"): "how long a worker believes what it has read",
    ("commerce/order/billing/gateways/gateway", "call"): "it is given the mall's",
    (
        "commerce/order/billing/gateways/gateway",
        "machine_now",
    ): "a payment app is out in the world, in no mall",
    ("pages/payments", "_count"): "limits are the machine's",
    ("pages/sampleshop/page_context", "_store_session"): "it is given the mall's",
    ("pages/sampleshop/page_context", "clock"): "it is given the mall's",
    ("pages/sampleshop/page_context", "now"): "it is given the mall's",
    (
        "events/webhooks/delivery/queue_delivery",
        "__init__",
    ): "a receiver is out in the world, in no mall",
    (
        "events/webhooks/delivery/attempt",
        "deliver",
    ): "a receiver is out in the world, in no mall",
    ("events/messages/delivery", "work"): "a mail server is out in the world, in no mall",
    ("events/messages/delivery", "_claim"): "a mail server is out in the world, in no mall",
    ("events/messages/delivery", "_hand_over"): "a mail server is out in the world, in no mall",
    ("events/messages/delivery", "_end"): "a mail server is out in the world, in no mall",
    ("events/messages/provider", "send"): "a provider is out in the world, in no mall",
    ("api/pipeline/request_context", "call"): "what all malls count together is the machine's",
    ("api/pipeline/pipeline", "__init__"): "each step asks the mall for its own",
    ("api/pipeline/pipeline", "handle"): "limits are the machine's",
}
"""Module and function -> why it goes by a clock that it did not ask a mall for."""
GIVEN = {
    "cli/demo": "the demo mall is opened by the command itself, and is no sandbox",
    "apptesting": "a new mall shows the machine's time, and what is triggered asks its sandbox",
    "demo": "whoever fills the demo mall was given its clock",
    "transfer/imports": "an import is given the clock of the mall",
    "demo/simulated_history": "a world is made by a clock that stands in its past",
}
"""Rooms whose work is all done in one mall, by the clock they are given."""


def _name(source: Source) -> str:
    return "/".join(source.parts)


def test_only_the_clock_looks_at_the_machines_own() -> None:
    # a sandbox moves time; whoever looks at the machine's own clock stays behind
    looking = {
        _name(source): source.at(node)
        for source in sources()
        if "migrations" not in source.parts
        for node in source.nodes
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and (node.value.id, node.attr) in LOOKS
        )
        or (isinstance(node, ast.Name) and node.id == "SystemClock")
        or (isinstance(node, ast.ImportFrom) and _imports_a_look(node))
    }
    assert {place for name, place in looking.items() if name not in AT_THE_MACHINE} == set()
    assert AT_THE_MACHINE.keys() - looking.keys() == set(), "which look no more"


def _imports_a_look(node: ast.ImportFrom) -> bool:
    return node.module == "time" and any(alias.name == "time" for alias in node.names)


def test_what_is_done_in_a_mall_goes_by_the_malls_clock() -> None:
    # whoever holds the machine's clock asks the mall, or all malls, for theirs first
    found = {
        (_name(source), function): source.at(node)
        for source in sources()
        if not _name(source).startswith(tuple(f"{room}/" for room in GIVEN))
        for node, function in _held(source)
    }
    assert {place for key, place in found.items() if key not in BY_THE_MACHINE} == set(), (
        "take mall.clock(...), Clocks.of(...) or clock_of(...), or say why not"
    )
    assert BY_THE_MACHINE.keys() - found.keys() == set(), "which do so no more"


def _held(source: Source) -> Iterator[tuple[ast.Attribute, str]]:
    """Return where the clock somebody holds is used as it is, and in which function."""
    if "clock" not in source.text:
        return
    parents = {child: node for node in source.nodes for child in ast.iter_child_nodes(node)}
    for node in source.nodes:
        if (
            isinstance(node, ast.Attribute)
            and node.attr in ("clock", "_clock")
            and isinstance(node.value, ast.Name)
            and node.value.id in HOLDERS
            and isinstance(node.ctx, ast.Load)
            and not _asks(parents[node])
        ):
            yield node, _function(node, parents)


def _asks(node: ast.AST) -> bool:
    """Say whether a node is a call that makes of the machine's clock the one of a mall."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name):
        return node.func.id in ASKS
    # mall.clock(...), and of(...) or every(...) of the sandboxes' clocks
    called = node.func
    assert isinstance(called, ast.Attribute)
    if called.attr == "clock":
        return True
    return (
        called.attr in ("of", "every")
        and isinstance(called.value, ast.Name)
        and called.value.id == "sandbox_clock"
    )


def _function(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> str:
    while not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        node = parents[node]
    return node.name


COUNTS = {"decide", "update"}
"""What counters are asked for."""


def _of_a_mall(argument: ast.expr) -> bool:
    """Say whether an argument is, or asks, the clock of a mall."""
    return any(
        isinstance(node, ast.Attribute)
        and node.attr in ("clock", "mall_clock")
        and isinstance(node.value, ast.Name)
        and node.value.id in ("call", "mall", "context")
        for node in ast.walk(argument)
    )


def test_counters_which_all_malls_share_go_by_the_machines_clock() -> None:
    # a sandbox that is ahead would lock out everybody who is counted under the same key
    counting, found = 0, []
    for source in sources():
        for node in source.nodes:
            if not isinstance(node, ast.Call):
                continue
            called = node.func
            counts = isinstance(called, ast.Attribute) and (
                called.attr in COUNTS and ast.unparse(called.value).endswith("counters")
            )
            if counts or (isinstance(called, ast.Name) and called.id == "Backoff"):
                counting += 1
                arguments = [*node.args, *(each.value for each in node.keywords)]
                if _name(source).startswith(("pages/console/", "pages/operator/")):
                    continue  # the consoles are of the installation, and so is their clock
                found += [source.at(node) for each in arguments if _of_a_mall(each)]
    assert found == [], "take call.machine_clock"
    assert counting >= 10


def test_limits_know_no_malls_clock() -> None:
    modules = ("access/limits/", "access/oauth/backoff")
    known = {
        source.at(node)
        for source in sources()
        if _name(source).startswith(modules)
        for node in source.nodes
        if isinstance(node, ast.Name | ast.alias)
        and (node.name if isinstance(node, ast.alias) else node.id) in ("Ahead", "Clocks", "Mall")
    }
    assert known == set()
