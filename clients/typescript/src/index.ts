import createClient, { type Client, createQuerySerializer } from "openapi-fetch";
import { InvalidArgument } from "./errors.js";
import type { paths as AdminPaths } from "./generated/admin.js";
import { pages as adminPages, version } from "./generated/admin_pages.js";
import type { paths as AnalyticsPaths } from "./generated/analytics.js";
import { pages as analyticsPages } from "./generated/analytics_pages.js";
import type { paths as PartnerPaths } from "./generated/partner.js";
import { pages as partnerPages } from "./generated/partner_pages.js";
import type { paths as StorefrontPaths } from "./generated/storefront.js";
import { pages as storefrontPages } from "./generated/storefront_pages.js";
import { type FetchOptions, pacedFetch, root, type TokenSource } from "./fetching.js";
import { type ListShape, walk } from "./paging.js";

export * from "./errors.js";
export { type Attempt, type FetchOptions, pacedFetch, type TokenSource } from "./fetching.js";
export { MemoryTokenStore, OAuth, type OAuthOptions, type Tokens, type TokenStore } from "./oauth.js";
export { Pacer } from "./pacing.js";
export { PACKAGE_VERSION } from "./version.js";
export { type Delivery, verify, type WebhookEvent } from "./webhooks.js";
export type { components as AdminTypes } from "./generated/admin.js";
export type { components as AnalyticsTypes } from "./generated/analytics.js";
export type { components as PartnerTypes } from "./generated/partner.js";
export type { components as StorefrontTypes } from "./generated/storefront.js";

/** The dated version of the APIs that the types are of. */
export const VERSION = version;

export interface ClientOptions extends FetchOptions {
  /** The dated version to call. */
  version?: string;
}

type Lists = Record<string, ListShape>;
type Get<Paths, Path extends keyof Paths> = Paths[Path] extends { get: infer Operation } ? Operation : never;
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;
type PathOf<Operation> = Operation extends { parameters: { path: infer Path } } ? Path : never;
type BodyOf<Operation> = Operation extends { responses: { 200: { content: { "application/json": infer Body } } } } ? Body : never;
type RowOf<Body, Name> = Name extends keyof Body ? (NonNullable<Body[Name]> extends readonly (infer Row)[] ? Row : never) : never;

/** An API: `GET`, `POST`, `PUT` and `DELETE` of openapi-fetch, and `iterate` for lists. */
export interface Api<Paths extends object, Shapes extends Lists> extends Client<Paths> {
  /** Iterate over all rows of a list, page by page. */
  iterate<Path extends keyof Shapes & keyof Paths & string>(
    path: Path,
    given?: {
      query?: Partial<Omit<QueryOf<Get<Paths, Path>>, "limit" | "offset">>;
      path?: PathOf<Get<Paths, Path>>;
    },
  ): AsyncGenerator<RowOf<BodyOf<Get<Paths, Path>>, Shapes[Path]["rows"]>>;
}

const serialized = createQuerySerializer({ array: { explode: false, style: "form" } });

/** Parameters that filter nothing: an empty list is as none. */
const CHOOSE_FIELDS = new Set(["embed", "fields"]);

/** Return the query of a call. Throws `InvalidArgument` for an empty list, which the server would take for no filter. */
function serializedQuery(query: unknown): string {
  for (const [name, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value) && value.length === 0 && !CHOOSE_FIELDS.has(name)) {
      throw new InvalidArgument(`${name}: an empty list would filter nothing, and find everything; leave it out for that`);
    }
  }
  return serialized(query);
}

function api<Paths extends object, Shapes extends Lists>(
  baseUrl: string,
  shapes: Shapes,
  options: ClientOptions,
): Api<Paths, Shapes> {
  options.headers = { "X-Platform-Api-Version": options.version ?? VERSION, ...options.headers };
  const client = createClient<Paths>({
    baseUrl,
    fetch: pacedFetch(options),
    querySerializer: serializedQuery,
  });
  const get = client.GET as unknown as (
    path: string,
    init: { params: { query: object; path: object } },
  ) => Promise<{ data: Record<string, unknown> }>;
  return Object.assign(client, {
    iterate(path: string, given: { query?: object; path?: object } = {}) {
      const shape = shapes[path];
      if (!shape) throw new TypeError(`${path} is no list that has pages`);
      return walk(shape, { ...given.query }, async (query) => {
        const { data } = await get(path, { params: { query, path: given.path ?? {} } });
        return data;
      });
    },
  }) as unknown as Api<Paths, Shapes>;
}

/** The admin API of a mall, for an app that is installed there. `mallUrl`: as https://myshop.example.com. */
export function admin(mallUrl: string, tokens: string | TokenSource, options: ClientOptions = {}) {
  return api<AdminPaths, typeof adminPages>(`${root(mallUrl)}/api/v2/admin`, adminPages, { ...options, tokens });
}

/** The storefront API of a mall, for one shopper, whose session is kept. Without `frontKey` a smaller limit holds. */
export function storefront(mallUrl: string, clientId: string, frontKey = "", options: ClientOptions = {}) {
  const proof: Record<string, string> = frontKey
    ? { Authorization: `Basic ${btoa(`${clientId}:${frontKey}`)}` }
    : { "X-Platform-Client-Id": clientId };
  const headers = { ...proof, ...options.headers };
  return api<StorefrontPaths, typeof storefrontPages>(`${root(mallUrl)}/api/v2`, storefrontPages, { ...options, headers });
}

/** The partner-collection API of an installation. */
export function partner(collectionUrl: string, clientId: string, clientSecret: string, options: ClientOptions = {}) {
  const headers = { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`, ...options.headers };
  return api<PartnerPaths, typeof partnerPages>(`${root(collectionUrl)}/api`, partnerPages, { ...options, headers });
}

/** The analytics API of an installation. */
export function analytics(analyticsUrl: string, tokens: string | TokenSource, options: ClientOptions = {}) {
  return api<AnalyticsPaths, typeof analyticsPages>(root(analyticsUrl), analyticsPages, { ...options, tokens });
}
