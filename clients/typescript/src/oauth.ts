import { ApiError, ConnectionFailed, SignInRequired } from "./errors.js";
import { root, type TokenSource } from "./fetching.js";

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
    return this.#store.locked(() => this.#receive(form));
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

  /** Give the tokens back: the app has no access any more. */
  async revoke(): Promise<void> {
    const tokens = await this.#store.load();
    if (tokens) await this.#post("revoke", { token: tokens.refreshToken });
  }

  async #refresh(refreshToken: string): Promise<Tokens> {
    const attempts = this.#options.overlapping ? 3 : 1;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#receive({ grant_type: "refresh_token", refresh_token: refreshToken });
      } catch (error) {
        if (error instanceof ApiError) {
          throw error.code === "invalid_grant" ? new SignInRequired(error.message) : error;
        }
        if (attempt >= attempts) throw new ConnectionFailed(`the tokens were not refreshed, or the response was lost: ${String(error)}`, null);
        await new Promise((done) => setTimeout(done, 500));
      }
    }
  }

  async #receive(form: Record<string, string>): Promise<Tokens> {
    const response = await this.#post("token", form);
    const body = (await response.json().catch(() => null)) as Record<string, string> | null;
    if (!response.ok || !body) throw new ApiError(response.status, body, response.headers);
    // times have no zone: lifetimes count from `issued_at`
    const now = Date.now() / 1000;
    const end = (name: string): number => now + (Date.parse(`${body[name]}Z`) - Date.parse(`${body["issued_at"]}Z`)) / 1000;
    const tokens: Tokens = {
      accessToken: body["access_token"] ?? "",
      refreshToken: body["refresh_token"] ?? "",
      expiresAt: end("expires_at"),
      refreshExpiresAt: end("refresh_token_expires_at"),
      scopes: (body["scopes"] as unknown as string[] | undefined) ?? [],
    };
    await this.#store.save(tokens);
    return tokens;
  }

  #post(endpoint: string, form: Record<string, string>): Promise<Response> {
    const { mallUrl, clientId, clientSecret } = this.#options;
    const send = this.#options.fetch ?? ((request: Request) => fetch(request));
    return send(
      new Request(`${root(mallUrl)}/api/v2/oauth/${endpoint}`, {
        method: "POST",
        headers: { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
        body: new URLSearchParams(form),
      }),
    );
  }
}

function usable(tokens: Tokens, refused: string): boolean {
  return tokens.accessToken !== refused && tokens.expiresAt - EARLY > Date.now() / 1000;
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
