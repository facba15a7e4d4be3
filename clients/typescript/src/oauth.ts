import { ApiError, ConnectionFailed, InvalidResponse, SignInRequired } from "./errors.js";
import { parsed, root, type TokenSource } from "./fetching.js";
import { USER_AGENT } from "./version.js";

/** Seconds before its end at which an access token is refreshed. */
const EARLY = 60;

/** The tokens of an app in a mall. Times are seconds since 1970 by this machine's clock. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiresAt: number;
  refreshExpiresAt: number;
  scopes: string[];
}

/** Where an app's tokens are kept. Processes that share them share a store. */
export interface TokenStore {
  load(): Promise<Tokens | null>;
  /** When it resolves, the tokens survive the end of the process. */
  save(tokens: Tokens): Promise<void>;
  /** Forget the tokens, which are not valid any more. */
  clear(): Promise<void>;
  /** Keep every other user of the store from refreshing meanwhile. */
  locked<T>(work: () => Promise<T>): Promise<T>;
}

/** Tokens of this process alone. */
export class MemoryTokenStore implements TokenStore {
  #tokens: Tokens | null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(tokens: Tokens | null = null) {
    this.#tokens = tokens;
  }

  async load(): Promise<Tokens | null> {
    return this.#tokens;
  }

  async save(tokens: Tokens): Promise<void> {
    this.#tokens = tokens;
  }

  async clear(): Promise<void> {
    this.#tokens = null;
  }

  locked<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

export interface OAuthOptions {
  /** Address of the mall, as https://myshop.example.com. */
  mallUrl: string;
  clientId: string;
  clientSecret: string;
  store?: TokenStore;
  /**
   * The app has chosen that the previous refresh token stays valid until the new one is used: then a
   * refresh whose response was lost is sent again. Otherwise it would be taken for theft.
   */
  overlapping?: boolean;
  /** Seconds that a request of the authorization server may take. */
  timeout?: number;
  fetch?: (request: Request) => Promise<Response>;
}

/** An app in one mall: its authorisation and its tokens. */
export class OAuth implements TokenSource {
  readonly #options: OAuthOptions;
  readonly #store: TokenStore;

  constructor(options: OAuthOptions) {
    this.#options = options;
    this.#store = options.store ?? new MemoryTokenStore();
  }

  /** Return where to send the merchant, and the verifier (PKCE) to keep until they return. */
  async authorizationUrl(
    redirectUri: string,
    scopes: readonly string[],
    state: string,
  ): Promise<{ url: string; verifier: string }> {
    const verifier = base64url(crypto.getRandomValues(new Uint8Array(48)));
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
    const url = new URL(`${root(this.#options.mallUrl)}/api/v2/oauth/authorize`);
    url.search = new URLSearchParams({
      response_type: "code",
      client_id: this.#options.clientId,
      redirect_uri: redirectUri,
      scope: scopes.join(","),
      state,
      code_challenge: base64url(new Uint8Array(digest)),
      code_challenge_method: "S256",
    }).toString();
    return { url: url.toString(), verifier };
  }

  /** Exchange the code a merchant came back with, within a minute, and keep the tokens. */
  exchange(code: string, redirectUri: string, verifier: string): Promise<Tokens> {
    const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
    return this.#store.locked(() => this.#receive(form, "the code was not exchanged, or the response was lost"));
  }

  /** Return an access token, refreshed when it is about to end or was `refused`. */
  async accessToken(refused = ""): Promise<string> {
    const kept = await this.#store.load();
    if (kept && usable(kept, refused)) return kept.accessToken;
    return this.#store.locked(async () => {
      const tokens = await this.#store.load();
      if (!tokens) throw new SignInRequired("the app has no tokens yet");
      if (usable(tokens, refused)) return tokens.accessToken;
      if (tokens.refreshExpiresAt <= Date.now() / 1000) throw new SignInRequired("the refresh token has expired");
      return (await this.#refresh(tokens.refreshToken)).accessToken;
    });
  }

  /**
   * Give the tokens back: the app has no access any more, and the store no tokens. Throws `ApiError`
   * when the server refuses, `ConnectionFailed` when no response came: then the tokens stay in the
   * store, and are possibly valid. It can be called again.
   */
  revoke(): Promise<void> {
    return this.#store.locked(async () => {
      const tokens = await this.#store.load();
      if (!tokens) return;
      const { response, text } = await this.#post("revoke", { token: tokens.refreshToken }, "the tokens may be valid");
      if (!response.ok) throw new ApiError(response.status, parsed(text), response.headers);
      await this.#store.clear();
    });
  }

  async #refresh(refreshToken: string): Promise<Tokens> {
    const attempts = this.#options.overlapping ? 3 : 1;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#receive(
          { grant_type: "refresh_token", refresh_token: refreshToken },
          "the tokens were not refreshed, or the response was lost",
        );
      } catch (error) {
        if (error instanceof ApiError && error.code === "invalid_grant") throw new SignInRequired(error.message);
        if (!(error instanceof ConnectionFailed) || attempt >= attempts) throw error;
        await new Promise((done) => setTimeout(done, 500));
      }
    }
  }

  async #receive(form: Record<string, string>, lost: string): Promise<Tokens> {
    const { response, text } = await this.#post("token", form, lost);
    if (!response.ok) throw new ApiError(response.status, parsed(text), response.headers);
    const tokens = tokensOf(parsed(text));
    if (!tokens) throw new InvalidResponse(response.status, response.url, "it has no tokens");
    await this.#store.save(tokens);
    return tokens;
  }

  /** Return a response and its body. Throws `ConnectionFailed`, with what `lost` says. */
  async #post(endpoint: string, form: Record<string, string>, lost: string): Promise<{ response: Response; text: string }> {
    const { mallUrl, clientId, clientSecret, timeout = 30 } = this.#options;
    const send = this.#options.fetch ?? ((request: Request) => fetch(request));
    const request = new Request(`${root(mallUrl)}/api/v2/oauth/${endpoint}`, {
      method: "POST",
      headers: { "User-Agent": USER_AGENT, Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(timeout * 1000),
    });
    try {
      const response = await send(request);
      return { response, text: await response.text() };
    } catch (error) {
      throw new ConnectionFailed(`${lost}: ${String(error)}`, null);
    }
  }
}

/** Return the tokens of a token endpoint's response; null when it has none. */
function tokensOf(body: unknown): Tokens | null {
  if (typeof body !== "object" || body === null) return null;
  const fields = body as Record<string, unknown>;
  // times have no zone: lifetimes count from `issued_at`
  const now = Date.now() / 1000;
  const end = (name: string): number => now + (Date.parse(`${String(fields[name])}Z`) - Date.parse(`${String(fields["issued_at"])}Z`)) / 1000;
  const tokens = {
    accessToken: String(fields["access_token"] ?? ""),
    refreshToken: String(fields["refresh_token"] ?? ""),
    expiresAt: end("expires_at"),
    refreshExpiresAt: end("refresh_token_expires_at"),
    scopes: Array.isArray(fields["scopes"]) ? fields["scopes"].map(String) : [],
  };
  const isComplete = tokens.accessToken && tokens.refreshToken && tokens.expiresAt > 0 && tokens.refreshExpiresAt > 0;
  return isComplete ? tokens : null;
}

function usable(tokens: Tokens, refused: string): boolean {
  return tokens.accessToken !== refused && tokens.expiresAt - EARLY > Date.now() / 1000;
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
