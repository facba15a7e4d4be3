"""The fault injection rules of a test mall, and how often they applied."""

from typing import Final, get_args

import msgspec
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.access.sandbox import faults as sandbox_faults
from openmall.access.sandbox.refusals import (
    FAULT_FREQUENCY_AMBIGUOUS,
    ONLY_DELAYS_HAVE_DELAY,
    ONLY_WEBHOOKS_ARE_DOUBLED,
    TOO_MANY_FAULTS,
)
from openmall.contract.errors import Forbidden, Invalid
from openmall.contract.sandbox import Effect, Fault, FaultyApi, FaultyMethod
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.http.web.wordings import Wordings, said
from openmall.pages.console.page_context import PageContext, PageError

_EFFECTS: Final[dict[Effect, str]] = {
    "429": marked("429: too many calls"),
    "500": marked("500: server error"),
    "503": marked("503: service unavailable"),
    "504": marked("504: the call took too long"),
    "drop": marked("lost response; the call is executed"),
    "delay": marked("delayed response"),
    "double": marked("a webhook comes twice"),
}
_MESSAGES: Final = {
    "added": marked("The rule was added."),
    "loaded": marked("The script was loaded; counts start at zero."),
    "cleared": marked("All rules were removed."),
}
_WORDINGS: Final[Wordings] = {
    TOO_MANY_FAULTS: marked("A script can have at most {most} rules."),
    ONLY_WEBHOOKS_ARE_DOUBLED: marked(
        "Only webhooks can be doubled, and nothing else applies to them."
    ),
    ONLY_DELAYS_HAVE_DELAY: marked("delay_ms is required for a delay, and allowed only there."),
    FAULT_FREQUENCY_AMBIGUOUS: marked("Choose only one of percent, first and every."),
}
_NUMBERS: Final = {
    "first": 1_000_000, "every": 1_000_000, "percent": 100, "seed": 2_147_483_647,
    "delay_ms": 60_000,
}  # fmt: skip
"""Field with a number -> its maximum."""
_EXAMPLE: Final = """[
  {"effect": "429", "method": "GET", "path": "products*", "every": 5},
  {"effect": "double", "api": "webhooks", "path": "90023", "percent": 50, "seed": 1}
]"""


async def show(context: PageContext) -> Response:
    """Handle `GET /developers/malls/{mall_id}/faults`: show the rules, their counts, and forms."""
    return await _page(context, {}, {})


_DEEDS: Final = Deeds("add", "load", "clear")


async def change(context: PageContext) -> Response:
    """Handle `POST /developers/malls/{mall_id}/faults`: add a rule, load a script, or clear all."""
    form = await context.form(deeds=_DEEDS)
    action = form.deed
    typed = {name: form.text(name) for name in (*Fault.__struct_fields__, "script")}
    if action == "clear":
        return await _load(context, [], typed, "cleared")
    if action == "load":
        script, errors = _script(context, form.text("script"))
        return await (
            _page(context, typed, errors) if errors else _load(context, script, typed, "loaded")
        )
    fault, errors = _rule(context, form)
    return await (_page(context, typed, errors) if errors else _add(context, fault, typed))


async def _add(context: PageContext, fault: Fault, typed: dict[str, str]) -> Response:
    services = context.services
    try:
        await sandbox_faults.add(services.database, services.counters, context.mall.mall_id, fault)
    except Invalid as error:
        # exceeding the maximum number of rules is no error of a field
        field = (error.parameter or "").removeprefix("rules").removeprefix(".")
        return await _page(context, typed, {field: _error_message(context, error)})
    return _redirect(context, "added")


async def _load(
    context: PageContext, script: list[Fault], typed: dict[str, str], done: str
) -> Response:
    services = context.services
    try:
        await sandbox_faults.load(
            services.database, services.counters, context.mall.mall_id, script
        )
    except Invalid as error:
        return await _page(context, typed, {"script": _error_message(context, error)})
    return _redirect(context, done)


def _error_message(context: PageContext, error: Invalid) -> str:
    return said(error.reason, context.translate, _WORDINGS)


def _redirect(context: PageContext, done: str) -> Response:
    return redirect(f"{context.mall_home}/faults?done={done}")


def _rule(context: PageContext, form: Fields) -> tuple[Fault, dict[str, str]]:
    """Return the rule of a form, and its errors by field."""
    errors: dict[str, str] = {}
    texts = {
        "path": form.text("path").strip() or "*",
        "client_id": form.text("client_id").strip(),
    }
    for name, kind in (("effect", Effect), ("api", FaultyApi), ("method", FaultyMethod)):
        texts[name] = form.text(name)
        if texts[name] not in get_args(kind):
            errors[name] = context.translate(marked("Choose one of these."))
    numbers = {}
    for name, most in _NUMBERS.items():
        text = form.text(name).strip() or "0"
        if not (text.isascii() and text.isdigit() and len(text) < 11 and int(text) <= most):
            message = context.translate(marked("Enter a whole number from 0 to %(most)s."))
            errors[name] = message % {"most": f"{most:,}"}
        else:
            numbers[name] = int(text)
    if len(texts["path"]) > 200:
        errors["path"] = context.translate(marked("At most 200 characters."))
    if len(texts["client_id"]) > 100:
        errors["client_id"] = context.translate(marked("At most 100 characters."))
    return (Fault(effect="500") if errors else msgspec.convert({**texts, **numbers}, Fault)), errors


def _script(context: PageContext, text: str) -> tuple[list[Fault], dict[str, str]]:
    """Return the rules of a script, and its errors."""
    try:
        script = sandbox_faults.read(text)
    except ValueError as error:
        return [], {
            "script": context.translate(marked("This is not a valid script: %(why)s"))
            % {"why": error}
        }
    return script, {}


async def _page(context: PageContext, typed: dict[str, str], errors: dict[str, str]) -> Response:
    try:
        async with context.database.reading(context.mall.mall_id) as db:
            script = await sandbox_faults.script(db)
    except Forbidden:
        raise PageError(
            marked("Page not found"),
            marked("This test mall was created before fault rules existed and cannot use them."),
            status=404,
        ) from None
    return context.show(
        "faults.html",
        status=422 if errors else 200,
        mall=context.mall,
        rules=[(each, context.translate(_EFFECTS[each.fault.effect])) for each in script],
        effects=[(effect, context.translate(name)) for effect, name in _EFFECTS.items()],
        apis=[(each, each) for each in get_args(FaultyApi)],
        methods=[
            (each, context.translate(marked("any")) if each == "*" else each)
            for each in get_args(FaultyMethod)
        ],
        typed=typed,
        script=typed.get("script") or _EXAMPLE,
        problems=errors,
        done=context.translate(_MESSAGES.get(context.query.text("done"), "")),
    )
