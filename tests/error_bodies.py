"""The one body of all errors, to compare answers with."""

from typing import Any

from openmall.contract.refusal import Reason, declared


class ErrorBody(dict[str, Any]):
    """An error's body by status, message and parameter; reason and values have to fit its message.

    A test that is about the reason compares it by itself.
    """

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, dict) or not isinstance(other.get("error"), dict):
            return False
        sent = other["error"]
        more_info = {**sent.get("more_info", {})}
        refusal = declared().get(more_info.pop("reason", ""))
        values = more_info.pop("values", {})
        if refusal is None or not sent.get("message", "").startswith(
            Reason(refusal, values).text()
        ):
            return False
        return dict.__eq__(self, {**other, "error": {**sent, "more_info": more_info}})

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment] # as of any dict


def error(status: int, message: str, **more_info: Any) -> dict[str, Any]:
    """Return the body of an error."""
    return ErrorBody({"error": {"code": str(status), "message": message, "more_info": more_info}})
