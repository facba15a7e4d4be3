"""Outcomes of the objects of one call."""

from typing import Any


def failed(status: int, message: str, parameter: str = "", **keys: Any) -> dict[str, Any]:
    """Return the outcome of a failed object, which `keys` identify."""
    more_info = {"parameter": parameter} if parameter else {}
    content = {"code": str(status), "message": message, "more_info": more_info}
    return {**keys, "status": status, **content}
