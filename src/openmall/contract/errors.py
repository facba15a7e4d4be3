"""Errors of API calls, one class for each documented status.

    ApiError
      Malformed        400  content type, URL encoding, JSON, envelope
      Unauthorized     401  credential missing, unknown, expired or revoked
      Forbidden        403  not HTTPS, missing scope, restricted operation, app deleted
      NotFound         404  unknown URL, shop or entity
      RequestTimeout   408  the client took too long to send its body
      NotModified      409  an update with identical content
      Gone             410  changes that are kept no longer
      PreconditionFailed 412 what a write is conditional on does not hold
      TooLarge         413  body over the configured bound
      Invalid          422  a parameter missing or outside the specification; names it
      TooManyCalls     429  a bucket is full
      InternalError    500  a defect of the server, with an id to quote
      Unavailable      503  the database or the picture store is unavailable
      BudgetSpent      504  the call's time budget is used up

Specification: "Errors".
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from openmall.contract import refusals
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Reason, Refusal, Translate, Value, reason_of


class ApiError(Exception):
    """An error with the documented body; the pipeline rolls back and renders it."""

    status: ClassVar[int] = 500

    def __init__(
        self,
        refusal: Refusal | Reason | str,
        *,
        parameter: str | None = None,
        retry_after: int = 0,
        **values: Value,
    ) -> None:
        """Take what is refused with its `values`, and the name of the invalid `parameter`, if any.

        A text is that of a plug-in, which declares no refusals; the program's own errors have one.
        `retry_after`: whole seconds after which the call may be retried; 0: no header is sent.
        """
        if isinstance(refusal, str):
            refusal = Reason(refusals.UNDECLARED, {"detail": refusal})
        self.reason = refusal if isinstance(refusal, Reason) else Reason(refusal, values)
        self.message = self.reason.text()
        """In English."""
        super().__init__(self.message)
        self.parameter = parameter
        self.retry_after = retry_after
        self.objects: list[dict[str, Encodable]] = []
        """The outcome of each object of a call whose several objects all failed alike."""

    def code(self) -> str:
        """Return `error.code`: the status as a decimal string."""
        return str(self.status)

    def more_info(self) -> dict[str, Encodable]:
        """Return `error.more_info`: the parameter, the code of the refusal, its values, outcomes.

        The outcomes are those of several objects that failed alike.
        """
        more_info: dict[str, Encodable] = {"parameter": self.parameter} if self.parameter else {}
        more_info["reason"] = self.refusal.code
        if self.reason.values:
            more_info["values"] = self.reason.plain()
        return more_info | ({"objects": self.objects} if self.objects else {})

    def body(self) -> dict[str, Encodable]:
        """Return the error body."""
        return {
            "error": {"code": self.code(), "message": self.text(), "more_info": self.more_info()}
        }

    def text(self) -> str:
        """Return the message with the name of the parameter, as sent to the client."""
        return self.message + self.suffix()

    @property
    def refusal(self) -> Refusal:
        """What the call is refused for: what code decides by."""
        return self.reason.refusal

    def say(self, translate: Translate) -> str:
        """Return the message in the language of a reader, without the parameter."""
        return self.reason.text(translate)

    def suffix(self) -> str:
        """Return ` (parameter.<name>)`, the form that client programs parse; empty without one."""
        return f" (parameter.{self.parameter})" if self.parameter else ""


class Malformed(ApiError):
    status = 400


class Unauthorized(ApiError):
    status = 401


class Forbidden(ApiError):
    status = 403


class NotFound(ApiError):
    status = 404


class RequestTimeout(ApiError):
    status = 408


class NotModified(ApiError):
    status = 409

    def __init__(
        self,
        refusal: Refusal | Reason = refusals.IDENTICAL,
        *,
        parameter: str | None = None,
        **values: Value,
    ) -> None:
        reason = Reason(refusal, values) if isinstance(refusal, Refusal) else refusal
        super().__init__(reason, parameter=parameter)


class Gone(ApiError):
    status = 410


class PreconditionFailed(ApiError):
    status = 412


class TooLarge(ApiError):
    status = 413


class Misdirected(ApiError):
    status = 421


class Invalid(ApiError):
    status = 422


class TooManyCalls(ApiError):
    status = 429


class InternalError(ApiError):
    status = 500


class Unavailable(ApiError):
    status = 503


class BudgetSpent(ApiError):
    status = 504


_KINDS: Final[dict[int, type[ApiError]]] = {kind.status: kind for kind in ApiError.__subclasses__()}


def stored(status: int, message: str, more_info: Mapping[str, Any]) -> ApiError:
    """Return an error that was stored: of a documented status, of any other an InternalError."""
    reason = reason_of(more_info.get("reason", ""), more_info.get("values", {}))
    if reason is None:
        reason = Reason(refusals.UNDECLARED, {"detail": message})
    kind = _KINDS.get(status, InternalError)
    return kind(reason, parameter=more_info.get("parameter"))
