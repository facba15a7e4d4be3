/** A client that parses the body of every answer gives a token back, and is told of a wrong secret. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { OAuth2Client } from "@badgateway/oauth2-client";

const demo = JSON.parse(readFileSync(process.env.OPENMALL_DEMO, "utf-8"));
const app = demo.apps.find((each) => each.name === "unrestricted");
const token = { accessToken: app.access_token, refreshToken: null, expiresAt: null };
const client = (clientSecret) =>
  new OAuth2Client({
    server: demo.local_url,
    discoveryEndpoint: "/.well-known/oauth-authorization-server",
    clientId: app.client_id,
    clientSecret,
  });
const status = async () => {
  const headers = { Authorization: `Bearer ${token.accessToken}` };
  return (await fetch(`${demo.local_url}/api/v2/admin/products/count`, { headers })).status;
};

await assert.rejects(client("wrong").revoke(token), (error) => error.oauth2Code === "invalid_client");
assert.equal(await status(), 200);
for (const _ of ["given back", "given back already"]) {
  assert.deepEqual(await client(app.client_secret).revoke(token), {});
  assert.equal(await status(), 401);
}
console.log("a token was given back");
