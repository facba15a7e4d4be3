/** Any error of this package. */
export class OpenmallError extends Error {}

/** There is no token that could be used or refreshed: the merchant has to authorise the app. */
export class SignInRequired extends OpenmallError {}

/** No response came, after all attempts. Whether a write was carried out is unknown. */
export class ConnectionFailed extends OpenmallError {
  constructor(
    reason: string,
    /** Repeat the write with this key to find out without doing it twice. */
    readonly idempotencyKey: string | null,
  ) {
    super(reason);
  }
}

/** A call would not do what its arguments say; nothing was sent. */
export class InvalidArgument extends OpenmallError {}

/** A list has more rows than its `offset` reaches. Narrow it, by dates for example. */
export class PageLimitReached extends OpenmallError {}

/** A webhook was not sent by the server, or too long ago. */
export class InvalidSignature extends OpenmallError {}

/** A response below 400 that is none of the API's: a page of a proxy, for example. Whether a write was carried out is unknown. */
export class InvalidResponse extends OpenmallError {
  constructor(
    readonly status: number,
    url: string,
    reason: string,
  ) {
    super(`response ${status} of ${url}: ${reason}`);
  }
}

const UNTRUSTED = new Set([
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** Return why a certificate was not trusted; empty: the error has another cause, or does not say it. */
export function certificateError(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === "string" && UNTRUSTED.has(code)) return code;
  }
  return "";
}

/** A response with a status of 400 or above. */
export class ApiError extends OpenmallError {
  readonly code: string;
  /** What the server says beyond the message. */
  readonly details: unknown;
  /** Code of the refusal, by which a program decides; empty: the server named none. */
  readonly reason: string;
  /** The values of the message, by name. */
  readonly values: Readonly<Record<string, string | number>>;
  /** Number of the call in the app's log of calls. */
  readonly requestId: string;

  constructor(
    readonly status: number,
    body: unknown,
    headers: Headers,
  ) {
    const error = (body as { error?: unknown } | null)?.error;
    const described = (typeof error === "object" && error !== null ? error : {}) as Record<string, unknown>;
    const message = described["message"] ?? (body as { error_description?: string } | null)?.error_description;
    super(`${status} ${String(message ?? "")}`.trim());
    this.code = String(described["code"] ?? error ?? status);
    this.details = described["more_info"];
    const more = (typeof this.details === "object" && this.details !== null ? this.details : {}) as Record<string, unknown>;
    this.reason = String(more["reason"] ?? "");
    const values = more["values"];
    const named = typeof values === "object" && values !== null && !Array.isArray(values);
    this.values = (named ? values : {}) as Record<string, string | number>;
    this.requestId = headers.get("x-request-id") ?? "";
  }
}
