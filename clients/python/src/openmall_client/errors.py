"""What a call may raise."""

import ssl
from collections.abc import Mapping
from typing import Any

import httpx


class OpenmallError(Exception):
    """Any error of this package."""


class ConnectionFailed(OpenmallError):
    """No response came, after all attempts. Whether a write was carried out is unknown.

    Repeat it with the same `idempotency_key` to find out without doing it twice.
    """

    def __init__(self, reason: str, idempotency_key: str | None) -> None:
        super().__init__(reason)
        self.idempotency_key = idempotency_key


def certificate_error(error: BaseException) -> ssl.SSLCertVerificationError | None:
    """Return why a certificate was not trusted; None: an error has another cause."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return cause
        cause = cause.__cause__ or cause.__context__
    return None


def connection_failed(
    error: BaseException, idempotency_key: str | None, told: str = ""
) -> ConnectionFailed:
    """Return the error of a request without a response; `told`: what it leaves open."""
    untrusted = certificate_error(error)
    if untrusted is not None:
        reason = untrusted.verify_message or str(untrusted)
        return ConnectionFailed(
            f"the server's certificate is not trusted ({reason}); `verify=` takes its authority",
            idempotency_key,
        )
    return ConnectionFailed(f"{told}: {error!r}" if told else repr(error), idempotency_key)


class SignInRequired(OpenmallError):
    """There is no token that could be used or refreshed: the merchant has to authorise the app."""


class PageLimitReached(OpenmallError):
    """A list has more rows than its `offset` reaches. Narrow it, by dates for example."""


class InvalidSignature(OpenmallError):
    """A webhook was not sent by the server, or too long ago."""


class InvalidResponse(OpenmallError):
    """A response below 400 that is none of the API's: a page of a proxy, for example.

    Whether a write was carried out is unknown.
    """

    def __init__(self, response: httpx.Response, reason: str) -> None:
        self.status = response.status_code
        self.request_id = response.headers.get("x-request-id", "")
        kind = response.headers.get("content-type", "no content type")
        super().__init__(f"response {self.status} of {response.url} ({kind}): {reason}")


class InvalidArgument(OpenmallError, ValueError):
    """A call would not do what its arguments say; nothing was sent."""


class ApiError(OpenmallError):
    """A response with a status of 400 or above."""

    def __init__(self, status: int, body: Any, headers: Mapping[str, str]) -> None:
        error = body.get("error") if isinstance(body, dict) else None
        # the token endpoint has the shape of RFC 6749 instead
        details = error if isinstance(error, dict) else {}
        self.status = status
        self.code = str(details.get("code") or error or status)
        self.message = str(
            details.get("message")
            or (body.get("error_description") if isinstance(body, dict) else "")
            or f"status {status}"
        )
        self.details: Any = details.get("more_info")
        """What the server says beyond the message; for a wrong value the name of the parameter."""
        more_info = self.details if isinstance(self.details, dict) else {}
        self.reason = str(more_info.get("reason") or "")
        """Code of the refusal, by which a program decides; empty: the server named none."""
        values = more_info.get("values")
        self.values: dict[str, Any] = values if isinstance(values, dict) else {}
        """The values of the message, by name."""
        self.request_id = headers.get("x-request-id", "")
        """Number of the call in the app's log of calls."""
        self.retry_after = seconds(headers.get("retry-after"))
        super().__init__(f"{status} {self.message}")


class InvalidRequest(ApiError):
    """400, 414 or 422: a parameter is missing or wrong."""


class Unauthorized(ApiError):
    """401: the token or the key is not valid."""


class Forbidden(ApiError):
    """403: a scope is missing, or the shop does not permit it."""


class NotFound(ApiError):
    """404."""


class Conflict(ApiError):
    """409: the state of the resource forbids it."""


class PreconditionFailed(ApiError):
    """412: the resource is not as `If-Match` says."""


class RateLimited(ApiError):
    """429, after all attempts."""


class Unavailable(ApiError):
    """500 and above, after all attempts."""


_BY_STATUS: dict[int, type[ApiError]] = {
    400: InvalidRequest,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    412: PreconditionFailed,
    414: InvalidRequest,
    422: InvalidRequest,
    429: RateLimited,
}


def error_of(response: httpx.Response) -> ApiError:
    """Return the error that a response of 400 or above describes."""
    try:
        body = response.json()
    except ValueError:
        body = None
    kind = _BY_STATUS.get(response.status_code)
    if kind is None:
        kind = Unavailable if response.status_code >= 500 else ApiError
    return kind(response.status_code, body, response.headers)


def body_of(response: httpx.Response) -> Any:
    """Return the JSON object of a response; None where it has no content.

    Raises InvalidResponse.
    """
    if response.status_code == httpx.codes.NO_CONTENT:
        return None
    try:
        body = response.json()
    except ValueError:
        raise InvalidResponse(response, "it is no JSON") from None
    if not isinstance(body, dict):
        raise InvalidResponse(response, "it is no JSON object")
    return body


def seconds(text: str | None) -> float | None:
    """Return the number of seconds that a header says; None when it says none."""
    try:
        return max(0.0, float(text)) if text else None
    except ValueError:
        return None
