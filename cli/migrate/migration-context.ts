import type { ts as tsTypes } from "ts-morph";
import type { MigrationFacts } from "./migration-facts.ts";
import type { TextEdits } from "./text-edits.ts";

export type TypeScript = typeof tsTypes;

/** One file while it is migrated. */
export interface MigrationContext {
  readonly ts: TypeScript;
  readonly checker: tsTypes.TypeChecker;
  readonly facts: MigrationFacts;
  readonly file: tsTypes.SourceFile;
  readonly edits: TextEdits;
  /** Whether the compiler takes an element of a list for one that may be missing. */
  readonly isChecked: boolean;
  /** Tells a person what to look at. */
  report(node: tsTypes.Node, message: string): void;
  /** Makes sure that the file imports the type of the target; the name that it has in the file. */
  importType(name: string): string;
  /** Nodes that another rule has dealt with. */
  readonly done: Set<tsTypes.Node>;
}

/** Whether the file declares types of the earlier version: the SDK of 0.3, or our own package of it. */
export function isLegacyFile(fileName: string): boolean {
  return /\/@a2a-js\/sdk[^/]*\/|\/@a2agen\/a2a-0\.3\/|\/generated\/a2a-0\.3\/|\/__a2agen_0_3__\//.test(
    fileName,
  );
}

/** Whether an import of the module brings names of the earlier version. */
export function isLegacyModule(specifier: string): boolean {
  return /^@a2a-js\/sdk(?:\/|$)|^@a2agen\/a2a-0\.3$/.test(specifier);
}
