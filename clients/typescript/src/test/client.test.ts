/** Against the demo mall whose `demo.json` is named by OPENMALL_DEMO; run by `make release-check ONLY=clients`. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { admin, analytics, ApiError, InvalidSignature, OAuth, Pacer, partner, SignInRequired, storefront, verify } from "../index.js";
import { pages } from "../generated/admin_pages.js";
import { FileTokenStore } from "../node.js";
import { walk } from "../paging.js";

const demo = JSON.parse(readFileSync(process.env["OPENMALL_DEMO"] ?? "", "utf-8"));
const app = demo.apps.find((each: { name: string }) => each.name === "full");
const mall = admin(demo.local_url, app.access_token);

test("a list is walked by numbers and by offsets", async () => {
  const counted = await mall.GET("/products/count");
  const page = async (query: object) => (await mall.GET("/products", { params: { query } })).data as Record<string, unknown>;
  // several pages of the demo's products
  const small = { ...pages["/products"], size: 20 };
  const numbers = async (query: Record<string, unknown>) => {
    const found: number[] = [];
    for await (const row of walk<{ product_no: number }>(small, query, page)) found.push(row.product_no);
    return found;
  };
  const byNumber = await numbers({});
  const byOffset = await numbers({ sort: "created_date" });
  const iterated: number[] = [];
  for await (const row of mall.iterate("/products")) iterated.push(row.product_no ?? 0);

  assert.equal(byNumber.length, counted.data?.count);
  assert.ok(byNumber.length > 3 * small.size);
  assert.deepEqual(byOffset.toSorted((a, b) => a - b), byNumber);
  assert.deepEqual(iterated, byNumber);
});

test("a client that never stops is never refused", async () => {
  let refused = 0;
  const counting = admin(demo.local_url, app.access_token, {
    attempts: 1,
    fetch: async (request) => {
      const response = await fetch(request);
      refused += response.status === 429 ? 1 : 0;
      return response;
    },
  });
  for (let n = 0; n < 50; n += 1) await counting.GET("/products", { params: { query: { limit: 1 } } });

  assert.equal(refused, 0);
});

test("errors say what is wrong", async () => {
  await assert.rejects(mall.GET("/products/{product_no}", { params: { path: { product_no: 2_000_000_000 } } }), (error) => {
    assert.ok(error instanceof ApiError);
    return error.status === 404 && error.requestId !== "";
  });
  await assert.rejects(mall.GET("/products", { params: { query: { limit: 1000 } } }), /limit/);
});

test("a write whose response is lost is done once", async () => {
  const name = `Lost ${randomUUID()}`;
  let lost = 0;
  const losing = admin(demo.local_url, app.access_token, {
    fetch: async (request) => {
      const response = await fetch(request);
      if (request.method === "POST" && lost++ < 2) throw new TypeError("fetch failed");
      return response;
    },
  });
  await losing.POST("/products", { body: { request: { product_name: name, supply_price: "1000.00" } } });
  const found = await mall.GET("/products", { params: { query: { product_name: [name] } } });

  assert.equal(lost, 3);
  assert.equal(found.data?.products.length, 1);
});

test("one of many processes refreshes", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "openmall-")), "tokens.json");
  const store = new FileTokenStore(path);
  const now = Date.now() / 1000;
  // an app of its own: its tokens are given back
  const app = demo.apps.find((each: { name: string }) => each.name !== "full");
  await store.save({ accessToken: app.access_token, refreshToken: app.refresh_token, expiresAt: now, refreshExpiresAt: now + 1000, scopes: [] });
  const program = fileURLToPath(new URL("./refreshing.js", import.meta.url));
  const words = [program, demo.local_url, app.client_id, app.client_secret, path];
  const done = await Promise.all(Array.from({ length: 6 }, () => promisify(execFile)(process.execPath, words)));
  const tokens = new Set(done.map((each) => each.stdout.trim()));

  assert.equal(tokens.size, 1);
  assert.ok(!tokens.has(app.access_token));
  const oauth = new OAuth({ mallUrl: demo.local_url, clientId: app.client_id, clientSecret: app.client_secret, store });
  const renewed = admin(demo.local_url, oauth);
  assert.ok((await renewed.GET("/products/count")).data);
  await oauth.revoke();
  await assert.rejects(renewed.GET("/products/count"), SignInRequired);
});

test("shoppers, partners and analytics are called alike", async () => {
  const shop = storefront(demo.local_url, app.client_id, app.front_api_key);
  const listed = await shop.GET("/products", { params: { query: { limit: 3 } } });
  assert.equal(listed.data?.products.length, 3);
  const collection = partner(demo.local_url, demo.partner.client_id, demo.partner.client_secret);
  assert.ok(((await collection.GET("/products/count")).data?.count ?? 0) > 0);
  const reports = analytics(demo.local_url, app.access_token);
  const dates = { mall_id: demo.mall_id, start_date: "2026-11-01", end_date: "2026-11-20" };
  const viewed = await reports.GET("/visitors/view", { params: { query: dates } });
  assert.ok(viewed.data?.view);
});

test("a genuine delivery is an event and any other is refused", async () => {
  const secret = `whsec_${Buffer.from("a secret of an app, 32 bytes long").toString("base64")}`;
  const body = JSON.stringify({ event_no: 90023, resource: { mall_id: "demo" } });
  const at = Math.floor(Date.now() / 1000);
  const key = Buffer.from(secret.slice(6), "base64");
  const signature = createHmac("sha256", key).update(`msg_1.${at}.${body}`).digest("base64");
  const headers = { "Webhook-Id": "msg_1", "Webhook-Timestamp": `${at}`, "Webhook-Signature": `v1,x v1,${signature}`, "X-Event-Sequence": "12" };

  assert.equal((await verify(secret, headers, body)).sequence, 12);
  assert.equal((await verify(secret, new Headers(headers), Buffer.from(body))).number, 90023);
  await assert.rejects(verify(secret, headers, `${body} `), InvalidSignature);
  await assert.rejects(verify(secret, { ...headers, "Webhook-Id": "msg_2" }, body), InvalidSignature);
  await assert.rejects(verify(secret, headers, body, { now: at + 301 }), InvalidSignature);
  await assert.rejects(verify(secret, {}, body), InvalidSignature);
});

test("a pacer leaves a reserve and waits as long as it is asked to", () => {
  let now = 100;
  const pacer = new Pacer(2, () => now);
  pacer.seen("GET /a", 200, new Headers({ "X-Api-Call-Limit": "35/40" }));
  assert.equal(pacer.wait("GET /a"), 0);
  assert.equal(pacer.wait("GET /a"), 0.5);
  now += 10;
  pacer.seen("GET /a", 429, new Headers({ "X-Api-Call-Limit": "40/40", "Retry-After": "7" }));
  assert.equal(pacer.wait("GET /a"), 7);
  const policy = { "RateLimit-Policy": '"shop";q=40;w=400, "operation";q=10;w=100' };
  pacer.seen("GET /b", 200, new Headers({ "X-Api-Call-Limit": "10/10", ...policy }));
  assert.equal(Math.round(pacer.wait("GET /b") * 10), 200, "9 of 10 are used, at a tenth of a call a second");
});
