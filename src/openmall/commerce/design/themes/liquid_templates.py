"""The templates of themes: Liquid, bounded in nesting, loops, output and time.

A template sees plain data only, and everything it prints is escaped.
"""

import time
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from babel.numbers import format_currency, get_currency_precision
from liquid import BoundTemplate, CachingDictLoader, Environment, RenderContext
from liquid.exceptions import LiquidError
from liquid.filter import with_context
from liquid.token import Token

from openmall.translations import catalogues

SECONDS: Final = 0.5
"""Time that one page may take to render."""
_DEADLINE: Final = "deadline"
_DOMAIN: Final = "sampleshop"
_LONGEST_MESSAGE: Final = 200


class TemplateError(Exception):
    """A template cannot be read or rendered; the message says where."""


class _Context(RenderContext):
    """Ends a rendering that takes too long, wherever a filter or a loop begins."""

    def filter(self, name: str, token: Token | None) -> Callable[..., object]:
        self._check_time(token)
        return super().filter(name, token)

    def raise_for_loop_limit(self, length: int = 1) -> None:
        self._check_time(None)
        super().raise_for_loop_limit(length)

    def _check_time(self, token: Token | None) -> None:
        if time.monotonic() > self.globals.get(_DEADLINE, 0.0):  # type: ignore[operator] # set below
            raise LiquidError("it takes too long", token=token)


class _Template(BoundTemplate):
    context_class = _Context


class _Environment(Environment):
    template_class = _Template
    context_depth_limit = 10
    block_nesting_limit = 20
    loop_iteration_limit = 10_000
    local_namespace_limit = 1_000_000
    output_stream_limit = 1_000_000


class Templates:
    """The pages of a theme by path, parsed when they are first rendered."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._environment = _Environment(autoescape=True, loader=CachingDictLoader(dict(sources)))
        self._environment.filters |= _FILTERS
        self._parsed: dict[str, BoundTemplate] = {}
        self._sources = sources

    def render(self, path: str, values: Mapping[str, Any]) -> str:
        """Return the HTML of a page. Raises TemplateError."""
        try:
            template = self._parsed.get(path)
            if template is None:
                template = self._environment.from_string(self._sources[path], name=path)
                self._parsed[path] = template
            return template.render(values, **{_DEADLINE: time.monotonic() + SECONDS})
        except (LiquidError, RecursionError) as error:
            raise TemplateError(_located(error)) from error


def check(source: str) -> None:
    """Raise TemplateError, with line and column, for a source that is no template."""
    environment = _Environment(autoescape=True)
    environment.filters |= _FILTERS
    try:
        used = environment.from_string(source).analyze(include_partials=False).filters
    except (LiquidError, RecursionError) as error:
        raise TemplateError(_located(error, source)) from error
    for name, places in used.items():
        if name not in environment.filters:
            where = _place(source, places[0].index)
            raise TemplateError(f"{where}: unknown filter '{name}'")


def _located(error: Exception, source: str = "") -> str:
    """Return what is wrong with a template, and at which line and column, both from 1.

    What is missing is missing at the end of the source.
    """
    if not isinstance(error, LiquidError):
        return "the template is nested too deeply"
    message = str(error.message or error)[:_LONGEST_MESSAGE]
    where = error.context() if error.token is not None else None
    if where is not None:
        return f"line {where[0]}, column {where[1] + 1}: {message}"
    return f"{_place(source, len(source))}: {message}" if source else message


def _place(source: str, index: int) -> str:
    before = source[:index]
    column = index - (before.rfind("\n") + 1)
    return f"line {before.count(chr(10)) + 1}, column {column + 1}"


@with_context
def _link(path: object, *, context: RenderContext) -> str:
    """Return the address of a page of the shop."""
    base, text = str(context.globals.get("base", "")), str(path)
    return base + text if text != "/" else base or "/"


@with_context
def _amount(amount: object, *, context: RenderContext) -> str:
    """Format an amount in the shop's currency."""
    currency = str(context.globals.get("currency", "KRW"))
    try:
        value = Decimal(str(amount))
        whole = value == round(value, get_currency_precision(currency))
    except InvalidOperation:
        return ""
    language = str(context.globals.get("language", "en"))
    return str(format_currency(value, currency, locale=language, decimal_quantization=whole))


@with_context
def _translated(text: object, *, context: RenderContext, **values: object) -> str:
    """Return an English text in the visitor's language, `%(name)s` replaced by the value `name`."""
    message = str(text)
    texts = context.globals.get("texts")
    own = texts.get(message) if isinstance(texts, Mapping) else None
    language = str(context.globals.get("language", "en"))
    found = str(own) if own else catalogues.translate(language, _DOMAIN, message)
    for name, value in values.items():
        found = found.replace(f"%({name})s", str(value))
    return found


_FILTERS: Final[dict[str, Callable[..., object]]] = {
    "link": _link,
    "amount": _amount,
    "t": _translated,
}
"""Filters beside those of Liquid."""
