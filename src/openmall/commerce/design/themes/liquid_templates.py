"""The templates of themes: Liquid, bounded in nesting, loops, output, memory and time.

A template sees plain data only, and everything it prints is escaped. Templates are parsed once for
each source and worker; themes that have the same source share them.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final, TextIO

from liquid import BoundTemplate, Environment, Node, RenderContext
from liquid.builtin.tags.for_tag import ForTag
from liquid.builtin.tags.tablerow_tag import TablerowNode, TablerowTag
from liquid.exceptions import (
    ContextDepthError,
    FilterArgumentError,
    FilterError,
    LiquidError,
    LiquidInterrupt,
    LiquidTypeError,
    LocalNamespaceLimitError,
    LoopIterationLimitError,
    OutputStreamLimitError,
    StopRender,
    TemplateNotFoundError,
)
from liquid.expression import Expression
from liquid.loader import BaseLoader, TemplateSource
from liquid.stream import TokenStream
from liquid.token import Token

from openmall.commerce.design.themes import template_filters
from openmall.commerce.design.themes.template_errors import TemplateError
from openmall.commerce.design.themes.template_filters import TooMuch

SECONDS: Final = 0.5
"""Processor time that one rendering may take."""
_CHECKS_BETWEEN: Final = 16
"""Steps of a rendering between two looks at the clock."""
MOST_CHARACTERS: Final = 1_500_000
"""Characters of the sources whose templates a worker keeps parsed."""
MOST_TEMPLATES: Final = 1_000
_LONGEST_MESSAGE: Final = 200
_MOST_ITERATIONS: Final = 10_000

Source = Callable[[str], str | None]
"""Returns the source of a page, or None."""


class _OutOfTime(LiquidError):
    """The rendering took too long."""


class _Context(RenderContext):
    """Ends a rendering that takes too long, and finds the pages that a template includes."""

    __slots__ = ("allowance", "source")

    allowance: "_Allowance"
    source: Source

    def copy(self, *arguments: Any, **options: Any) -> RenderContext:
        copied = super().copy(*arguments, **options)
        assert isinstance(copied, _Context)
        copied.allowance = self.allowance
        copied.source = self.source
        return copied

    def filter(self, name: str, token: Token | None) -> Callable[..., object]:
        self.allowance.step()
        return super().filter(name, token)


class _Allowance:
    """The time that is left of a rendering."""

    __slots__ = ("_deadline", "_steps")

    def __init__(self) -> None:
        self._deadline = time.thread_time() + SECONDS
        self._steps = 0

    def step(self) -> None:
        """Raise `_OutOfTime` where the time is over. It is looked at now and then."""
        self._steps += 1
        if self._steps % _CHECKS_BETWEEN == 0 and time.thread_time() > self._deadline:
            raise _OutOfTime("it takes too long", token=None)


class _Step(Node):
    """Stands at the beginning of templates and loops: each costs at least a step."""

    def render_to_output(self, context: RenderContext, buffer: TextIO) -> int:
        assert isinstance(context, _Context)
        context.allowance.step()
        return 0


class _ShortRange(Expression):
    """What a loop runs over, refused where it is longer than loops may be.

    The library looks at the length only after it has skipped or reversed the items.
    """

    __slots__ = ("_iterable",)

    def __init__(self, iterable: Expression) -> None:
        super().__init__(iterable.token)
        self._iterable = iterable

    def __str__(self) -> str:
        return str(self._iterable)

    def evaluate(self, context: RenderContext) -> object:
        value = self._iterable.evaluate(context)
        if isinstance(value, range) and value[:_MOST_ITERATIONS] != value:
            raise LoopIterationLimitError("too long", token=self.token)
        return value

    def children(self) -> Iterable[Expression]:
        return self._iterable.children()


def _counted(node: Any) -> Any:
    """Return a loop, each iteration of which is a step."""
    node.block.nodes.insert(0, _Step(node.token))
    node.expression.iterable = _ShortRange(node.expression.iterable)
    return node


class _CountedFor(ForTag):
    def parse(self, stream: TokenStream) -> Node:
        node: Node = _counted(super().parse(stream))
        return node


class _CountedTablerow(TablerowTag):
    def parse(self, stream: TokenStream) -> TablerowNode:
        node: TablerowNode = _counted(super().parse(stream))
        return node


class _Template(BoundTemplate):
    context_class = _Context

    def render_with_context(
        self, context: RenderContext, buffer: TextIO, *arguments: Any, **options: Any
    ) -> None:
        try:
            context.allowance.step()  # type: ignore[attr-defined] # a `_Context`
            super().render_with_context(context, buffer, *arguments, **options)
        except LiquidError as error:
            error.template_name = error.template_name or self.name
            raise
        except (LiquidInterrupt, StopRender):
            raise
        except Exception as error:
            raise LiquidError(type(error).__name__, token=None, template_name=self.name) from error


class _Parsed(BaseLoader):
    """The templates of this worker by their sources; the longest unused ones are forgotten."""

    def __init__(self, *, escaped: bool) -> None:
        self.environment = _environment(self, escaped=escaped)
        self._templates: OrderedDict[tuple[str, str], BoundTemplate] = OrderedDict()
        self._characters = 0

    @property
    def characters(self) -> int:
        """Characters of the sources that are kept parsed."""
        return self._characters

    @property
    def templates(self) -> int:
        """Number of the templates that are kept parsed."""
        return len(self._templates)

    def of(self, name: str, source: str) -> BoundTemplate:
        """Return a template, parsed unless it is known. Raises LiquidError."""
        key = (name, source)
        template = self._templates.get(key)
        if template is None:
            template = self.environment.from_string(source, name=name)
            self._templates[key] = template
            self._characters += len(source)
            while self._characters > MOST_CHARACTERS or len(self._templates) > MOST_TEMPLATES:
                (_, forgotten), _ = self._templates.popitem(last=False)
                self._characters -= len(forgotten)
        else:
            self._templates.move_to_end(key)
        return template

    def get_source(self, *arguments: Any, **options: Any) -> TemplateSource:
        raise NotImplementedError("templates are found by `load`")

    def load(
        self,
        env: Environment,
        name: str,
        *,
        globals: Mapping[str, object] | None = None,  # noqa: A002 # the library's name
        context: RenderContext | None = None,
        **options: object,
    ) -> BoundTemplate:
        assert isinstance(context, _Context)
        source = context.source(name)
        if source is None:
            raise TemplateNotFoundError(name, token=None)
        return self.of(name, source)


class _Environment(Environment):
    template_class = _Template
    context_depth_limit = 10
    block_nesting_limit = 20
    loop_iteration_limit = _MOST_ITERATIONS
    local_namespace_limit = 1_000_000
    output_stream_limit = 1_000_000


def _environment(parsed: _Parsed, *, escaped: bool) -> _Environment:
    environment = _Environment(autoescape=escaped, loader=parsed)
    environment.filters = template_filters.bounded(environment.filters)
    environment.add_tag(_CountedFor)
    environment.add_tag(_CountedTablerow)
    return environment


PARSED: Final = _Parsed(escaped=True)
_PLAIN: Final = _Parsed(escaped=False)
"""Templates of plain text, whose values are printed as they are."""
_ENVIRONMENT: Final = PARSED.environment


def render(path: str, values: Mapping[str, Any], source: Source) -> str:
    """Return the HTML of a page whose source, and those it includes, `source` returns.

    Raises TemplateError, which names the page that failed and where in it.
    """
    return _render(PARSED, path, values, source)


def render_text(source: str, values: Mapping[str, Any], *, escaped: bool) -> str:
    """Return what a template makes that includes no other one.

    `escaped`: it makes HTML; otherwise values are printed as they are. Raises TemplateError.
    """
    return _render(PARSED if escaped else _PLAIN, "", values, {"": source}.get)


def _render(parsed: _Parsed, path: str, values: Mapping[str, Any], source: Source) -> str:
    try:
        text = source(path)
        if text is None:
            raise TemplateNotFoundError(path, token=None)
        template = parsed.of(path, text)
        context = _Context(template, globals=values)
        context.allowance = _Allowance()
        context.source = source
        buffer = template._get_buffer()  # as `BoundTemplate.render` does
        template.render_with_context(context, buffer)
        return buffer.getvalue()
    except LiquidError as error:
        raise _failure(error, str(error.template_name or path), source) from error
    except RecursionError as error:
        raise TemplateError(path, _NESTED) from error


def check(source: str, *, variables: Collection[str] | None = None) -> None:
    """Raise TemplateError, with line and column, for a source that is no template.

    `variables`: the names of the values that it may use; None: any.
    """
    try:
        found = _ENVIRONMENT.from_string(source).analyze(include_partials=False)
    except (LiquidError, RecursionError) as error:
        raise _syntax_error(error, source) from error
    if variables is not None:
        for name, uses in found.globals.items():
            if name not in variables:
                line, column = _place(source, uses[0].span.index)
                raise TemplateError("", f"unknown variable '{name}'", line, column)
    for name, places in found.filters.items():
        if name not in _ENVIRONMENT.filters:
            line, column = _place(source, places[0].index)
            raise TemplateError("", f"unknown filter '{name}'", line, column)


_NESTED: Final = "the template is nested too deeply"
_MESSAGES: Final = (
    (_OutOfTime, "it takes too long"),
    (LoopIterationLimitError, "its loops have more than 10,000 iterations"),
    (OutputStreamLimitError, "it prints more than 1 MB"),
    (LocalNamespaceLimitError, "its variables take more than 1 MB"),
    (ContextDepthError, "pages include each other more than 10 levels deep"),
    (TooMuch, "a filter makes too much of its value"),
    (TemplateNotFoundError, "it includes a page that does not exist"),
    (FilterArgumentError, "a filter has an argument that it cannot use"),
    (FilterError, "a filter has a value that it cannot use"),
    (LiquidTypeError, "values of different kinds are compared"),
)
"""Kind of an error -> its message. Those of the library may quote data of the page."""


def _failure(error: LiquidError, name: str, source: Source) -> TemplateError:
    message = next(
        (text for kind, text in _MESSAGES if isinstance(error, kind)), "it cannot be rendered"
    )
    line, column = 0, 0
    token = error.token
    # the token may be of another page than the error's: one that includes it
    if token is not None and token.start_index >= 0 and token.source == source(name):
        line, column = _place(token.source, token.start_index)
    return TemplateError(name, message, line, column)


def _syntax_error(error: Exception, source: str) -> TemplateError:
    """Return what is wrong with a source; what is missing is missing at its end."""
    if not isinstance(error, LiquidError):
        return TemplateError("", _NESTED)
    message = str(error.message or error)[:_LONGEST_MESSAGE]
    index = error.token.start_index if error.token is not None else -1
    return TemplateError("", message, *_place(source, index if index >= 0 else len(source)))


def _place(source: str, index: int) -> tuple[int, int]:
    """Return line and column, both from 1."""
    before = source[:index]
    return before.count("\n") + 1, index - (before.rfind("\n") + 1) + 1
