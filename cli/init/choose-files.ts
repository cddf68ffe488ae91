import { relative } from "node:path";
import { CommandError } from "../shared/command-error.ts";
import { formatDiff } from "../shared/show-diff.ts";
import type { ComparedFile } from "./compare-project.ts";
import { Canceled, type Conversation } from "./conversation.ts";

export interface ChooseInit {
  readonly directory: string;
  /** Whether files that differ are overwritten unasked. */
  readonly force: boolean;
  readonly conversation: Conversation | undefined;
}

/**
 * Decides which files are written: those that are not there, and of those that differ the ones that may
 * be overwritten. Throws a CommandError where nobody can be asked, and Canceled.
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
  const count = differing.length === 1 ? "a file that is" : `${differing.length} files that are`;
  return [
    `${place}: expected nothing where the project is to be written; found ${count} there and would change:`,
    ...shown,
    ...more,
    "nothing was written; give another DIR, or --force to overwrite them",
  ].join("\n");
}

const maximumShown = 20;
