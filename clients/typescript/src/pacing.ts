/** Calls a second that a bucket drains of whose policy a response does not speak. */
export const DRAIN = 2;

/** Share of a bucket that is left to other clients of the same shop. */
const RESERVE = 0.1;

interface Bucket {
  capacity: number;
  drain: number;
  level: number;
  seenAt: number;
  blockedUntil: number;
}

function take(bucket: Bucket, now: number): number {
  const level = Math.max(0, bucket.level - (now - bucket.seenAt) * bucket.drain) + 1;
  const usable = Math.max(1, bucket.capacity * (1 - RESERVE));
  bucket.level = level;
  bucket.seenAt = now;
  return Math.max(0, (level - usable) / bucket.drain, bucket.blockedUntil - now);
}

/** Waits before a call that would be refused, as earlier responses reported. */
export class Pacer {
  #general: Bucket | undefined;
  #operations = new Map<string, Bucket>();

  /** `clock`: seconds, growing. */
  constructor(
    readonly drain: number = DRAIN,
    readonly clock: () => number = () => performance.now() / 1000,
  ) {}

  /** Return the seconds to wait before a call of `operation`, and count it. */
  wait(operation: string): number {
    const now = this.clock();
    const own = this.#operations.get(operation);
    return Math.max(this.#general ? take(this.#general, now) : 0, own ? take(own, now) : 0);
  }

  /** Note what a response reports. */
  seen(operation: string, status: number, headers: Headers): void {
    const reported = report(headers, this.drain);
    if (!reported) return;
    const now = this.clock();
    const bucket = this.#bucket(operation, reported.capacity);
    Object.assign(bucket, reported, { seenAt: now });
    if (status === 429) bucket.blockedUntil = now + (number(headers.get("retry-after")) ?? 1);
  }

  #bucket(operation: string, capacity: number): Bucket {
    const fresh: Bucket = { capacity, drain: this.drain, level: 0, seenAt: 0, blockedUntil: 0 };
    if (!this.#general || capacity >= this.#general.capacity) return (this.#general ??= fresh);
    const own = this.#operations.get(operation) ?? fresh;
    this.#operations.set(operation, own);
    return own;
  }
}

/** Return the number a header says; null when it says none. */
export function number(text: string | null | undefined): number | null {
  const found = text ? Number(text) : NaN;
  return Number.isFinite(found) && found >= 0 ? found : null;
}

function report(headers: Headers, drain: number): { level: number; capacity: number; drain: number } | null {
  const [used, most] = (headers.get("x-api-call-limit") ?? "").split("/");
  const level = number(used);
  const capacity = number(most);
  if (level !== null && capacity) {
    return { level, capacity, drain: drainOf(headers.get("ratelimit-policy") ?? "", capacity) ?? drain };
  }
  const burst = number(headers.get("x-ratelimit-burst-capacity"));
  const left = number(headers.get("x-ratelimit-remaining"));
  const refill = number(headers.get("x-ratelimit-replenish-rate"));
  if (!burst || left === null || !refill) return null;
  const cost = number(headers.get("x-ratelimit-requested-tokens")) || 1;
  return { level: (burst - left) / cost, capacity: burst / cost, drain: refill / cost };
}

/** Return calls a second of the bucket of this capacity; null if its policy is not there. */
function drainOf(policies: string, capacity: number): number | null {
  for (const [, quota, window] of policies.matchAll(/"[^"]{1,64}";q=(\d{1,9});w=(\d{1,9})/g)) {
    if (Number(quota) === capacity && Number(window)) return capacity / Number(window);
  }
  return null;
}
