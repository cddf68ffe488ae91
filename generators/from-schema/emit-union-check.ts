import { code } from "../print/piece.ts";
import { emitAnswer, emitDepthCheck } from "./emit-answer.ts";
import { functionNames, type JsonContext, runtimeValue } from "./json-context.ts";
import { planCheck } from "./plan-check.ts";
import { type Definition, definitionOf, type Node } from "./schema-model.ts";
import type { ObjectPlan, UnionPlan } from "./union-plan.ts";

/** Emits the body of the check of a union: what tells its arms apart decides which arm is checked. */
export function emitUnionCheck({ name }: Definition, context: JsonContext): void {
  const plan = planOf(name, context);
  const { scalar, list, object } = plan;
  const { out } = context;
  const at = context.recursive.has(name) ? "depth" : "0";
  const below = context.recursive.has(name) ? "depth + 1" : "0";
  const holdsItself = list !== undefined || object?.by === "node";
  if (holdsItself && context.recursive.has(name)) emitDepthCheck(context);
  if (object !== undefined && scalar === undefined && list === undefined) {
    emitObjects(object, { ...context, at, below, isRecord: false });
    return;
  }
  if (scalar !== undefined) {
    const check = planCheck(scalar, context, "0");
    out.line(code`if (${check.as === "scalar" ? check.condition : "false"}) return undefined;`);
  }
  if (list !== undefined) {
    out.block("if (Array.isArray(value)) {", () => emitAnswer(planCheck(list, context, below), context), "}");
  }
  if (object !== undefined) {
    out.block(
      code`if (${runtimeValue("isRecord")}(value)) {`,
      () => emitObjects(object, { ...context, at, below, isRecord: true }),
      "}",
    );
  }
  out.line(code`return ${runtimeValue("unexpected")}(value, ${JSON.stringify(expectedOf(plan))});`);
}

export function planOf(name: string, { unions }: JsonContext): UnionPlan {
  const plan = unions.get(name);
  if (plan === undefined) throw new Error(`no plan for the union ${name}`);
  return plan;
}

interface ObjectsContext extends JsonContext {
  /** The depth of the union, and that of what stands in it. */
  readonly at: string;
  readonly below: string;
  /** Whether it is known already that the value is an object. */
  readonly isRecord: boolean;
}

function emitObjects(plan: ObjectPlan, context: ObjectsContext): void {
  const { out, isRecord } = context;
  const refuseOthers = (): void => {
    if (isRecord) return;
    out.line(code`if (!${runtimeValue("isRecord")}(value)) return ${runtimeValue("notObject")}(value);`);
  };
  switch (plan.by) {
    case "definition":
      out.line(`return ${checkCall(plan.name, context)};`);
      return;
    case "node":
      emitAnswer(planCheck(plan.node, context, context.below), context);
      return;
    case "tag": {
      refuseOthers();
      const tag = JSON.stringify(plan.tag);
      out.block(
        code`switch (${runtimeValue("own")}(value, ${tag})) {`,
        () => {
          for (const { value, name } of plan.cases) {
            out.line(`case ${JSON.stringify(value)}:`);
            out.indent(() => out.line(`return ${checkCall(name, context)};`));
          }
          out.line("default:");
          out.indent(() => emitUntagged(plan, context));
        },
        "}",
      );
      return;
    }
    case "member": {
      refuseOthers();
      const members = plan.cases.map(({ member }) => member);
      const nullable = plan.nullable.length === 0 ? "" : `, ${listText(plan.nullable)}`;
      out.block(
        code`switch (${runtimeValue("onlyMember")}(value, ${listText(members)}${nullable})) {`,
        () => {
          for (const { member, name } of plan.cases) {
            const others = listText(members.filter((other) => other !== member));
            out.line(`case ${JSON.stringify(member)}:`);
            out.indent(() => {
              out.line(
                code`return ${runtimeValue("withoutNulls")}(${checkCall(name, context)}, value, ${others});`,
              );
            });
          }
          const init = `{ members: ${listText(members)}, required: true${plan.nullable.length === 0 ? "" : `, nullable: ${listText(plan.nullable)}`} }`;
          out.line("default:");
          out.indent(() => out.line(code`return ${runtimeValue("oneof")}(undefined, value, ${init});`));
        },
        "}",
      );
    }
  }
}

function emitUntagged(plan: Extract<ObjectPlan, { by: "tag" }>, context: ObjectsContext): void {
  const { out } = context;
  if (plan.other !== undefined) {
    out.line(`return ${checkCall(plan.other, context)};`);
    return;
  }
  out.block(
    code`return ${runtimeValue("untagged")}(value, ${JSON.stringify(plan.tag)}, [`,
    () => {
      for (const { value, name } of plan.cases) {
        const required = requiredOf(name, plan.tag, context);
        const more = required === undefined ? "" : `, required: ${listText(required)}`;
        out.line(`{ tag: ${JSON.stringify(value)}, check: ${functionNames(name).check}${more} },`);
      }
    },
    `], ${context.at});`,
  );
}

/** What tells an arm when its tag is not there. */
function requiredOf(name: string, tag: string, { definitions }: JsonContext): readonly string[] | undefined {
  const { body } = definitionOf(name, definitions);
  if (body.kind !== "object") return undefined;
  const required = body.properties.filter((property) => property.required && property.name !== tag);
  return required.length === 0 ? undefined : required.map((property) => property.name);
}

function checkCall(name: string, { recursive, at }: ObjectsContext): string {
  return `${functionNames(name).check}(value${recursive.has(name) ? `, ${at}` : ""})`;
}

function listText(names: readonly string[]): string {
  return `[${names.map((name) => JSON.stringify(name)).join(", ")}]`;
}

function expectedOf({ scalar, list, object }: UnionPlan): string {
  const words = [
    ...(scalar === undefined ? [] : scalarWords(scalar)),
    ...(list === undefined ? [] : ["an array"]),
    ...(object === undefined ? [] : ["an object"]),
  ];
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

function scalarWords(node: Node): readonly string[] {
  if (node.kind === "scalar") return node.types.map((type) => wordOf[type]);
  return node.kind === "literals" ? node.values.map((value) => JSON.stringify(value)) : [];
}

const wordOf = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  null: "null",
} as const;
