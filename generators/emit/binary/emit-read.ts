import type { FieldModel, FieldShape, OneofModel, ValueType } from "../../model/model.ts";
import { withArticle } from "../../naming/article.ts";
import { entryName } from "../../naming/derived-names.ts";
import { isInheritedName, toPropertyAccess, toPropertyName } from "../../naming/identifiers.ts";
import { code, join, type Piece } from "../../print/piece.ts";
import { codegenType, runtimeType } from "../../print/runtime-import.ts";
import { ts } from "../../print/types.ts";
import { localNames } from "../shared/local-names.ts";
import { emitParts, isWide } from "../shared/parts.ts";
import { fieldType, typeReference } from "../shared/type-expression.ts";
import { binaryRuntime, keepsUnknown, type MessageContext } from "./binary-context.ts";
import { emitLoop } from "./emit-loop.ts";
import { entryNeeds } from "./emit-map-entry.ts";
import { messageNames } from "./names.ts";
import { differs, isDefaultOutsideType, wireDefault } from "./wire-default.ts";
import { isConstant, isMergeable, isPackable, tagOf, wireTypes, wireValue } from "./wire-value.ts";

interface ReadContext extends MessageContext {
  /** Variables by the proto names of the fields and oneofs. */
  readonly locals: ReadonlyMap<string, string>;
  /** The message that may be there already, to take a field of. */
  readonly given: "into?" | "given";
}

/** Emits the function that reads a message. */
export function emitRead(context: MessageContext): void {
  const { out, message, index } = context;
  const type = typeReference(message, index);
  const mergeable = isMergeable(message);
  const parameters = [
    code`reader${ts`: ${codegenType("BinaryReader", "binary")}`}`,
    code`length${ts`: number`}`,
    ...(message.containsAny ? [code`types${ts`: ${runtimeType("TypeRegistry", "binary")}`}`] : []),
    ...(message.recursive ? ["depth = 0"] : []),
    ...(mergeable ? [code`into${ts`?: ${type}`}`] : []),
  ];
  const merging = mergeable ? ", merged into one that is there already" : "";
  out.doc(`Reads the fields of ${withArticle(message.identifier)}, \`length\` bytes${merging}.`);
  out.block(
    code`export function ${messageNames(message).read}(${join(parameters, ", ")})${ts`: ${type}`} {`,
    () => {
      // Some thousand branches of `into?.` are too much for TypeScript.
      const given = isWide(message.fields.filter((field) => !isConstant(field))) ? "given" : "into?";
      emitBody({ ...context, locals: chooseLocals(context), given });
    },
    "}",
  );
}

function chooseLocals(context: MessageContext): ReadonlyMap<string, string> {
  const { inUse } = context;
  const { fields, oneofs } = context.message;
  const nameOf = ({ name }: { readonly name: string }): string => name;
  const ofFields = localNames(fields.map(nameOf), (name) => `${name}Field`, inUse);
  const ofOneofs = localNames(oneofs.map(nameOf), (name) => `${name}Case`, [...inUse, ...ofFields.values()]);
  return new Map([...ofFields, ...ofOneofs]);
}

function emitBody(context: ReadContext): void {
  const { out, message, index } = context;
  if (message.recursive) out.line(code`${binaryRuntime("checkDepth")}(depth);`);
  out.line("const end = reader.pos + length;");
  const fields = message.fields.filter((field) => !isConstant(field));
  if (context.given === "given") {
    const type = typeReference(message, index);
    out.line(code`const given${ts`: { readonly [Field in keyof ${type}]?: ${type}[Field] }`} = into ?? {};`);
  }
  for (const field of fields) {
    const keyword = field.presence === "required" && field.shape.kind !== "singular" ? "const" : "let";
    out.line(code`${keyword} ${localOf(field, context)}${initialValue(field, context)};`);
  }
  for (const oneof of message.oneofs) emitInitialMember(oneof, context);
  const keeps = keepsUnknown(context);
  const into = isMergeable(message) ? "into" : "undefined";
  if (keeps) out.line(code`let others = ${binaryRuntime("unknownFields")}(${into});`);
  emitLoop(
    context,
    () => {
      for (const field of fields) emitCases(field, context);
    },
    keeps ? code`others = ${binaryRuntime("keepUnknown")}(reader, tag, others);` : undefined,
  );
  const result = (value: Piece): Piece =>
    keeps ? code`return ${binaryRuntime("withUnknownFields")}(${value}, others);` : code`return ${value};`;
  if (message.fields.length === 0) {
    out.line(result("{}"));
    return;
  }
  emitResult(context);
  out.line(result(code`message${ts` as ${typeReference(message, index)}`}`));
}

function localOf({ name }: { readonly name: string }, { locals }: ReadContext): string {
  return locals.get(name) ?? "";
}

