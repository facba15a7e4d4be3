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

from typing import Any, ClassVar, Final


class ApiError(Exception):
    """An error with the documented body; the pipeline rolls back and renders it."""

    status: ClassVar[int] = 500

    def __init__(self, message: str, *, parameter: str | None = None, retry_after: int = 0) -> None:
        """Take the `message` for the client and the name of the invalid `parameter`, if any.

        `retry_after`: whole seconds after which the call may be retried; 0: no header is sent.
        """
        super().__init__(message)
        self.message = message
        self.parameter = parameter
        self.retry_after = retry_after
        self.objects: list[dict[str, Any]] = []
        """The outcome of each object of a call whose several objects all failed alike."""

    def code(self) -> str:
        """Return `error.code`: the status as a decimal string."""
        return str(self.status)

    def more_info(self) -> dict[str, Any]:
        """Return `error.more_info`: the invalid parameter, and the outcomes of several objects."""
        more_info: dict[str, Any] = {"parameter": self.parameter} if self.parameter else {}
        return more_info | ({"objects": self.objects} if self.objects else {})

    def body(self) -> dict[str, Any]:
        """Return the error body."""
        return {
            "error": {"code": self.code(), "message": self.text(), "more_info": self.more_info()}
        }

    def text(self) -> str:
        """Return the message with the name of the parameter, as sent to the client."""
        return self.message + self.suffix()

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
        message: str = "The content is identical to what is stored, nothing was changed.",
        *,
        parameter: str | None = None,
    ) -> None:
        super().__init__(message, parameter=parameter)


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


def of_status(status: int, message: str, *, parameter: str | None = None) -> ApiError:
    """Return an error of a documented status; of any other, an InternalError."""
    return _KINDS.get(status, InternalError)(message, parameter=parameter)


class DeclarationError(Exception):
    """A row of the registry is inconsistent: the program must not start."""
