"""Which calls of a test mall go wrong on purpose, and how often they did."""

from typing import Any, Final, get_args

import msgspec
from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.access.sandbox import faults as sandbox_faults
from openmall.contract.errors import Forbidden, Invalid
from openmall.contract.sandbox import Effect, Fault, FaultyApi, FaultyMethod
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console.desk import Desk, Failed, not_understood

_EFFECTS: Final[dict[Effect, str]] = {
    "429": marked("429: too many calls"),
    "500": marked("500: server error"),
    "503": marked("503: service unavailable"),
    "504": marked("504: the call took too long"),
    "drop": marked("lost response; the call is executed"),
    "delay": marked("delayed response"),
    "double": marked("a webhook comes twice"),
}
_DONE: Final = {
    "added": marked("The rule was added."),
    "loaded": marked("The script was loaded; counts start at zero."),
    "cleared": marked("All rules were removed."),
}
_REFUSALS: Final = {
    "A script has 50 faults at most.": marked("A script can have at most 50 rules."),
    "Webhooks are doubled, and nothing else is.": marked(
        "Only webhooks can be doubled, and nothing else applies to them."
    ),
    "A delay, and nothing else, has delay_ms.": marked(
        "delay_ms is required for a delay, and allowed only there."
    ),
    "Say percent, first or every, and one only.": marked(
        "Choose only one of percent, first and every."
    ),
}
"""Message of the API -> what the page says instead."""
_NUMBERS: Final = {
    "first": 1_000_000, "every": 1_000_000, "percent": 100, "seed": 2_147_483_647,
    "delay_ms": 60_000,
}  # fmt: skip
"""Field that says a number -> the highest one it may say."""
_EXAMPLE: Final = """[
  {"effect": "429", "method": "GET", "path": "products*", "every": 5},
  {"effect": "double", "api": "webhooks", "path": "90023", "percent": 50, "seed": 1}
]"""


async def show(desk: Desk) -> Response:
    """`GET /developers/malls/{mall_id}/faults`: the rules with their counts, and forms."""
    return await _shown(desk, {}, {})


async def act(desk: Desk) -> Response:
    """`POST /developers/malls/{mall_id}/faults`: one rule more, a script instead, or none."""
    form = await desk.form()
    deed = form.text("deed")
    typed = {name: form.text(name) for name in (*Fault.__struct_fields__, "script")}
    if deed == "clear":
        return await _load(desk, [], typed, "cleared")
    if deed == "load":
        script, wrong = _script(desk, form.text("script"))
        return await (_shown(desk, typed, wrong) if wrong else _load(desk, script, typed, "loaded"))
    if deed == "add":
        fault, wrong = _rule(desk, form)
        return await (_shown(desk, typed, wrong) if wrong else _add(desk, fault, typed))
    raise not_understood()


async def _add(desk: Desk, fault: Fault, typed: dict[str, str]) -> Response:
    means = desk.means
    try:
        await sandbox_faults.add(means.database, means.counters, desk.mall.mall_id, fault)
    except Invalid as refused:
        # one too many is no field's fault
        field = (refused.parameter or "").removeprefix("rules").removeprefix(".")
        return await _shown(desk, typed, {field: _refusal(desk, refused)})
    return _back(desk, "added")


async def _load(desk: Desk, script: list[Fault], typed: dict[str, str], done: str) -> Response:
    means = desk.means
    try:
        await sandbox_faults.load(means.database, means.counters, desk.mall.mall_id, script)
    except Invalid as refused:
        return await _shown(desk, typed, {"script": _refusal(desk, refused)})
    return _back(desk, done)


def _refusal(desk: Desk, refused: Invalid) -> str:
    return desk.said(_REFUSALS.get(refused.message, refused.message))


def _back(desk: Desk, done: str) -> Response:
    return redirect(f"{desk.mall_home}/faults?done={done}")


def _rule(desk: Desk, form: Fields) -> tuple[Fault, dict[str, str]]:
    """Return the rule that a form says, and what is wrong: field -> a sentence."""
    wrong: dict[str, str] = {}
    said: dict[str, Any] = {
        "path": form.text("path").strip() or "*",
        "client_id": form.text("client_id").strip(),
    }
    for name, kind in (("effect", Effect), ("api", FaultyApi), ("method", FaultyMethod)):
        said[name] = form.text(name)
        if said[name] not in get_args(kind):
            wrong[name] = desk.said(marked("Choose one of these."))
    for name, most in _NUMBERS.items():
        text = form.text(name).strip() or "0"
        if not (text.isascii() and text.isdigit() and len(text) < 11 and int(text) <= most):
            sentence = desk.said(marked("Enter a whole number from 0 to %(most)s."))
            wrong[name] = sentence % {"most": f"{most:,}"}
        else:
            said[name] = int(text)
    if len(said["path"]) > 200:
        wrong["path"] = desk.said(marked("At most 200 characters."))
    if len(said["client_id"]) > 100:
        wrong["client_id"] = desk.said(marked("At most 100 characters."))
    return (Fault(effect="500") if wrong else msgspec.convert(said, Fault)), wrong


def _script(desk: Desk, text: str) -> tuple[list[Fault], dict[str, str]]:
    """Return the rules of a script, and what is wrong with it."""
    try:
        script = sandbox_faults.read(text)
    except ValueError as error:
        return [], {
            "script": desk.said(marked("This is not a valid script: %(why)s")) % {"why": error}
        }
    return script, {}


async def _shown(desk: Desk, typed: dict[str, str], wrong: dict[str, str]) -> Response:
    try:
        async with desk.database.reading(desk.mall.mall_id) as db:
            script = await sandbox_faults.script(db)
    except Forbidden:
        raise Failed(
            marked("Page not found"),
            marked("This test mall was created before fault rules existed and cannot use them."),
            status=404,
        ) from None
    return desk.show(
        "faults.html",
        status=422 if wrong else 200,
        mall=desk.mall,
        rules=[(each, desk.said(_EFFECTS[each.fault.effect])) for each in script],
        effects=[(effect, desk.said(name)) for effect, name in _EFFECTS.items()],
        apis=[(each, each) for each in get_args(FaultyApi)],
        methods=[
            (each, desk.said(marked("any")) if each == "*" else each)
            for each in get_args(FaultyMethod)
        ],
        typed=typed,
        script=typed.get("script") or _EXAMPLE,
        problems=wrong,
        done=desk.said(_DONE.get(desk.query.text("done"), "")),
    )
