/** What needs Node: tokens in a file. It needs the package `proper-lockfile`. */
import { open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import lockfile from "proper-lockfile";
import { OpenmallError } from "./errors.js";
import type { Tokens, TokenStore } from "./oauth.js";

/** Tokens in a file that only its owner reads, shared by the processes of a machine. */
export class FileTokenStore implements TokenStore {
  constructor(readonly path: string) {}

  async load(): Promise<Tokens | null> {
    try {
      return JSON.parse(await readFile(this.path, "utf-8")) as Tokens;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error instanceof SyntaxError ? new OpenmallError(`${this.path} is no file of tokens: ${error.message}`) : error;
    }
  }

  async clear(): Promise<void> {
    await rm(this.path, { force: true });
  }

  async save(tokens: Tokens): Promise<void> {
    const fresh = `${this.path}.${randomUUID()}`;
    const file = await open(fresh, "wx", 0o600);
    try {
      await file.writeFile(JSON.stringify(tokens));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, this.path);
  }

  async locked<T>(work: () => Promise<T>): Promise<T> {
    const guard = `${this.path}.lock-file`;
    await writeFile(guard, "", { flag: "a", mode: 0o600 });
    const release = await lockfile.lock(guard, { retries: { retries: 200, minTimeout: 20, maxTimeout: 200 } });
    try {
      return await work();
    } finally {
      await release();
    }
  }
}
