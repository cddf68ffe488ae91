import { isInheritedName, toPropertyAccess } from "../naming/identifiers.ts";
import { code, type Piece } from "../print/piece.ts";
import { planOf } from "./emit-union-check.ts";
import { functionNames, type JsonContext, runtimeValue } from "./json-context.ts";
import { type Definition, definitionOf, type Node, type Property } from "./schema-model.ts";
import { typeOf, typeOfDefinition } from "./type-text.ts";
import type { ObjectPlan } from "./union-plan.ts";

/** Emits the function that brings a value into the form that is sent: itself if it has that form. */
export function emitEncode(definition: Definition, context: JsonContext): void {
  const { out } = context;
  const { name, hidden, body } = definition;
  const type = typeOfDefinition(definition, context);
  const parameter = body.kind === "object" ? "message" : "value";
  if (!hidden) out.doc(`The ${name} as it is sent: known members in order.`);
  out.block(
    code`${hidden ? "" : "export "}function ${functionNames(name).encode}(${parameter}: ${type}): ${type} {`,
    () => {
      switch (body.kind) {
        case "object":
          emitObject(body.properties, type, context);
          return;
        case "union":
          emitUnion(name, type, context);
          return;
        case "enum":
          out.line("return value;");
          return;
        case "alias":
          out.line(code`return ${encoded(body.node, "value", context)};`);
      }
    },
    "}",
  );
}

function emitObject(properties: readonly Property[], type: Piece, context: JsonContext): void {
  const { out } = context;
  const kept = properties.filter(({ name, node }) => holdsObjects(node, context) || isInheritedName(name));
  const locals = new Map(kept.map(({ name }, i) => [name, localName(name, i)]));
  out.line("let asSent = true;");
  out.line("let last = 0;");
  for (const { name, node } of kept) {
    out.line(code`let ${locals.get(name) ?? ""}: ${typeOf(node, context)} | undefined;`);
  }
  out.block(
    "for (const key in message) {",
    () => {
      out.line(code`const value: unknown = message[key as keyof ${bracketed(type)}];`);
      out.line("let at = 0;");
      out.block(
        "switch (key) {",
        () => {
          properties.forEach(({ name, node }, i) => {
            out.line(`case ${JSON.stringify(name)}:`);
            out.indent(() => {
              out.line(`at = ${i + 1};`);
              const local = locals.get(name);
              if (local !== undefined) emitKept(local, node, context);
              out.line("break;");
            });
          });
        },
        "}",
      );
      out.line("if (at <= last || value === undefined) asSent = false;");
      out.line("last = at;");
    },
    "}",
  );
  out.line("if (asSent) return message;");
  out.line("const sent: Record<string, unknown> = {};");
  for (const { name } of properties) {
    const value = locals.get(name) ?? toPropertyAccess("message", name);
    out.line(`if (${value} !== undefined) sent[${JSON.stringify(name)}] = ${value};`);
  }
  out.line(code`return sent as unknown as ${type};`);
}

function emitKept(local: string, node: Node, context: JsonContext): void {
  const { out } = context;
  const given = code`value as ${bracketed(typeOf(node, context))}`;
  if (!holdsObjects(node, context)) {
    out.line(code`${local} = ${given};`);
    return;
  }
  out.line(code`if (value !== undefined) ${local} = ${encoded(node, given, context)};`);
  out.line(`if (${local} !== value) asSent = false;`);
}

function emitUnion(name: string, type: Piece, context: JsonContext): void {
  const { out } = context;
  const { scalar, list, object } = planOf(name, context);
  if (list !== undefined && holdsObjects(list, context)) {
    const answer = code`${encoded(list, castTo(list, context), context)}`;
    out.line(code`if (Array.isArray(value)) return ${answer};`);
  }
  if (object === undefined || (object.by === "node" && !holdsObjects(object.node, context))) {
    out.line("return value;");
    return;
  }
  if (scalar !== undefined || list !== undefined) {
    out.line('if (typeof value !== "object" || value === null || Array.isArray(value)) return value;');
  }
  emitObjects(object, { ...context, type });
}

