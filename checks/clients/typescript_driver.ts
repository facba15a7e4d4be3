// Runs the calls with a generated TypeScript client: the functions of @hey-api/openapi-ts, or
// openapi-fetch with the types of openapi-typescript. Bundled by esbuild, run by Node.
import { readFileSync } from "node:fs";
import createFetchClient from "openapi-fetch";
import type { paths } from "./types/admin";
import * as admin from "./hey/admin";
import { createClient as adminClient } from "./hey/admin/client";
import * as storefront from "./hey/storefront";
import { createClient as storefrontClient } from "./hey/storefront/client";
import * as partner from "./hey/partner";
import { createClient as partnerClient } from "./hey/partner/client";
import * as analytics from "./hey/analytics";
import { createClient as analyticsClient } from "./hey/analytics/client";

type Json = any;
const plan: Json = JSON.parse(readFileSync(process.argv[2], "utf-8"));
const values: Json = { ...plan.values };
const functions: Json = { admin, storefront, partner, analytics };
const makers: Json = { admin: adminClient, storefront: storefrontClient, partner: partnerClient, analytics: analyticsClient };

function filled(part: Json): Json {
  if (Array.isArray(part)) return part.map(filled);
  if (part && typeof part === "object") return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, filled(each)]));
  if (typeof part === "string" && part.startsWith("$")) {
    const [name, ...rest] = part.slice(1).split("-");
    return rest.length ? `${values[name]}-${rest.join("-")}` : values[name];
  }
  return part;
}

function camel(text: string): string {
  return text.replace(/_+([a-z0-9])/g, (_, letter) => letter.toUpperCase());
}

async function byFunctions(call: Json): Promise<[number, Json]> {
  const where = plan.apis[call.api];
  const client = makers[call.api]({ baseUrl: where.url, headers: where.headers, querySerializer: { array: { explode: false, style: "form" } } });
  const { response, data, error } = await functions[call.api][camel(call.operation)]({
    client, path: call.path, query: call.query, body: call.body, headers: call.header,
  });
  return [response.status, data ?? error];
}

async function byFetch(call: Json): Promise<[number, Json]> {
  const where = plan.apis[call.api];
  const client: Json = createFetchClient<paths>({ baseUrl: where.url, headers: where.headers, querySerializer: { array: { explode: false, style: "form" } } });
  const operation = where.operations[call.operation];
  const { response, data, error } = await client[operation.method](operation.path, {
    params: { path: call.path, query: call.query, header: call.header }, body: call.body,
  });
  return [response.status, data ?? error];
}

// typed use: what the compiler has to accept, and `@ts-expect-error` what it must refuse
export async function typed(): Promise<string> {
  const client = createFetchClient<paths>({ baseUrl: plan.apis.admin.url });
  const { data, error } = await client.POST("/products", {
    params: { header: { "Idempotency-Key": "9f2c5b1e-7c1d-4a86" } },
    body: { request: { product_name: "Linen apron", supply_price: "1.00" } },
  });
  // @ts-expect-error: a product has a name
  await client.POST("/products", { body: { request: { supply_price: "1.00" } } });
  if (error) return error.error.message;
  const made = await admin.getProduct({ path: { product_no: 1 } });
  const name: string | undefined = made.data?.product.product_name;
  return name ?? ("product" in data ? String(data.product.product_no) : String(data.job.job_no));
}

let good = 0;
for (const each of plan.calls) {
  const call = filled(each);
  try {
    const [status, body] = await (plan.client === "openapi-typescript" ? byFetch(call) : byFunctions(call));
    if (status !== call.status) {
      console.log(`${call.api} ${call.operation}: ${status}, not ${call.status}: ${JSON.stringify(body)}`);
      continue;
    }
    for (const [name, path] of Object.entries<string>(call.keep ?? {})) {
      values[name] = path.split(".").reduce((found: Json, step) => found[step], body);
    }
    good += 1;
  } catch (error) {
    console.log(`${call.api} ${call.operation}: ${error}`);
  }
}
console.log(`${good} of ${plan.calls.length} calls`);
process.exit(good === plan.calls.length ? 0 : 1);