/** What a variable holds before anything is read: the existing value, or the default. */
function initialValue(field: FieldModel, context: ReadContext): Piece {
  const { jsonName, rules } = field;
  const access = isInheritedName(jsonName)
    ? code`into !== undefined && Object.hasOwn(into, ${JSON.stringify(jsonName)}) ? (into.${jsonName}${ts` as ${fieldType(field, context.index)}`}) : undefined`
    : toPropertyAccess(context.given, jsonName).replace("into?[", "into?.[");
  const absent = absentValue(field, context);
  const value =
    absent === undefined
      ? access
      : code`${isInheritedName(jsonName) ? code`(${access})` : access} ?? ${absent}`;
  if (rules.values !== undefined)
    return code`${ts`: string${absent === undefined ? " | undefined" : ""}`} = ${value}`;
  return absent !== undefined && isDefaultOutsideType(field, context)
    ? code`${ts`: ${fieldType(field, context.index)} | ${absent}`} = ${value}`
    : code` = ${value}`;
}

/** What an absent field is read as; undefined where it is absent in the value too, or its zero says so. */
function absentValue(field: FieldModel, context: ReadContext): string | undefined {
  const { shape, presence } = field;
  if (shape.kind === "singular") return wireDefault(field, context);
  if (presence !== "required") return undefined;
  return shape.kind === "list" ? "[]" : "{}";
}

/** The existing member. */
function emitInitialMember({ name, members }: OneofModel, context: ReadContext): void {
  const { out, message } = context;
  const variable = localOf({ name }, context);
  out.line(`let ${variable} = 0;`);
  out.block(
    "if (into !== undefined) {",
    () => {
      const fields = message.fields.filter((candidate) => members.includes(candidate.jsonName));
      emitParts(out, fields, (field) => {
        out.line(`if (${localOf(field, context)} !== undefined) ${variable} = ${field.number};`);
      });
    },
    "}",
  );
}

function emitCases(field: FieldModel, context: ReadContext): void {
  switch (field.shape.kind) {
    case "singular":
      emitSingularCase(field, context);
      return;
    case "list":
      emitListCases(field, field.shape, context);
      return;
    case "map":
      emitMapCase(field, context);
  }
}

function emitCase(
  { number, wireType, body }: { number: number; wireType: number; body: readonly Piece[] },
  { out }: ReadContext,
): void {
  out.line(`case ${tagOf(number, wireType)}:`);
  out.indent(() => {
    for (const line of [...body, "break;"]) out.line(line);
  });
}

/** The same for a case that declares a variable. */
function emitBlockCase(
  { number, wireType, body }: { number: number; wireType: number; body: readonly Piece[] },
  { out }: ReadContext,
): void {
  out.block(
    `case ${tagOf(number, wireType)}: {`,
    () => {
      for (const line of [...body, "break;"]) out.line(line);
    },
    "}",
  );
}

function emitSingularCase(field: FieldModel, context: ReadContext): void {
  const { number, shape, oneof } = field;
  const local = localOf(field, context);
  const wire = wireValue(shape.type, context);
  const member = oneof === undefined ? undefined : localOf({ name: oneof }, context);
  const setMember = member === undefined ? [] : [`${member} = ${number};`];
  if (wire.kind === "inline" && wire.droppable) {
    const set = [`${local} = value;`, ...setMember];
    const setAll = set.length === 1 ? set.join("") : `{ ${set.join(" ")} }`;
    const body = [code`const value = ${wire.read};`, `if (value !== undefined) ${setAll}`];
    emitBlockCase({ number, wireType: wire.wireType, body }, context);
  } else if (wire.kind === "inline") {
    emitCase(
      { number, wireType: wire.wireType, body: [code`${local} = ${wire.read};`, ...setMember] },
      context,
    );
  } else {
    const into = member === undefined ? local : `${member} === ${number} ? ${local} : undefined`;
    const read = wire.delimited
      ? readGroup(number, wire.merge("length", into))
      : wire.merge("reader.uint32()", into);
    const wireType = wire.delimited ? wireTypes.startGroup : wireTypes.length;
    emitCase({ number, wireType, body: [code`${local} = ${read};`, ...setMember] }, context);
  }
}

function readGroup(number: number, read: Piece): Piece {
  return code`${binaryRuntime("readGroup")}(reader, ${String(number)}, (length) => ${read})`;
}

