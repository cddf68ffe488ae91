import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { compareCodeUnits } from "../naming/order.ts";
import { TemplateError } from "./template-error.ts";

/** A file below a directory of templates. */
export interface TemplateFile {
  /** Relative to the directory, with "/" between names on every system. */
  readonly path: string;
  /** As it is named in messages. */
  readonly place: string;
  readonly text: string;
}

/** Reads all files below a directory, in the order of their paths; throws a TemplateError. */
export async function readDirectory(directory: string): Promise<readonly TemplateFile[]> {
  const root = directory.replace(/(?<=.)[\\/]+$/, "");
  const paths = await listFiles(root, "").catch((cause: unknown) => {
    if (cause instanceof TemplateError) throw cause;
    throw new TemplateError(`${root}: expected a directory of templates; found ${reasonOf(cause)}`, {
      cause,
    });
  });
  return Promise.all(
    paths.sort(compareCodeUnits).map(async (path) => {
      const place = `${root}/${path}`;
      const bytes = await readFile(join(root, path)).catch((cause: unknown) => {
        throw new TemplateError(`${place}: expected a file; found ${reasonOf(cause)}`, { cause });
      });
      return { path, place, text: decode(bytes, place) };
    }),
  );
}

async function listFiles(root: string, below: string): Promise<string[]> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  const lists = await Promise.all(
    entries.map(async (entry) => {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return listFiles(root, path);
      // A link to a file is that file; a link to a directory might lead back here.
      if (entry.isFile() || (await stat(join(root, path))).isFile()) return [path];
      throw new TemplateError(`${root}/${path}: expected a file or a directory; found neither`);
    }),
  );
  return lists.flat();
}

/** What plugins write is text: a response has no place for other bytes. */
function decode(bytes: Uint8Array, place: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new TemplateError(`${place}: expected text in UTF-8; a plugin cannot write other bytes`, { cause });
  }
}

function reasonOf(cause: unknown): string {
  return String(cause instanceof Error && "code" in cause ? cause.code : cause);
}
