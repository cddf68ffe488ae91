import type { Document } from "./documents.ts";
import type { Block } from "./read-blocks.ts";

/**
 * Who runs the commands of a block, by what its fence says after `sh`:
 *
 * - `run`: test/system/docs/documents.test.ts, before it compiles and runs the code of the page; with
 *   `user=FOLDER` behind it, the user too.
 * - `ci`: .ci/run, in the clone that it checks.
 * - `user=FOLDER`, `server=FOLDER`: test/install/docs/user-commands.test.ts, in an empty folder, with the
 *   packages in a registry. A server is left running for what follows.
 * - `unpublished=FOLDER`: the same test, with a registry that does not have the packages.
 */
export const runners = ["run", "ci", "user", "server", "unpublished"] as const;

export type Runner = (typeof runners)[number];

/** A block of commands, and who runs it: undefined when nobody does. */
export interface ShellBlock extends Block {
  readonly runner: Runner | undefined;
  /** Where it is run, below the work folder of its page. */
  readonly folder: string;
}

export function shellBlocksOf({ blocks }: Document): readonly ShellBlock[] {
  return blocks
    .filter(({ language }) => /^(?:sh|bash|shell|console|zsh)$/.test(language))
    .map((block) => {
      const [name = "", folder = "."] = (block.words.at(-1) ?? "").split("=", 2);
      return { ...block, runner: runners.find((runner) => runner === name), folder };
    });
}

/** What a page has a user do, one after the other. */
export type UserStep =
  | { readonly kind: "commands"; readonly block: ShellBlock }
  | { readonly kind: "file"; readonly path: string; readonly block: Block }
  /** What the commands before it print. */
  | { readonly kind: "output"; readonly block: Block };

/** A page's steps for users: commands, files (`yaml user=PATH`, `ts NAME user=FOLDER`), `text printed`. */
export function userStepsOf(document: Document): readonly UserStep[] {
  const commands = new Map(shellBlocksOf(document).map((block) => [block.line, block]));
  return document.blocks.flatMap((block): readonly UserStep[] => {
    const shell = commands.get(block.line);
    if (shell !== undefined) {
      const { runner } = shell;
      return runner === "user" || runner === "server" || runner === "unpublished"
        ? [{ kind: "commands", block: shell }]
        : [];
    }
    const [first = "", second = ""] = block.words;
    if (first.startsWith("user=")) return [{ kind: "file", path: first.slice("user=".length), block }];
    if (second.startsWith("user=")) {
      return [{ kind: "file", path: `${second.slice("user=".length)}/${first}`, block }];
    }
    return block.language === "text" && first === "printed" ? [{ kind: "output", block }] : [];
  });
}
