import { errorMessage, isObject } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { parse } from "yaml";

/** Guides below one heading of the navigation. */
export interface GuideGroup {
  readonly title: string;
  /** Below the directory of the guides, in order. */
  readonly paths: readonly string[];
}

/** Beside the guides: their groups, in order. */
export const groupsFile = "site.yaml";

/** Without a file, all guides are in one group; what the file leaves out comes last. */
export const otherGuides = "Guides";

const expected = 'a list of guides for each group, "Start: [tutorial.md, agents.md]"';

/** The groups of a file. Throws a CommandError for what is no group and for what is not there. */
export function parseGuideGroups(
  text: string,
  { file, paths }: { readonly file: string; readonly paths: readonly string[] },
): readonly GuideGroup[] {
  const fail = (at: string, problem: string): never => {
    throw new CommandError(`--guides: ${file}: ${at}${problem}`);
  };
  const read = (): unknown => {
    try {
      return parse(text);
    } catch (cause) {
      throw new CommandError(`--guides: ${file}: ${errorMessage(cause)}`, { cause });
    }
  };
  const value = read();
  if (!isObject(value)) return fail("", `expected ${expected}`);
  const seen = new Set<string>();
  return Object.entries(value).map(([title, listed]) => {
    if (!Array.isArray(listed)) return fail(`${title}: `, `expected ${expected}`);
    const named = listed.map((path: unknown) => {
      if (typeof path !== "string" || !paths.includes(path)) {
        return fail(`${title}: `, `expected a guide beside the file; found ${JSON.stringify(path)}`);
      }
      if (seen.has(path)) return fail(`${title}: `, `${path} is in two groups, or twice in one`);
      seen.add(path);
      return path;
    });
    return { title, paths: named };
  });
}
