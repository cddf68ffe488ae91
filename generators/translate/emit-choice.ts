import { code } from "../print/piece.ts";
import { codegenType } from "../print/runtime-import.ts";
import type { Direction, EmitContext } from "./emit-context.ts";
import type { ChoicePlan } from "./plan.ts";
import { typeText } from "./type-text.ts";

/** Emits the function that gives the value of an enumeration in the other version. */
export function emitChoice(
  choice: ChoicePlan,
  { verb, from, to }: Direction,
  { out, plan }: EmitContext,
): void {
  const trace = codegenType("Trace", "versions");
  const types = [typeText(choice[from], from, plan), typeText(choice[to], to, plan)] as const;
  out.block(
    code`function ${verb}${choice.key}(value: ${types[0]}, trace: ${trace}): ${types[1]} {`,
    () => {
      out.block(
        "switch (value) {",
        () => {
          for (const { json } of choice[from].values) {
            out.line(`case ${JSON.stringify(json)}:`);
            out.indent(() => {
              const pair = choice.pairs.find(([older, newer]) => (from === "older" ? older : newer) === json);
              const standIn = choice.standIns[from][json];
              if (pair !== undefined) out.line(`return ${JSON.stringify(pair[from === "older" ? 1 : 0])};`);
              else if (standIn !== undefined) {
                out.line(`trace.replace([], ${JSON.stringify(standIn.reason)});`);
                out.line(`return ${JSON.stringify(standIn.value)};`);
              }
            });
          }
          out.line("default:");
          out.indent(() => out.line(`return trace.refuse([], "unknown value");`));
        },
        "}",
      );
    },
    "}",
  );
}
