"""Messages of JSON-RPC 2.0 and MCP, as far as their form goes: what is malformed is refused here.

The SDK would tell what its own validation says. The messages are in English: programs read them.
"""

from typing import Any, Final

import msgspec

from openmall.contract.errors import Invalid
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Reason, Refusal
from openmall.http.request import Answer
from openmall.pages.mcp import refusals
from openmall.pages.mcp.refusals import ARGUMENT_MISSING, ARGUMENT_OF_OTHER_TYPE, TYPES

NO_JSON: Final = object()
"""What is no JSON."""
_CODES: Final = {
    refusals.MESSAGE_NO_JSON: -32700,
    ARGUMENT_MISSING: -32602,
    ARGUMENT_OF_OTHER_TYPE: -32602,
}
"""Refusal -> code of JSON-RPC; of others -32600, an invalid request."""
_FOREIGN: Final = b"errors.pydantic.dev"
"""What the SDK writes for a message that it does not read."""


def decoded(content: bytes) -> Any:
    """Return a message; NO_JSON for what is none."""
    try:
        return msgspec.json.decode(content)
    except (ValueError, RecursionError):
        return NO_JSON


def refusal(message: Any) -> Answer | None:
    """Return the response to a malformed message; None: it is formed well."""
    reason = _reason(message)
    return None if reason is None else _answer(message, reason)


def readable(message: Any, answer: Answer) -> Answer:
    """Return a response of the SDK, without the texts of its validation."""
    if answer.status < 400 or _FOREIGN not in answer.body:
        return answer
    return _answer(message, Reason(refusals.MESSAGE_NOT_READABLE, {}))


def _reason(message: Any) -> Reason | None:
    if message is NO_JSON:
        return Reason(refusals.MESSAGE_NO_JSON, {})
    if not isinstance(message, dict):
        return Reason(refusals.MESSAGE_NO_OBJECT, {})
    if message.get("jsonrpc") != "2.0":
        return Reason(refusals.MESSAGE_OF_OTHER_VERSION, {})
    if "method" not in message and ("result" in message or "error" in message):
        return _reason_of_response(message)
    method, params = message.get("method"), message.get("params")
    if not isinstance(method, str):
        return Reason(refusals.MESSAGE_WITHOUT_METHOD, {})
    if "id" in message and not _is_id(message["id"]):
        return Reason(refusals.MESSAGE_ID_WRONG, {})
    if params is not None and not isinstance(params, dict):
        return Reason(ARGUMENT_OF_OTHER_TYPE, {"name": "params", "expected": TYPES["object"]})
    return _reason_of_call(params or {}) if method == "tools/call" else None


def _is_id(value: Any) -> bool:
    """Return whether a value can be the id of a request.

    MCP, base protocol: "the ID MUST NOT be null". The SDK would take such a request for a
    notification, and acknowledge it without doing anything.
    """
    return isinstance(value, str | int) and not isinstance(value, bool)


def _reason_of_response(message: dict[str, Encodable]) -> Reason | None:
    result, error = message.get("result"), message.get("error")
    if isinstance(result, dict):
        return None
    is_error = isinstance(error, dict) and isinstance(error.get("message"), str)
    return None if is_error else Reason(refusals.MESSAGE_NOT_READABLE, {})


def _reason_of_call(params: dict[str, Encodable]) -> Reason | None:
    """Return what is wrong with the parameters of a call, before the tool is looked up."""
    if "name" not in params:
        return Reason(ARGUMENT_MISSING, {"name": "params.name"})
    for name, kind, expected in (("name", str, "string"), ("arguments", dict, "object")):
        value = params.get(name)
        if not isinstance(value, kind) and not (value is None and name == "arguments"):
            values = {"name": f"params.{name}", "expected": TYPES[expected]}
            return Reason(ARGUMENT_OF_OTHER_TYPE, values)
    return None


def error(of: Refusal | Reason) -> tuple[str, dict[str, Encodable]]:
    """Return message and data of an error of JSON-RPC."""
    told = Invalid(of)
    return told.message, told.more_info()


def _answer(message: Any, reason: Reason) -> Answer:
    """Return an error of JSON-RPC 2.0, section 5: without the id where that is not valid."""
    number = message.get("id") if isinstance(message, dict) else None
    text, data = error(reason)
    body = {
        "jsonrpc": "2.0",
        "id": number if _is_id(number) else None,
        "error": {"code": _CODES.get(reason.refusal, -32600), "message": text, "data": data},
    }
    return Answer(400, msgspec.json.encode(body), [(b"content-type", b"application/json")])
