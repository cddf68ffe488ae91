import type { ts } from "ts-morph";
import type { MigrationFacts } from "./facts.ts";
import type { SourceEdits } from "./source-edits.ts";

/** One file while it is migrated. */
export interface MigrationContext {
  readonly checker: ts.TypeChecker;
  readonly facts: MigrationFacts;
  readonly file: ts.SourceFile;
  readonly edits: SourceEdits;
  /** True if the compiler says that elements of lists may be missing. */
  readonly isChecked: boolean;
  /** Adds a finding, for something to look at by hand. */
  report(node: ts.Node, message: string): void;
  /** Imports a type of the target; returns its name in the file. */
  importType(name: string): string;
  /** Nodes that another rule has dealt with. */
  readonly done: Set<ts.Node>;
}

/** True for declarations of 0.3: those of the SDK, or of our own package. */
export function isLegacyNode(node: ts.Node): boolean {
  return /\/@a2a-js\/sdk[^/]*\/|\/@a2agen\/a2a-0\.3\/|\/generated\/a2a-0\.3\/|\/__a2agen_0_3__\//.test(
    node.getSourceFile().fileName,
  );
}

/** True for modules that export names of 0.3. */
export function isLegacyModule(specifier: string): boolean {
  return /^@a2a-js\/sdk(?:\/|$)|^@a2agen\/a2a-0\.3$/.test(specifier);
}
