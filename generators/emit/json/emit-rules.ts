import type { ValueRules } from "@a2agen/runtime/internal";
import type { MessageModel } from "../../model/model.ts";
import { toPropertyName } from "../../naming/identifiers.ts";
import { code } from "../../print/piece.ts";
import { type Literal, printLiteral } from "../../print/print-literal.ts";
import { codegenType, codegenValue } from "../../print/runtime-import.ts";
import { ts } from "../../print/types.ts";
import type { SourceContext } from "../shared/source-emitter.ts";
import { typeNames } from "./names.ts";
import { listRuled } from "./plan-field.ts";

/** Emits the kinds of values that options of the proto ask more of than their types do. */
export function emitRules(message: MessageModel, context: SourceContext): void {
  const { out } = context;
  const ruled = message.fields.flatMap((field) => listRuled(field, { ...context, below: "0", message }));
  const names = ruled.map(({ name }) => JSON.stringify(name)).join(" | ");
  out.block(
    code`const ${typeNames(message).rules}${ts`: Readonly<Record<${names}, ${codegenType("Kind")}>>`} = {`,
    () => {
      for (const { name, kind, rules } of ruled) {
        printLiteral(out, toLiteral(rules), {
          open: code`${toPropertyName(name)}: /* @__PURE__ */ ${codegenValue("ruled")}(${kind}, `,
          close: "),",
        });
      }
    },
    "};",
  );
}

/** Rules are literals: texts, numbers, and lists of them. Examples are for documents. */
function toLiteral(rules: ValueRules): Literal {
  const withoutExamples = (key: string, value: unknown): unknown => (key === "example" ? undefined : value);
  return JSON.parse(JSON.stringify(rules, withoutExamples)) as Literal;
}
