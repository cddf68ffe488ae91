import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { CommandError } from "../../shared/command-error.ts";
import { describeUnreadable, readBytes } from "../../shared/read-bytes.ts";

/** A page of Markdown as a user wrote it. */
export interface GuideText {
  /** Below the directory of the guides, with "/": "agents.md". */
  readonly path: string;
  readonly text: string;
}

const expected = "a directory with Markdown files (*.md)";

/** Reads the Markdown files of a directory and of those below it, but not hidden ones. Throws a CommandError. */
export async function readGuides(directory: string): Promise<readonly GuideText[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    (cause: unknown) => {
      throw new CommandError(`--guides: ${directory}: ${describeUnreadable(cause, expected)}`, { cause });
    },
  );
  const paths = entries
    .filter((entry) => entry.isFile() && /\.md$/i.test(entry.name))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !path.split("/").some((name) => name.startsWith(".") || name === "node_modules"))
    .toSorted();
  if (paths.length === 0) {
    throw new CommandError(`--guides: ${directory}: expected ${expected}; found no such file`);
  }
  return Promise.all(paths.map(async (path) => ({ path, text: await readText(join(directory, path)) })));
}

async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path, "--guides");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CommandError(`--guides: ${path}: expected Markdown in UTF-8; found bytes that are no UTF-8`, {
      cause,
    });
  }
}
