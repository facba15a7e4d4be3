"""What openmall answers when a call cannot be done, one class a documented status.

    ApiError
      Malformed        400  content type, URL encoding, JSON, envelope
      Unauthorized     401  no credential, or one that is unknown, expired, revoked
      Forbidden        403  not HTTPS, missing scope, restricted operation, app deleted
      NotFound         404  wrong URL, unknown shop, entity that is not there
      RequestTimeout   408  the client took too long to send its body
      NotModified      409  an update with identical content
      TooLarge         413  body over the configured bound
      Invalid          422  a parameter missing or outside the specification; names it
      TooManyCalls     429  a bucket is full
      InternalError    500  a fault of ours, with an id to quote
      Unavailable      503  the database, or where pictures are kept, is away
      BudgetSpent      504  the call's time budget is spent

Specification: "Errors".
"""

from typing import ClassVar


class ApiError(Exception):
    """An answer with the documented error body; the pipeline renders it and changes nothing."""

    status: ClassVar[int] = 500

    def __init__(self, message: str, *, parameter: str | None = None, retry_after: int = 0) -> None:
        """Take the `message` for the client and, when one is at fault, the `parameter`'s name.

        `retry_after`: whole seconds after which the same call may be repeated; 0 says nothing.
        """
        super().__init__(message)
        self.message = message
        self.parameter = parameter
        self.retry_after = retry_after

    def text(self) -> str:
        """Return the message as the client reads it, with the parameter it is about."""
        return self.message + self.suffix()

    def suffix(self) -> str:
        """Return ` (parameter.<name>)`, the form in which client programs look for the name."""
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


class TooLarge(ApiError):
    status = 413


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


class DeclarationError(Exception):
    """A row of the registry contradicts itself: the program must not start."""
