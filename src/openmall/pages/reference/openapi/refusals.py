"""The refusals of the OpenAPI documents."""

from typing import Final

from openmall.contract.refusal import Refusal

DOCUMENT_UNAVAILABLE: Final = Refusal(
    "document_unavailable",
    "The document cannot be made for a moment.",
    remedy="Wait as long as Retry-After says, then ask again.",
)
VERSION_GIVEN_TWICE: Final = Refusal(
    "version_given_twice",
    "The parameter is given twice.",
    remedy="Name one version.",
)
NO_SUCH_VERSION: Final = Refusal(
    "no_such_version",
    "There is no such version, only {versions}.",
    remedy="Name one of the versions.",
)
