import { PageLimitReached } from "./errors.js";

/** How a list is walked through. */
export interface ListShape {
  readonly rows: string;
  readonly size: number;
  readonly mostOffset: number;
  readonly since?: string;
}

type Query = Record<string, unknown>;

/** Yield all rows of a list: by `since` where the list has it, else by offset. */
export async function* walk<Row>(
  shape: ListShape,
  query: Query,
  page: (query: Query) => Promise<Record<string, unknown>>,
): AsyncGenerator<Row> {
  let offset = Number(query["offset"] ?? 0);
  // numbers of rows lead on only where they are answered, and in their own order
  const number = shape.since?.replace(/^since_/, "") ?? "";
  const fields = query["fields"] ? [query["fields"]].flat().join(",").split(",") : [number];
  const since = offset || query["sort"] || !fields.includes(number) ? undefined : shape.since;
  let last = since === undefined ? 0 : Number(query[since] ?? 0);
  for (;;) {
    if (since === undefined && offset > shape.mostOffset) {
      throw new PageLimitReached(`the list has more rows than an offset of ${shape.mostOffset}`);
    }
    const from = since === undefined ? { offset } : { [since]: last };
    const body = await page({ ...query, limit: shape.size, ...from });
    const rows = body[shape.rows] as Row[];
    yield* rows;
    if (rows.length < shape.size) return;
    offset += rows.length;
    if (since !== undefined) {
      const name = since.replace(/^since_/, "");
      last = Math.max(...rows.map((row) => Number((row as Query)[name])));
    }
  }
}
