import {
  printFragment,
  printPointer,
  type Tokens,
  valueAt,
} from "@a2agen/generators/json-schema/json-pointer.ts";
import { listSubschemas } from "@a2agen/generators/json-schema/keywords.ts";
import type { Schema } from "@a2agen/generators/json-schema/schema.ts";
import type { ProblemList } from "./compose-problem.ts";
import type { FileIndex } from "./file-index.ts";
import type { ReferenceTable } from "./reference-table.ts";
import type { SchemaFile } from "./schema-file.ts";

interface Step {
  readonly file: SchemaFile;
  readonly tokens: Tokens;
}

/** Reports schemas that come back to themselves without going into the value: no validator would end. */
export function findCycles(index: FileIndex, references: ReferenceTable, problems: ProblemList): void {
  const ids = new Map(index.files.map((file, i) => [file, i]));
  const keyOf = ({ file, tokens }: Step): string => `${ids.get(file)}${printPointer(tokens)}`;
  const done = new Set<string>();
  const open = new Set<string>();

  /** Without recursion over references, whose chains can be long. */
  const walk = (start: Step): void => {
    const pending: { readonly step: Step; readonly isExit: boolean }[] = [{ step: start, isExit: false }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { step, isExit } = next;
      const key = keyOf(step);
      if (isExit) {
        open.delete(key);
        done.add(key);
        continue;
      }
      if (done.has(key)) continue;
      if (open.has(key)) {
        const message =
          "expected a schema that ends; found references that lead back here and never into the value; break the cycle";
        const pointer = printFragment(step.tokens);
        problems.error({ code: "reference-cycle", file: step.file.path, pointer, message });
        done.add(key);
        continue;
      }
      open.add(key);
      pending.push({ step, isExit: true });
      for (const onward of stepsFrom(step, references)) pending.push({ step: onward, isExit: false });
    }
  };

  for (const file of index.files) {
    const visit = (schema: Schema, tokens: Tokens): void => {
      walk({ file, tokens });
      for (const { path, schema: inner } of listSubschemas(schema)) visit(inner, [...tokens, ...path]);
    };
    visit(file.content, []);
  }
}

function stepsFrom({ file, tokens }: Step, references: ReferenceTable): readonly Step[] {
  const target = references.targetOf(file, tokens);
  const schema = valueAt(file.content, tokens) as Schema;
  const inner = listSubschemas(schema)
    .filter(({ place }) => place === "same" || place === "negative")
    .map(({ path }) => ({ file, tokens: [...tokens, ...path] }));
  return target === undefined ? inner : [...inner, target];
}
