"""Sub-resources that a call embeds in an answer."""

from typing import TypeVar

from msgspec import UnsetType

T = TypeVar("T")


def embedded(part: T | UnsetType) -> T:
    """Return a sub-resource of an answer. Raises LookupError where the call embedded none."""
    if isinstance(part, UnsetType):
        raise LookupError("the call embedded no such sub-resource")
    return part
