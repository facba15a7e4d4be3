/** Against a server of its own, which answers what the tests say: what the demo mall cannot be made to do. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { ApiError, ConnectionFailed, InvalidArgument, InvalidResponse } from "../errors.js";
import { type Attempt, type FetchOptions, pacedFetch } from "../fetching.js";
import { admin, PACKAGE_VERSION, verify } from "../index.js";
import { MemoryTokenStore, OAuth } from "../oauth.js";

type Answer = [status: number, body: string, headers?: Record<string, string>] | "no answer" | "broken";

const TOKENS = JSON.stringify({
  access_token: "second",
  refresh_token: "next",
  issued_at: "2026-11-28T12:00:00",
  expires_at: "2026-11-28T14:00:00",
  refresh_token_expires_at: "2026-12-12T12:00:00",
});
const INVALID_CLIENT = JSON.stringify({ error: "invalid_client", error_description: "wrong secret" });
const EXPIRED: Answer = [401, JSON.stringify({ error: { code: "invalid_token", message: "ended" } })];

/** Answer requests of a path in turn, the last answer again and again; return what was asked for. */
async function peer(answers: Record<string, Answer[]>, work: (url: string, asked: string[]) => Promise<void>): Promise<void> {
  const asked: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "";
    asked.push(`${path} ${request.headers.authorization ?? ""}`);
    const left = answers[path] ?? [[404, "{}"]];
    const answer = (left.length > 1 ? left.shift() : left[0]) as Answer;
    request.resume();
    if (answer === "no answer") return;
    if (answer === "broken") {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100" });
      response.write("{", () => response.destroy());
      return;
    }
    const [status, body, headers = {}] = answer;
    response.writeHead(status, { "Content-Type": "application/json", "Retry-After": "0", ...headers }).end(body);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked);
  } finally {
    server.closeAllConnections();
    await new Promise((ended) => server.close(ended));
  }
}

function oauth(url: string, store = authorised()): OAuth {
  return new OAuth({ mallUrl: url, clientId: "app", clientSecret: "secret", store, timeout: 0.5 });
}

function authorised(): MemoryTokenStore {
  const end = Date.now() / 1000 + 7200;
  return new MemoryTokenStore({ accessToken: "first", refreshToken: "one", expiresAt: end, refreshExpiresAt: end, scopes: [] });
}

function get(url: string, options: FetchOptions = {}, init: RequestInit = {}): Promise<Response> {
  return pacedFetch(options)(new Request(`${url}/products`, init));
}

test("a token that ends after another repetition is refreshed", async () => {
  await peer({ "/products": [[503, "{}"], EXPIRED, [503, "{}"], [200, '{"ok":1}']], "/api/v2/oauth/token": [[200, TOKENS]] }, async (url, asked) => {
    const response = await get(url, { tokens: oauth(url), attempts: 3 });
    assert.deepEqual(await response.json(), { ok: 1 });
    const calls = asked.filter((each) => each.startsWith("/products")).map((each) => each.split(" ").at(-1));
    assert.deepEqual(calls, ["first", "first", "second", "second"]);
  });
});

test("a token is refreshed once for a call", async () => {
  await peer({ "/products": [EXPIRED], "/api/v2/oauth/token": [[200, TOKENS]] }, async (url, asked) => {
    await assert.rejects(get(url, { tokens: oauth(url) }), (error) => error instanceof ApiError && error.status === 401);
    assert.equal(asked.length, 3);
  });
});

test("a revocation that is refused is an error and keeps the tokens", async () => {
  const refusals: Answer[] = [[401, INVALID_CLIENT], [503, "<html>"]];
  for (const refusal of refusals) {
    await peer({ "/api/v2/oauth/revoke": [refusal] }, async (url) => {
      const store = authorised();
      await assert.rejects(oauth(url, store).revoke(), (error) => error instanceof ApiError && error.status === refusal[0]);
      assert.equal((await store.load())?.accessToken, "first");
    });
  }
});

test("requests of the authorization server without an answer are failed connections", async () => {
  await peer({ "/api/v2/oauth/revoke": ["no answer"], "/api/v2/oauth/token": ["no answer"] }, async (url) => {
    await assert.rejects(oauth(url).revoke(), ConnectionFailed);
    await assert.rejects(oauth(url).exchange("code", "https://app.example.com", "verifier"), ConnectionFailed);
    await assert.rejects(oauth(url).accessToken("first"), ConnectionFailed);
  });
});

test("a good revocation leaves no tokens", async () => {
  await peer({ "/api/v2/oauth/revoke": [[200, "{}"]] }, async (url) => {
    const store = authorised();
    await oauth(url, store).revoke();
    assert.equal(await store.load(), null);
  });
});

