import { InvalidSignature } from "./errors.js";
import type { webhooks } from "./generated/admin.js";

/** What every delivery says of itself. */
export interface Delivery {
  /** The same for every delivery of this event to this app: use it to leave out duplicates. */
  traceId: string;
  /** The event's number in its mall, which grows. */
  sequence: number;
  /** Number of the event before it that was for this app; 0: none. */
  previous: number;
  /** It may have been received before. */
  redelivered: boolean;
  /** The fields of `resource` that changed; null: the event does not name them. */
  changedFields: readonly string[] | null;
}

type BodyOf<Hook> = Hook extends { post: { requestBody: { content: { "application/json": infer Body } } } } ? Body : never;
type Body = BodyOf<webhooks[keyof webhooks]>;
type EventOf<B> = B extends { event_no: infer Number; resource: infer Resource }
  ? Delivery & { /** Which event. */ number: Number; resource: Resource }
  : never;

/**
 * A verified delivery, by its number: 90023 is an order. Comparing `number` narrows `resource`. At run time an event that
 * is newer than the package has another number.
 */
export type WebhookEvent = EventOf<Body>;

/**
 * Return the event of a delivery. Throws `InvalidSignature` when it is not genuine or too old.
 *
 * `secrets`: the app's secret, or several while one replaces another; `body`: as received;
 * `tolerance`: seconds.
 */
export async function verify(
  secrets: string | readonly string[],
  headers: Headers | Record<string, string | string[] | undefined>,
  body: string | Uint8Array,
  { tolerance = 300, now = Date.now() / 1000 }: { tolerance?: number; now?: number } = {},
): Promise<WebhookEvent> {
  const header = reader(headers);
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const sentAt = header("webhook-timestamp");
  if (!/^\d+$/.test(sentAt)) throw new InvalidSignature("the header Webhook-Timestamp is missing or no number");
  if (Math.abs(now - Number(sentAt)) > tolerance) throw new InvalidSignature("signed too long ago");
  const head = new TextEncoder().encode(`${header("webhook-id")}.${sentAt}.`);
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  const given = header("webhook-signature").split(" ");
  for (const secret of typeof secrets === "string" ? [secrets] : secrets) {
    for (const each of given) {
      if (await isOurs(secret, each, signed)) return event(header, bytes);
    }
  }
  throw new InvalidSignature("no signature of Webhook-Signature is of this secret");
}

async function isOurs(secret: string, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (!signature.startsWith("v1,")) return false;
  const usage = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytesOf(secret.replace(/^whsec_/, "")), usage, false, ["verify"]);
  try {
    // compares in constant time
    return await crypto.subtle.verify("HMAC", key, bytesOf(signature.slice(3)), signed);
  } catch {
    return false;
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
}

function reader(headers: Headers | Record<string, string | string[] | undefined>): (name: string) => string {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? "";
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value ?? "")]));
  return (name) => lower.get(name) ?? "";
}

function event(header: (name: string) => string, body: Uint8Array): WebhookEvent {
  const content = JSON.parse(new TextDecoder().decode(body)) as Body & { changed_fields?: string[] };
  const delivery: Delivery = {
    traceId: header("x-trace-id"),
    sequence: Number(header("x-event-sequence") || 0),
    previous: Number(header("x-event-previous") || 0),
    redelivered: header("x-webhook-redelivery") === "T",
    changedFields: content.changed_fields ?? null,
  };
  // both are of one event, which the compiler cannot know
  return { ...delivery, number: content.event_no, resource: content.resource } as WebhookEvent;
}
