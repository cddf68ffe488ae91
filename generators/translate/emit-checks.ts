import { code } from "../print/piece.ts";
import { codegenValue } from "../print/runtime-import.ts";
import type { Direction, EmitContext } from "./emit-context.ts";
import { ifLines } from "./if-lines.ts";
import type { CaseTest, SideCase } from "./leaves.ts";
import type { LostLeaf } from "./plan.ts";
import { access, stepOf } from "./value-path.ts";

/** Emits the look for fields that types do not have. */
export function emitChecks(source: SideCase, { from }: Direction, context: EmitContext): void {
  for (const { path, type, fields } of source.objects) {
    const set = `${from}${type}Fields`;
    context.sets.set(
      set,
      fields.map(({ name }) => name),
    );
    const step = path.length === 0 ? "" : code`, ${stepOf(path)}`;
    context.out.line(code`trace.checkFields(${access(path)}, ${set}${step});`);
  }
}

export function emitLost({ leaf, reason }: LostLeaf, { out }: EmitContext): void {
  const isSet = codegenValue("isSet", "versions");
  const { path } = leaf;
  const statement = `trace.lose(${stepOf(path)}, ${JSON.stringify(reason)});`;
  for (const line of ifLines(code`${isSet}(${access(path)})`, statement)) out.line(line);
}

/** The condition that a value is of a case. */
export function conditionOf(tests: readonly CaseTest[]): string {
  return tests.map(testText).join(" && ");
}

function testText(test: CaseTest): string {
  switch (test.kind) {
    case "constant":
      return `${access(test.path)} === ${JSON.stringify(test.value)}`;
    case "set":
      return `${access(test.path)} !== undefined`;
    case "in":
      return `${JSON.stringify(test.path.at(-1))} in ${access(test.path.slice(0, -1))}`;
  }
}