test("a page of a proxy is no response of the API", async () => {
  const html: Answer = [200, "<html>maintenance</html>", { "Content-Type": "text/html" }];
  await peer({ "/products": [html], "/api/v2/oauth/token": [html] }, async (url) => {
    await assert.rejects(get(url), (error) => error instanceof InvalidResponse && /text\/html/.test(error.message));
    await assert.rejects(oauth(url).accessToken("first"), InvalidResponse);
  });
  await peer({ "/products": [[200, '{"half":', {}]] }, (url) => assert.rejects(get(url), InvalidResponse));
  await peer({ "/products": [[204, ""]] }, async (url) => assert.equal((await get(url)).status, 204));
});

test("a response that breaks off is asked for again", async () => {
  await peer({ "/products": ["broken", [200, "{}"]] }, async (url, asked) => {
    assert.equal((await get(url)).status, 200);
    assert.equal(asked.length, 2);
  });
});

test("a signal of the caller ends the call at once", async () => {
  await peer({ "/products": ["no answer"] }, async (url, asked) => {
    const begun = Date.now();
    const ended = get(url, {}, { signal: AbortSignal.timeout(100) });
    await assert.rejects(ended, (error) => error instanceof DOMException && error.name === "TimeoutError");
    assert.equal(asked.length, 1);
    assert.ok(Date.now() - begun < 2000);
  });
  // also while it waits for the next attempt
  await peer({ "/products": [[503, "{}", { "Retry-After": "30" }]] }, async (url) => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 100);
    const begun = Date.now();
    await assert.rejects(get(url, {}, { signal: abort.signal }), (error) => error instanceof DOMException && error.name === "AbortError");
    assert.ok(Date.now() - begun < 2000);
  });
});

test("an attempt takes as long as the client allows", async () => {
  await peer({ "/products": ["no answer", [200, "{}"]] }, async (url, asked) => {
    assert.equal((await get(url, { timeout: 0.3 })).status, 200);
    assert.equal(asked.length, 2);
  });
});

test("a server sees which client calls, and each attempt is told without secrets", async () => {
  const told: Attempt[] = [];
  const agents: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    agents.push(request.headers["user-agent"]);
    response.writeHead(agents.length === 1 ? 503 : 200, { "Retry-After": "0", "X-Request-Id": `r${agents.length}` }).end("{}");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await get(url, { tokens: "hidden-token", onAttempt: (attempt) => told.push(attempt) });
  server.closeAllConnections();
  server.close();

  assert.deepEqual(new Set(agents), new Set([`openmall-client-typescript/${PACKAGE_VERSION}`]));
  const shown = told.map(({ operation, number, status, requestId, error }) => [operation, number, status, requestId, error]);
  assert.deepEqual(shown, [
    ["GET /products", 1, 503, "r1", ""],
    ["GET /products", 2, 200, "r2", ""],
  ]);
  assert.ok(!JSON.stringify(told).includes("hidden-token"));
});

test("an empty list of a filter is refused and of fields is none", async () => {
  const sent: string[] = [];
  const mall = admin("https://shop.example", "token", {
    fetch: async (request) => {
      sent.push(new URL(request.url).search);
      return new Response('{"products": []}');
    },
  });
  await assert.rejects(async () => mall.GET("/products", { params: { query: { product_no: [] as never } } }), InvalidArgument);
  assert.deepEqual(sent, []);
  await mall.GET("/products", { params: { query: { product_no: [1, 2], fields: [] as never } } });

  assert.deepEqual(sent.map(decodeURIComponent), ["?product_no=1,2"]);
});

test("a certificate that is not trusted is no reason to repeat", async () => {
  let requests = 0;
  const failing = async (): Promise<Response> => {
    requests += 1;
    throw new TypeError("fetch failed", { cause: Object.assign(new Error("self-signed"), { code: "SELF_SIGNED_CERT_IN_CHAIN" }) });
  };
  await assert.rejects(get("https://shop.example", { fetch: failing }), /certificate is not trusted \(SELF_SIGNED/);

  assert.equal(requests, 1);
});

for (const body of ["[]", "null", '"maintenance"', "17"]) {
  test(`JSON of a proxy is an error of the package: ${body}`, async () => {
    await peer({ "/products": [[200, body]] }, async (url) => {
      await assert.rejects(get(url), (error) => error instanceof InvalidResponse && error.message.includes("no JSON object"));
    });
  });
}

test("an event has the type of its resource", async () => {
  const secret = Buffer.from("a secret of an app, 32 bytes long").toString("base64");
  const body = JSON.stringify({ event_no: 90075, resource: { product_no: 3, quantity: 5 }, changed_fields: ["quantity"] });
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", Buffer.from(secret, "base64")).update(`m.${at}.${body}`).digest("base64");
  const headers = { "webhook-id": "m", "webhook-timestamp": String(at), "webhook-signature": `v1,${signature}` };
  const event = await verify(secret, headers, body);

  assert.deepEqual(event.changedFields, ["quantity"]);
  assert.ok(event.number === 90075);
  // as the compiler knows it
  const quantity: number = event.resource.quantity;
  assert.equal(quantity, 5);
});