interface UnionContext extends JsonContext {
  readonly type: Piece;
}

function emitObjects(plan: ObjectPlan, context: UnionContext): void {
  const { out } = context;
  switch (plan.by) {
    case "definition":
      out.line(code`return ${encodeArm(plan.name, context)};`);
      return;
    case "node":
      out.line(code`return ${encoded(plan.node, castTo(plan.node, context), context)};`);
      return;
    case "tag":
      out.block(
        `switch (${toPropertyAccess("value", plan.tag)}) {`,
        () => {
          for (const { value, name } of plan.cases) {
            out.line(`case ${JSON.stringify(value)}:`);
            out.indent(() => out.line(code`return ${encodeArm(name, context)};`));
          }
          out.line("default:");
          const rest = plan.other === undefined ? "value" : encodeArm(plan.other, context);
          out.indent(() => out.line(code`return ${rest};`));
        },
        "}",
      );
      return;
    case "member": {
      const members = plan.cases.map(({ member }) => JSON.stringify(member)).join(", ");
      const nullable = plan.nullable.map((member) => JSON.stringify(member)).join(", ");
      out.block(
        code`switch (${runtimeValue("onlyMember")}(value, [${members}]${nullable === "" ? "" : `, [${nullable}]`})) {`,
        () => {
          for (const { member, name } of plan.cases) {
            out.line(`case ${JSON.stringify(member)}:`);
            out.indent(() => out.line(code`return ${encodeArm(name, context)};`));
          }
          out.line("default:");
          out.indent(() => out.line("return value;"));
        },
        "}",
      );
    }
  }
}

function encodeArm(name: string, context: JsonContext): Piece {
  const type = typeOfDefinition(definitionOf(name, context.definitions), context);
  return code`${functionNames(name).encode}(value as ${bracketed(type)})`;
}

function castTo(node: Node, context: JsonContext): Piece {
  return code`value as ${bracketed(typeOf(node, context))}`;
}

/** Whether a value holds objects with properties, which have a form of their own to be sent in. */
function holdsObjects(node: Node, context: JsonContext, around: readonly string[] = []): boolean {
  switch (node.kind) {
    case "ref": {
      if (around.includes(node.name)) return false;
      const { body } = definitionOf(node.name, context.definitions);
      const below = [...around, node.name];
      if (body.kind === "union") return body.arms.some((arm) => holdsObjects(arm, context, below));
      return body.kind === "object" || (body.kind === "alias" && holdsObjects(body.node, context, below));
    }
    case "list":
      return holdsObjects(node.element, context, around);
    case "map":
      return holdsObjects(node.value, context, around);
    case "any":
    case "record":
    case "scalar":
    case "literals":
      return false;
  }
}

function encoded(node: Node, value: Piece, context: JsonContext): Piece {
  if (!holdsObjects(node, context)) return value;
  switch (node.kind) {
    case "ref":
      return code`${functionNames(node.name).encode}(${value})`;
    case "list":
      return code`${runtimeValue("encodeList")}(${value}, ${encoder(node.element, context)})`;
    case "map":
      return code`${runtimeValue("encodeMap")}(${value}, ${encoder(node.value, context)})`;
    case "any":
    case "record":
    case "scalar":
    case "literals":
      return value;
  }
}

function encoder(node: Node, context: JsonContext): Piece {
  return node.kind === "ref"
    ? functionNames(node.name).encode
    : code`(each) => ${encoded(node, "each", context)}`;
}

function localName(name: string, index: number): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${name}Sent` : `member${index + 1}Sent`;
}

/** What is neither a name nor in brackets has to be put in some where it is cast to. */
function bracketed(type: Piece): Piece {
  return typeof type === "string" || Array.isArray(type) ? code`(${type})` : type;
}