/** A list that can be packed is read in both forms, whichever it is written in. */
function emitListCases(
  field: FieldModel,
  { type }: FieldShape & { kind: "list" },
  context: ReadContext,
): void {
  const { number, presence } = field;
  const local = localOf(field, context);
  const wire = wireValue(type, context);
  const list = presence === "required" ? local : `(${local} ??= [])`;
  if (wire.kind === "body") {
    const read = wire.delimited ? readGroup(number, wire.read("length")) : wire.read("reader.uint32()");
    const wireType = wire.delimited ? wireTypes.startGroup : wireTypes.length;
    const known = isKnown(type, context);
    if (known === undefined) emitCase({ number, wireType, body: [code`${list}.push(${read});`] }, context);
    else {
      const body = [code`const item = ${read};`, `if (${known}) ${list}.push(item);`];
      emitBlockCase({ number, wireType, body }, context);
    }
    return;
  }
  if (wire.droppable) {
    const body = [code`const value = ${wire.read};`, `if (value !== undefined) ${list}.push(value);`];
    emitBlockCase({ number, wireType: wire.wireType, body }, context);
  } else {
    emitCase({ number, wireType: wire.wireType, body: [code`${list}.push(${wire.read});`] }, context);
  }
  if (!isPackable(wire)) return;
  const loop = "while (reader.pos < stop)";
  const element = wire.droppable
    ? [
        `${loop} {`,
        code`  const value = ${wire.read};`,
        `  if (value !== undefined) ${local}.push(value);`,
        "}",
      ]
    : [code`${loop} ${local}.push(${wire.read});`];
  const body = [
    ...(presence === "required" ? [] : [`${local} ??= [];`]),
    "const stop = reader.uint32() + reader.pos;",
    ...element,
    code`${binaryRuntime("checkEnd")}(reader, stop);`,
  ];
  emitBlockCase({ number, wireType: wireTypes.length, body }, context);
}

/** Whether an element has a member that is known, where later versions add members. */
function isKnown(type: ValueType, { index }: ReadContext): string | undefined {
  if (type.kind !== "message") return undefined;
  const open = index.message(type.typeName).oneofs.find((oneof) => oneof.open);
  return open?.members.map((name) => `${toPropertyAccess("item", name)} !== undefined`).join(" || ");
}

function emitMapCase(field: FieldModel, context: ReadContext): void {
  const { message } = context;
  const local = localOf(field, context);
  const map = field.presence === "required" ? local : `(${local} ??= {})`;
  const { types, depth } = entryNeeds(field.shape.type, context);
  const rest = `${types ? ", types" : ""}${depth ? ", depth" : ""}`;
  const body = [`${entryName(message, field.name)}(reader, ${map}${rest});`];
  emitCase({ number: field.number, wireType: wireTypes.length, body }, context);
}

/** Builds the message of what was read, its fields in the order of the proto. */
function emitResult(context: ReadContext): void {
  const { out, message, index } = context;
  const written = new Set<string>();
  const firstOther = message.fields.findIndex((field) => !isAlwaysThere(field, context));
  const leading = message.fields.slice(0, firstOther === -1 ? undefined : firstOther);
  const properties = leading.map((field) => `${toPropertyName(field.jsonName)}: ${resultOf(field, context)}`);
  const literal = properties.length === 0 ? "{}" : `{ ${properties.join(", ")} }`;
  const draft = code`${codegenType("Draft")}<${typeReference(message, index)}>`;
  out.line(code`const message${ts`: ${draft}`} = ${literal};`);
  emitParts(out, message.fields.slice(leading.length), (field) => {
    const { oneof } = field;
    if (oneof === undefined) emitProperty(field, context);
    else if (!written.has(oneof)) emitMember(oneof, context);
    if (oneof !== undefined) written.add(oneof);
  });
}

/** Whether reading always gives a value of the field: a REQUIRED one that has a default. */
function isAlwaysThere(field: FieldModel, context: ReadContext): boolean {
  if (field.presence !== "required" || field.explicit) return false;
  return (
    isConstant(field) || (absentValue(field, context) !== undefined && !isDefaultOutsideType(field, context))
  );
}

function resultOf(field: FieldModel, context: ReadContext): string {
  return isConstant(field) ? "null" : localOf(field, context);
}

function emitProperty(field: FieldModel, context: ReadContext): void {
  const { out } = context;
  const assign = `${toPropertyAccess("message", field.jsonName)} = ${resultOf(field, context)};`;
  if (isAlwaysThere(field, context)) {
    out.line(assign);
    return;
  }
  if (isConstant(field)) return;
  const local = localOf(field, context);
  const absent = absentValue(field, context);
  out.line(
    code`if (${absent === undefined ? `${local} !== undefined` : differs(field, local, absent)}) ${assign}`,
  );
}

/** Only the member that was read last is there. */
function emitMember(oneof: string, context: ReadContext): void {
  const { out, message } = context;
  const variable = localOf({ name: oneof }, context);
  out.block(
    `switch (${variable}) {`,
    () => {
      for (const field of message.fields.filter((candidate) => candidate.oneof === oneof)) {
        out.line(`case ${field.number}:`);
        out.indent(() => {
          out.line(`${toPropertyAccess("message", field.jsonName)} = ${localOf(field, context)};`);
          out.line("break;");
        });
      }
    },
    "}",
  );
}
