"""The bodies of errors, to compare answers with.

They are compared by status, message and parameter; reason and values have to fit the message. A
test that is about the reason compares it by itself.
"""

from typing import Any

from openmall.contract.refusal import Reason, declared


class Failure(dict[str, Any]):
    """What says of an error `code`, `message` and `more_info`, and keys beside them."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, dict) or not isinstance(other.get("more_info"), dict):
            return False
        more_info = {**other["more_info"]}
        refusal, values = declared().get(more_info.pop("reason", "")), more_info.pop("values", {})
        if refusal is None:
            return False
        fits = str(other.get("message")).startswith(Reason(refusal, values).text())
        return fits and dict.__eq__(self, {**other, "more_info": more_info})

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment] # as of any dict


def error(status: int, message: str, **more_info: Any) -> dict[str, Any]:
    """Return the body of an error."""
    return {"error": Failure(code=str(status), message=message, more_info=more_info)}


def failed(status: int, message: str, parameter: str = "", **keys: Any) -> dict[str, Any]:
    """Return the outcome of a failed object, which `keys` identify."""
    more_info = {"parameter": parameter} if parameter else {}
    said = {"code": str(status), "message": message, "more_info": more_info}
    return Failure({**keys, "status": status, **said})
