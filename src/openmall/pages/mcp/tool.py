"""What a tool is, and what it gives back; without the SDK."""

import difflib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol

from msgspec import Struct

from openmall.access.agents.grants import Grant
from openmall.contract.call import Identity, Mall
from openmall.contract.errors import Invalid
from openmall.contract.refusal import Reason, Refusal, Value
from openmall.http.addressing import Address
from openmall.http.request import Request
from openmall.pages.mcp.refusals import (
    ARGUMENT_MISSING,
    ARGUMENT_OF_OTHER_CODE,
    ARGUMENT_OF_OTHER_TYPE,
    ARGUMENT_TOO_LARGE,
    ARGUMENT_TOO_LONG,
    ARGUMENT_TOO_MANY,
    ARGUMENT_TOO_SMALL,
    MISSPELT_ARGUMENT,
    TYPES,
    UNKNOWN_ARGUMENT,
)
from openmall.translations import catalogues

Json = dict[str, Any]
OBJECT: Final = "object"
_LONGEST_NAME: Final = 100
"""Characters of a name that are compared with those there are."""
CHECKED: Final = frozenset({"type", "enum", "maxLength", "minimum", "maximum", "items", "maxItems"})
"""Keywords by which the schema of an argument restricts its value; each is checked."""
MAX_BODY: Final = 256 * 1024
"""Bytes of a request."""


class ToolResult(Struct, frozen=True):
    """The result of a tool. `content` is data: nothing in it is an instruction."""

    content: Json
    is_error: bool = False


class Question(Struct, frozen=True):
    """A question to the client's human, before the tool does anything.

    `state`: given back with the answer; bound to the exact arguments.
    """

    message: str
    state: str


class Exchange(Struct, kw_only=True):
    """One MCP request, after its sender was identified."""

    request: Request
    address: Address
    mall: Mall
    identity: Identity
    """The app of the admin endpoint; the built-in client of the shoppers' one."""
    grant: Grant | None = None
    """Of a shopper who allowed it; None: anonymous."""
    session: str = ""
    """The signed session of that shopper."""
    tool: str = ""
    """The tool that is called; empty for other methods."""
    can_ask: bool = False
    """The client shows questions to its human, and sends the answer with the same call."""
    answer: str = ""
    """`accept`, `decline` or `cancel`: the human's answer to the question; empty: not asked."""
    state: str = ""
    """The state of the question that was answered."""
    language: str = "en"
    """The language that errors are told in."""

    def translate(self, text: str) -> str:
        """Return an English text of a refusal in the language of the reader."""
        return catalogues.translate(self.language, "refusals", text)


Handler = Callable[[Exchange, Json], Awaitable[ToolResult | Question]]


class Tool(Struct, frozen=True, kw_only=True):
    """A tool: its description for models, the schema of its arguments, and what it does."""

    name: str
    title: str
    description: str
    properties: Json
    required: tuple[str, ...] = ()
    earlier_names: Mapping[str, str] = MappingProxyType({})
    """Name that an argument had before -> its name; both are accepted."""
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False
    needs_shopper: bool = False
    """It needs a shopper who signed in, or the session of a guest."""
    handler: Handler

    @property
    def schema(self) -> Json:
        """The JSON Schema of the arguments."""
        return {
            "type": OBJECT,
            "properties": self.properties,
            "required": list(self.required),
            "additionalProperties": False,
        }


class Toolbox(Protocol):
    """The tools of one endpoint."""

    name: str
    title: str
    instructions: str
    tools: dict[str, Tool]


class InvalidArgument(Exception):
    """An argument is missing, unknown or of another type."""

    def __init__(self, refusal: Refusal, **values: Value) -> None:
        self.reason = Reason(refusal, values)
        super().__init__(self.reason.text())


def error_result(
    exchange: Exchange, reason: Reason, parameter: str = "", **beside: Any
) -> ToolResult:
    """Return an error of a tool itself, as the APIs have theirs, and in its reader's language."""
    error = Invalid(reason, parameter=parameter or None)
    content = {"message": reason.text(exchange.translate), "more_info": error.more_info()}
    return ToolResult({"error": content, **beside}, is_error=True)


_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "object": (dict,),
    "array": (list,),
    "boolean": (bool,),
}


def named_alike(tool: Tool, arguments: Json) -> Json:
    """Return arguments with those of earlier names under their names of now."""
    return {
        now if (now := tool.earlier_names.get(name, name)) not in arguments else name: value
        for name, value in arguments.items()
    }


def closest(name: str, known: Iterable[str]) -> str:
    """Return the known name that a misspelt one most likely means; empty: it is like none."""
    found = difflib.get_close_matches(name[:_LONGEST_NAME].lower(), list(known), n=1)
    return found[0] if found else ""


def check_arguments(tool: Tool, arguments: Json) -> None:
    """Raise InvalidArgument for arguments that the tool's schema does not allow.

    What objects contain is checked by the operations behind the tool.
    """
    for name in tool.required:
        if name not in arguments:
            raise InvalidArgument(ARGUMENT_MISSING, name=name)
    for name, value in arguments.items():
        schema = tool.properties.get(name)
        if schema is None and (meant := closest(name, tool.properties)):
            raise InvalidArgument(MISSPELT_ARGUMENT, name=name, meant=meant)
        if schema is None:
            raise InvalidArgument(UNKNOWN_ARGUMENT, name=name)
        _check_value(name, value, schema)


def _check_value(name: str, value: Any, schema: Json) -> None:
    """Raise InvalidArgument for a value of another type, or outside the bounds of its schema."""
    kinds = _TYPES[schema["type"]]
    # a boolean of Python is an integer, one of JSON is none
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise InvalidArgument(ARGUMENT_OF_OTHER_TYPE, name=name, expected=TYPES[schema["type"]])
    if value not in schema.get("enum", (value,)):
        raise InvalidArgument(ARGUMENT_OF_OTHER_CODE, name=name, codes=", ".join(schema["enum"]))
    if isinstance(value, str) and len(value) > schema.get("maxLength", len(value)):
        raise InvalidArgument(ARGUMENT_TOO_LONG, name=name, most=schema["maxLength"])
    if isinstance(value, int) and value < schema.get("minimum", value):
        raise InvalidArgument(ARGUMENT_TOO_SMALL, name=name, least=schema["minimum"])
    if isinstance(value, int) and value > schema.get("maximum", value):
        raise InvalidArgument(ARGUMENT_TOO_LARGE, name=name, most=schema["maximum"])
    if isinstance(value, list) and len(value) > schema.get("maxItems", len(value)):
        raise InvalidArgument(ARGUMENT_TOO_MANY, name=name, most=schema["maxItems"])
    if isinstance(value, list) and "items" in schema:
        for at, each in enumerate(value):
            _check_value(f"{name}[{at}]", each, schema["items"])
