import { toPropertyName } from "../naming/identifiers.ts";
import { code, importType, type Piece } from "../print/piece.ts";
import { emitAnswer, emitDepthCheck } from "./emit-answer.ts";
import { emitUnionCheck } from "./emit-union-check.ts";
import { isNullable } from "./is-nullable.ts";
import { functionNames, type JsonContext, runtimeValue } from "./json-context.ts";
import { type CheckPlan, planCheck } from "./plan-check.ts";
import type { Definition, Property } from "./schema-model.ts";
import { runtime } from "./type-text.ts";

/** Emits the function that finds what is wrong with a value: undefined, at no cost, for a good one. */
export function emitCheck(definition: Definition, context: JsonContext): void {
  const { out, recursive } = context;
  const { name, hidden, body } = definition;
  const isRecursive = recursive.has(name);
  const parameter = body.kind === "object" ? "message" : "value";
  if (!hidden) out.doc(`Finds what is wrong with a ${name}; undefined when nothing is.`);
  out.block(
    code`${hidden ? "" : "export "}function ${functionNames(name).check}(${parameter}: unknown${isRecursive ? ", depth: number" : ""}): ${importType("Problems", runtime)} | undefined {`,
    () => {
      switch (body.kind) {
        case "object":
          emitObject(body.properties, { ...context, isRecursive });
          return;
        case "union":
          emitUnionCheck(definition, context);
          return;
        case "enum":
          out.line(code`return ${runtimeValue("checkKind")}(value, ${functionNames(name).kind});`);
          return;
        case "alias": {
          const isReference = body.node.kind === "ref";
          if (isRecursive && !isReference) emitDepthCheck(context);
          const below = isReference ? "depth" : "depth + 1";
          emitAnswer(planCheck(body.node, context, isRecursive ? below : "0"), context);
        }
      }
    },
    "}",
  );
}

interface ObjectContext extends JsonContext {
  readonly isRecursive: boolean;
}

function emitObject(properties: readonly Property[], context: ObjectContext): void {
  const { out, isRecursive } = context;
  const problems = importType("Problems", runtime);
  const required = properties.filter((property) => property.required);
  const below = isRecursive ? "depth + 1" : "0";
  const plans = properties.map((property) => ({ property, plan: planCheck(property.node, context, below) }));
  out.line(code`if (!${runtimeValue("isRecord")}(message)) return ${runtimeValue("notObject")}(message);`);
  if (isRecursive) emitDepthCheck(context);
  out.line(code`let found: ${problems} | undefined;`);
  if (plans.some(({ plan }) => plan.as === "call")) out.line(code`let inner: ${problems} | undefined;`);
  if (required.length > 0) out.line("let required = 0;");
  out.block(
    "for (const key in message) {",
    () => {
      out.line("const value = message[key];");
      out.block(
        "switch (key) {",
        () => {
          for (const { property, plan } of plans) {
            out.line(`case ${JSON.stringify(property.name)}:`);
            out.indent(() => {
              emitProperty(plan, property.required, context);
              out.line("break;");
            });
          }
        },
        "}",
      );
    },
    "}",
  );
  if (required.length > 0) emitMissing(required, context);
  out.line("return found;");
}

function emitProperty(plan: CheckPlan, required: boolean, { out }: JsonContext): void {
  const refusal =
    plan.as === "scalar"
      ? code`found = ${runtimeValue("refuse")}(found, message, key, ${plan.kind});`
      : code`found = ${runtimeValue("within")}(found, message, key, inner);`;
  if (plan.as === "call") out.line(code`inner = ${plan.call("value")};`);
  const isGood = plan.as === "call" ? "inner === undefined" : plan.condition;
  const isBad = plan.as === "call" ? "inner !== undefined" : plan.negation;
  if (required) {
    out.line(code`if (${isGood}) required++;`);
    out.line(code`else ${refusal}`);
  } else {
    out.line(code`if (${isBad}) ${refusal}`);
  }
}

function emitMissing(required: readonly Property[], { out, definitions }: JsonContext): void {
  const defaults = required.map(
    (property) => `${toPropertyName(property.name)}: ${defaultOf(property) ?? "undefined"}`,
  );
  const nullable = required
    .filter(({ node }) => isNullable(node, definitions))
    .map(({ name }) => JSON.stringify(name));
  const all: Piece =
    nullable.length === 0
      ? `{ ${defaults.join(", ")} }`
      : code`${runtimeValue("unlessThere")}(message, [${nullable.join(", ")}], { ${defaults.join(", ")} })`;
  out.block(
    `if (required !== ${required.length}) {`,
    () => out.line(code`found = ${runtimeValue("missing")}(found, message, ${all});`),
    "}",
  );
}

/** What the lenient mode puts in the place of a property that is absent. */
function defaultOf({ node, default: absent }: Property): string | undefined {
  if (absent !== undefined) return JSON.stringify(absent);
  switch (node.kind) {
    case "scalar":
      return node.types.length === 1 ? emptyScalars[node.types[0] ?? "null"] : undefined;
    case "literals":
      return node.isConstant ? JSON.stringify(node.values[0]) : undefined;
    case "list":
      return "[]";
    case "map":
      return "{}";
    case "any":
    case "record":
    case "ref":
      return undefined;
  }
}

const emptyScalars = {
  string: '""',
  integer: "0",
  number: "0",
  boolean: "false",
  null: "null",
} as const;
