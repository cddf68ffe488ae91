import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../../runtime/core/object.ts";
import type { ProjectFile } from "./render-project.ts";

/** A file of a project beside what is at its place. */
export interface ComparedFile extends ProjectFile {
  /** Whether nothing is there, the same, or something else. */
  readonly state: "new" | "same" | "differs";
  /** What is there; "" where nothing is. */
  readonly current: string;
}

/** Compares files with what is in a directory. */
export async function compareProject(
  directory: string,
  files: readonly ProjectFile[],
): Promise<readonly ComparedFile[]> {
  return Promise.all(
    files.map(async ({ path, text }) => {
      const bytes = await readFile(join(directory, path)).catch((error: unknown) => {
        const code = errorCode(error);
        if (code === "ENOENT" || code === "ENOTDIR") return undefined;
        throw error;
      });
      if (bytes === undefined) return { path, text, state: "new" as const, current: "" };
      const state = bytes.equals(Buffer.from(text)) ? ("same" as const) : ("differs" as const);
      return { path, text, state, current: bytes.toString() };
    }),
  );
}
