import type { ModelIndex } from "../../model/index-model.ts";
import { code } from "../../print/piece.ts";
import { runtimeType, runtimeValue } from "../../print/runtime-import.ts";
import type { SourceFile } from "../../print/source-file.ts";
import { ts } from "../../print/types.ts";
import { typeReference } from "../shared/type-expression.ts";
import { dataType } from "./data-types.ts";
import { exportName, movesName, statesName } from "./extension-names.ts";
import { createProperty } from "./print-property.ts";
import type { ResolvedExtension, ResolvedStates } from "./resolved-extension.ts";

/** The states of a task and the moves between them, typed by the enum. */
export function printStates(
  extension: ResolvedExtension,
  { out, index }: { readonly out: SourceFile; readonly index: ModelIndex },
): void {
  const { states } = extension;
  if (states === undefined) return;
  const state =
    states.type.kind === "enum"
      ? typeReference(states.type.enumeration, index)
      : code`${dataType(states.type.of, index)}[${JSON.stringify(states.field)}]`;
  const moves = states.by === undefined ? undefined : movesName(extension);
  if (states.by !== undefined) {
    out.doc(`The moves of each side between the states of ${exportName(extension)}.`);
    printMovesType(movesName(extension), states.by, out);
    out.blank();
  }
  const parameters = moves === undefined ? state : code`${state}, ${moves}`;
  const type = code`${runtimeType("StateMachine", "extensions")}<${parameters}>`;
  out.doc(`The states that ${exportName(extension)} tells, and the moves between them.`);
  out.block(
    code`export const ${statesName(extension)}${ts`: ${type}`} = /* @__PURE__ */ ${runtimeValue("defineStates", "extensions")}${moves === undefined ? ts`<${parameters}>` : ""}({`,
    () => {
      const property = createProperty(out);
      property("field", states.field);
      if (states.data !== "") property("data", states.data);
      if (states.keyedBy !== undefined) property("keyedBy", states.keyedBy);
      if (states.initial.length > 0) property("initial", states.initial);
      property("moves", Object.fromEntries(states.moves));
      if (states.by !== undefined) {
        const { agent, client } = states.by;
        property("by", { agent: Object.fromEntries(agent), client: Object.fromEntries(client) });
      }
      if (states.carries.size > 0) property("carries", Object.fromEntries(states.carries));
      if (states.taskStates.size > 0) property("taskStates", Object.fromEntries(states.taskStates));
    },
    "});",
  );
  out.blank();
}

function printMovesType(name: string, by: NonNullable<ResolvedStates["by"]>, out: SourceFile): void {
  out.block(
    ts`export type ${name} = {`,
    () => {
      for (const side of ["agent", "client"] as const) {
        out.block(
          ts`readonly ${side}: {`,
          () => {
            for (const [from, to] of by[side]) {
              const list = to.map((one) => JSON.stringify(one)).join(" | ");
              out.line(
                ts`readonly ${JSON.stringify(from)}: readonly ${to.length === 1 ? list : `(${list})`}[];`,
              );
            }
          },
          ts`};`,
        );
      }
    },
    ts`};`,
  );
}
