import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { count, errorCode } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { isSameText } from "@a2agen/terminal/same-text.ts";
import { formatDiff } from "@a2agen/terminal/show-diff.ts";
import { Canceled, type Conversation } from "./conversation.ts";
import type { ProjectFile } from "./render-project.ts";

export interface ChooseInit {
  readonly directory: string;
  /** Whether files that differ are overwritten unasked. */
  readonly force: boolean;
  readonly conversation: Conversation | undefined;
}

/**
 * Decides which files are written: those that are not there, and of those that differ the ones that may
 * be overwritten. Throws a CommandError without a conversation, and Canceled.
 */
export async function chooseFiles(
  files: readonly ComparedFile[],
  { directory, force, conversation }: ChooseInit,
): Promise<readonly ComparedFile[]> {
  const differing = files.filter(({ state }) => state === "differs");
  if (differing.length > 0 && !force && conversation === undefined) {
    throw new CommandError(describeDiffering(directory, differing));
  }
  const chosen: ComparedFile[] = [];
  let isDecided = force;
  for (const file of files) {
    if (file.state === "same") continue;
    if (file.state === "differs" && !isDecided && conversation !== undefined) {
      const { path, current: before, text: after } = file;
      const decision = await conversation.decide(path, () => formatDiff([{ path, before, after }]));
      if (decision === "abort") throw new Canceled();
      if (decision === "keep") continue;
      isDecided = decision === "overwrite-all";
    }
    chosen.push(file);
  }
  return chosen;
}

/** What stands in the way, and what to do. */
export function describeDiffering(directory: string, differing: readonly ComparedFile[]): string {
  const place = relative("", directory) || ".";
  const shown = differing.slice(0, maximumShown).map(({ path }) => `  ${path}`);
  const more = differing.length > shown.length ? [`  and ${differing.length - shown.length} more`] : [];
  const files = count(differing.length, "file");
  return [
    `${place}: expected a directory without files of the project; found ${files} that would be overwritten:`,
    ...shown,
    ...more,
    "nothing was written; choose another DIR, or overwrite the files with --force",
  ].join("\n");
}

const maximumShown = 20;

/** A file of a project, compared with the file on disk. */
interface ComparedFile extends ProjectFile {
  /** The state of the file on disk. */
  readonly state: "new" | "same" | "differs";
  /** The text on disk; "" for a new file. */
  readonly current: string;
}

/** Compares files with those in a directory. */
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
      const current = bytes.toString();
      const state = isSameText(current, text) ? ("same" as const) : ("differs" as const);
      return { path, text, state, current };
    }),
  );
}
