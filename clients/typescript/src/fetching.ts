import { ApiError, certificateError, ConnectionFailed, InvalidResponse } from "./errors.js";
import { number, Pacer } from "./pacing.js";
import { USER_AGENT } from "./version.js";

/** Gives the access token of a call. */
export interface TokenSource {
  /** Return a token; another one than `refused`, which the server has refused. */
  accessToken(refused?: string): Promise<string>;
}

/** One request of a call, when it has ended. It names no token and no value of a call. */
export interface Attempt {
  /** Method and path, with `*` in place of numbers. */
  operation: string;
  /** From 1; of a call that is repeated the second, and so on. */
  number: number;
  /** null: no response came. */
  status: number | null;
  seconds: number;
  /** Number of the call in the app's log of calls; empty: the server named none. */
  requestId: string;
  /** Why no response came; empty: one came. */
  error: string;
}

export interface FetchOptions {
  /** An access token, or what keeps and refreshes tokens. */
  tokens?: string | TokenSource;
  /** Headers of every call. A shopper's session that a response begins is kept here. */
  headers?: Record<string, string>;
  /** How often a call is sent, at most. */
  attempts?: number;
  /** Seconds; a response that asks for a longer wait is an error at once. */
  longestWait?: number;
  /** Seconds that an attempt may take, until the end of its response. */
  timeout?: number;
  pacer?: Pacer;
  /** Called after each request, for logs and metrics. */
  onAttempt?: (attempt: Attempt) => void;
  /** What sends a request; the global `fetch` by default. */
  fetch?: (request: Request) => Promise<Response>;
}

const WRITES = new Set(["POST", "PUT", "DELETE"]);
const RETRIED = new Set([408, 429, 500, 502, 503, 504]);
const SESSION = "x-openmall-session";

/**
 * Return a `fetch` that waits before a call that would be refused, authenticates it, and repeats it
 * when it fails; writes with one `Idempotency-Key`. It throws `ApiError` for 400 and above, and the
 * reason of the request's own signal as soon as that is aborted.
 */
export function pacedFetch(options: FetchOptions): (request: Request) => Promise<Response> {
  const { attempts = 5, longestWait = 60, timeout = 30, pacer = new Pacer(), headers = {} } = options;
  const tell = options.onAttempt ?? (() => undefined);
  const send = options.fetch ?? ((request: Request) => fetch(request));
  return async (original) => {
    const request = new Request(original);
    for (const [name, value] of Object.entries(headers)) {
      if (!request.headers.has(name)) request.headers.set(name, value);
    }
    if (!request.headers.has("User-Agent")) request.headers.set("User-Agent", USER_AGENT);
    if (WRITES.has(request.method) && !request.headers.has("Idempotency-Key")) {
      request.headers.set("Idempotency-Key", crypto.randomUUID());
    }
    const operation = `${request.method} ${new URL(request.url).pathname.replace(/\/\d+/g, "/*")}`;
    let token = "";
    let refreshed = false;
    for (let attempt = 1; ; ) {
      token = await authenticate(request, options.tokens, token);
      await pause(pacer.wait(operation), request.signal);
      let response: Response;
      let body: string;
      const began = performance.now();
      const ended = (status: number | null, requestId: string, error: string) =>
        tell({ operation, number: attempt, status, seconds: (performance.now() - began) / 1000, requestId, error });
      try {
        // a body is read once: each attempt sends a copy
        const limit = AbortSignal.any([request.signal, AbortSignal.timeout(timeout * 1000)]);
        response = await send(new Request(request.clone(), { signal: limit }));
        body = await response.text();
      } catch (error) {
        ended(null, "", String(error));
        request.signal.throwIfAborted();
        // a certificate that is not trusted will not be at the next attempt either
        const untrusted = certificateError(error);
        if (untrusted || attempt >= attempts) {
          const reason = untrusted ? `the server's certificate is not trusted (${untrusted})` : String(error);
          throw new ConnectionFailed(reason, request.headers.get("Idempotency-Key"));
        }
        await pause(backoff(attempt, longestWait), request.signal);
        attempt += 1;
        continue;
      }
      ended(response.status, response.headers.get("x-request-id") ?? "", "");
      pacer.seen(operation, response.status, response.headers);
      const session = response.headers.get(SESSION);
      if (session) headers[SESSION] = session;
      if (response.status === 401 && typeof options.tokens === "object" && !refreshed) {
        // whatever was repeated before; a token that was refused twice is not refreshed again
        refreshed = true;
        token = await options.tokens.accessToken(token);
        continue;
      }
      if (response.ok) return complete(request, response, body);
      const asked = number(response.headers.get("retry-after"));
      const wait = asked ?? backoff(attempt, longestWait);
      if (!RETRIED.has(response.status) || attempt >= attempts || wait > longestWait) {
        throw new ApiError(response.status, parsed(body), response.headers);
      }
      await pause(wait, request.signal);
      attempt += 1;
    }
  };
}

/** Return a response whose body has been read. Throws `InvalidResponse` when it is no JSON. */
function complete(request: Request, response: Response, body: string): Response {
  const { status, statusText, headers, url } = response;
  const isEmpty = status === 204 || request.method === "HEAD";
  const value = isEmpty ? {} : parsed(body);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const what = value === undefined ? "no JSON" : "no JSON object";
    throw new InvalidResponse(status, url, `it is ${what} (${headers.get("content-type") ?? "no content type"})`);
  }
  return new Response(isEmpty ? null : body, { status, statusText, headers });
}

/** Return the value of a JSON text; undefined for another text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function authenticate(
  request: Request,
  tokens: string | TokenSource | undefined,
  known: string,
): Promise<string> {
  if (tokens === undefined) return "";
  const token = known || (typeof tokens === "string" ? tokens : await tokens.accessToken());
  request.headers.set("Authorization", `Bearer ${token}`);
  return token;
}

function backoff(attempt: number, longest: number): number {
  return Math.random() * Math.min(longest, 0.25 * 2 ** attempt);
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  if (seconds <= 0) return Promise.resolve();
  return new Promise((done, failed) => {
    const abort = () => {
      clearTimeout(timer);
      failed(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      done();
    }, seconds * 1000);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}

/** Return an address without a slash at its end: of a mall, or `https://127.0.0.1:8443/@mall` of one on this machine. */
export function root(address: string): string {
  const url = new URL(address);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}
