import type { FieldModel, MessageModel } from "../../model/model.ts";
import { toPropertyName } from "../../naming/identifiers.ts";
import {
  code,
  type ImportRef,
  importType,
  importValue,
  isPieces,
  join,
  type Piece,
} from "../../print/piece.ts";
import { literalText } from "../../print/print-literal.ts";
import { defaultLiteral } from "../shared/default-literal.ts";
import { localNames } from "../shared/local-names.ts";
import { runtime } from "../shared/module-path.ts";
import type { SourceContext } from "../shared/source-emitter.ts";
import { messageNames } from "./names.ts";
import { type Plan, planField } from "./plan-field.ts";

const runtimeValue = (name: string): ImportRef => importValue(name, runtime);

/** Emits the function that finds what is wrong with a message: undefined, at no cost, for a good one. */
export function emitCheck(message: MessageModel, context: SourceContext): void {
  const { out } = context;
  const problems = importType("Problems", runtime);
  const depth = message.recursive ? ", depth: number" : "";
  out.doc(`Finds what is wrong with a ${message.identifier}; undefined when nothing is.`);
  out.block(
    code`export function ${messageNames(message).check}(message: unknown${depth}): ${problems} | undefined {`,
    () => emitBody(message, context),
    "}",
  );
}

function emitBody(message: MessageModel, context: SourceContext): void {
  const { out } = context;
  if (message.fields.length === 0) {
    out.line(code`return ${runtimeValue("checkEmpty")}(message);`);
    return;
  }
  const required = message.fields.filter((field) => field.presence === "required");
  const counters = localNames(
    message.oneofs.map((oneof) => oneof.name),
    (name) => `${name}Set`,
  );
  const plans = message.fields.map((field) => ({ field, plan: planField(field, { message, ...context }) }));
  out.line(code`if (!${runtimeValue("isRecord")}(message)) return ${runtimeValue("notObject")}(message);`);
  if (message.recursive) {
    out.line(code`if (${runtimeValue("isTooDeep")}(depth)) return ${runtimeValue("tooDeep")}();`);
  }
  out.line(code`let found: ${importType("Problems", runtime)} | undefined;`);
  if (plans.some(({ plan }) => plan.as === "call")) {
    out.line(code`let inner: ${importType("Problems", runtime)} | undefined;`);
  }
  if (required.length > 0) out.line("let required = 0;");
  for (const counter of counters.values()) out.line(`let ${counter} = 0;`);
  out.block(
    "for (const key in message) {",
    () => {
      out.line("const value = message[key];");
      out.block(
        "switch (key) {",
        () => {
          for (const { field, plan } of plans) {
            out.line(`case ${JSON.stringify(field.jsonName)}:`);
            out.indent(() => {
              const counter = field.presence === "required" ? "required" : counters.get(field.oneof ?? "");
              emitPlan(plan, { out, counter });
              out.line("break;");
            });
          }
          emitProtoNames(message, context);
        },
        "}",
      );
    },
    "}",
  );
  if (required.length > 0) {
    const defaults = required.map(
      (field) => `${toPropertyName(field.jsonName)}: ${requiredDefault(field, context)}`,
    );
    out.line(code`if (required !== ${String(required.length)}) {`);
    out.indent(() =>
      out.line(code`found = ${runtimeValue("missing")}(found, message, { ${join(defaults, ", ")} });`),
    );
    out.line("}");
  }
  for (const oneof of message.oneofs) {
    const counter = counters.get(oneof.name) ?? "";
    const members = JSON.stringify(oneof.members).replaceAll('","', '", "');
    const nullable = message.fields.filter((field) => field.oneof === oneof.name && holdsNull(field));
    // What was found may be another spelling of a member, which the counter does not have.
    out.line(`if (${counter} ${oneof.required ? "!== 1" : "> 1"} || found !== undefined) {`);
    out.indent(() => {
      const names = nullable.map((field) => JSON.stringify(field.jsonName)).join(", ");
      const extra = names === "" ? "" : `, nullable: [${names}]`;
      out.line(
        code`found = ${runtimeValue("oneof")}(found, message, { members: ${members}, required: ${String(oneof.required)}${extra} });`,
      );
    });
    out.line("}");
  }
  out.line("return found;");
}

function emitPlan(
  plan: Plan,
  { out, counter }: { out: SourceContext["out"]; counter: string | undefined },
): void {
  switch (plan.as) {
    case "scalar": {
      const { condition, negation, kind } = plan.scalar;
      const refusal = code`found = ${runtimeValue("refuse")}(found, message, key, ${kind});`;
      if (counter !== undefined) {
        out.line(code`if (${condition}) ${counter}++;`);
        out.line(code`else ${refusal}`);
      } else if (isReference(kind)) {
        out.line(code`if (${negation}) ${refusal}`);
      } else {
        out.block(code`if (${negation}) {`, () => out.line(refusal), "}");
      }
      return;
    }
    case "call": {
      const refusal = code`found = ${runtimeValue("within")}(found, message, key, inner);`;
      out.line(code`inner = ${plan.call};`);
      if (counter === undefined) {
        out.line(code`if (inner !== undefined) ${refusal}`);
      } else {
        out.line(code`if (inner === undefined) ${counter}++;`);
        out.line(code`else ${refusal}`);
      }
    }
  }
}

function isReference(kind: Piece): boolean {
  return typeof kind !== "string" && !isPieces(kind);
}

/** Parsers of ProtoJSON accept the proto names of fields too; one of them leads to a second look. */
function emitProtoNames(message: MessageModel, { out, file }: SourceContext): void {
  if (file.dialect.spellings !== "protojson") return;
  const jsonNames = new Set(message.fields.map((field) => field.jsonName));
  const renamed = message.fields.filter(
    (field) => field.name !== field.jsonName && !jsonNames.has(field.name),
  );
  if (renamed.length === 0) return;
  for (const field of renamed) out.line(`case ${JSON.stringify(field.name)}:`);
  const names = renamed.every(isUsual)
    ? JSON.stringify(renamed.map(({ name }) => name).join(" "))
    : literalText(Object.fromEntries(renamed.map(({ name, jsonName }) => [name, jsonName])));
  const check = messageNames(message).check;
  const depth = message.recursive ? "depth" : "0";
  out.indent(() =>
    out.line(code`return ${runtimeValue("respelled")}(message, ${check}, ${depth}, ${names});`),
  );
}

/** Whether a field has the JSON name that follows from its name. */
function isUsual({ name, jsonName }: FieldModel): boolean {
  return name.replace(/_+(.?)/g, (_, letter: string) => letter.toUpperCase()) === jsonName;
}

function holdsNull({ shape }: FieldModel): boolean {
  const { type } = shape;
  return type.kind === "wellKnown" && (type.wellKnown === "Value" || type.wellKnown === "NullValue");
}

/** What the lenient mode puts in the place of a REQUIRED field: its default, if it has one. */
function requiredDefault(field: FieldModel, { index }: SourceContext): string {
  return defaultLiteral(field.shape, index) ?? "undefined";
}
