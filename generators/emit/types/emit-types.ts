import { isNamed, type TypeModel } from "../../model/index-model.ts";
import type { EnumModel, FieldModel, MessageModel, OneofModel, UnionModel } from "../../model/model.ts";
import { isInheritedName, toPropertyName } from "../../naming/identifiers.ts";
import { code, join } from "../../print/piece.ts";
import type { SourceFile } from "../../print/source-file.ts";
import { ts } from "../../print/types.ts";
import type { Emitter } from "../shared/emitter.ts";
import { createSourceEmitter, type SourceContext } from "../shared/source-emitter.ts";
import { fieldType, valueType } from "../shared/type-expression.ts";
import { declarationDoc, propertyDoc } from "./doc-text.ts";

/** Emits the type of every message, enum and union: the value in memory is the JSON value. */
export const emitTypes: Emitter = createSourceEmitter({
  kind: "types",
  namesOf: (type) => {
    const names = isNamed(type) ? [type.identifier] : [];
    return { names, types: type.kind === "enum" ? [] : names };
  },
  parts: (type, context) => (isNamed(type) ? [() => emitType(type, context)] : []),
});

function emitType(type: TypeModel, context: Context): void {
  const comment =
    type.kind === "enum" ? [type.comment, unspecifiedDoc(type)].filter(Boolean).join("\n\n") : type.comment;
  context.out.doc(declarationDoc({ ...type, comment }));
  switch (type.kind) {
    case "enum":
      emitEnum(type, context.out);
      return;
    case "message":
      emitMessage(type, context);
      return;
    case "union":
      emitUnion(type, context);
  }
}

/** Says where the zero value is: absence says the same, and in lists it is a text. */
function unspecifiedDoc({ values }: EnumModel): string {
  const json = values.find(({ unspecified }) => unspecified)?.json;
  return json === undefined ? "" : `\`${json}\` has no member: an absent field says the same.`;
}

type Context = Pick<SourceContext, "out" | "index">;

function emitEnum(enumeration: EnumModel, out: SourceFile): void {
  const { identifier } = enumeration;
  out.block(
    `export const ${identifier} = {`,
    () => {
      for (const value of enumeration.values) {
        if (value.unspecified) continue;
        out.doc(declarationDoc(value));
        out.line(`${toPropertyName(value.key)}: ${JSON.stringify(value.json)},`);
      }
    },
    code`}${ts` as const`};`,
  );
  const numbers = enumeration.unnamed ? " | number" : "";
  out.line(`export type ${identifier} = (typeof ${identifier})[keyof typeof ${identifier}]${numbers};`);
}

function emitMessage(message: MessageModel, context: Context): void {
  const { out } = context;
  const oneofs = exclusiveOneofs(message);
  const inUnion = new Set(oneofs.flatMap((oneof) => oneof.members));
  const plain = message.fields.filter((field) => !inUnion.has(field.jsonName));
  const head = `export type ${message.identifier} =`;
  const properties = (): void => {
    for (const field of plain) emitProperty(field, context);
  };
  if (oneofs.length === 0) {
    if (plain.length === 0) out.line(`export interface ${message.identifier} {}`);
    else out.block(`export interface ${message.identifier} {`, properties, "}");
    return;
  }
  if (plain.length === 0 && oneofs.length === 1) {
    out.line(head);
    for (const oneof of oneofs) emitArms(oneof, { ...context, message, end: ";" });
    return;
  }
  if (plain.length > 0) out.block(`${head} {`, properties, "} & (");
  else out.line(`${head} (`);
  oneofs.forEach((oneof, i) => {
    if (i > 0) out.line(") & (");
    emitArms(oneof, { ...context, message, end: "" });
  });
  out.line(");");
}

function emitUnion({ identifier, arms }: UnionModel, { out, index }: Context): void {
  const types = arms.map((arm) => valueType(arm, index, "inline"));
  if (types.length < 4) {
    out.line(code`export type ${identifier} = ${join(types, " | ")};`);
    return;
  }
  out.line(`export type ${identifier} =`);
  out.indent(() => {
    types.forEach((type, i) => {
      out.line(code`| ${type}${i === types.length - 1 ? ";" : ""}`);
    });
  });
}

/**
 * The oneofs written as unions. TypeScript multiplies the arms of intersected unions, so that a
 * message with many large oneofs has the rest as optional properties; codecs check them all.
 */
function exclusiveOneofs(message: MessageModel): readonly OneofModel[] {
  const maximumArms = { alone: 1000, multiplied: 256 };
  let arms = 1;
  return message.oneofs.filter((oneof) => {
    const product = arms * (oneof.members.length + (oneof.required ? 0 : 1));
    if (product > (arms === 1 ? maximumArms.alone : maximumArms.multiplied)) return false;
    arms = product;
    return true;
  });
}

/** One arm for each member that can be set, the other members being `never`, and one for none. */
function emitArms(
  oneof: OneofModel,
  { message, end, ...context }: Context & { message: MessageModel; end: string },
): void {
  const { out } = context;
  const members = message.fields.filter((field) => oneof.members.includes(field.jsonName));
  const never = ({ jsonName }: FieldModel): string =>
    `${toPropertyName(jsonName)}?: ${inheritedType(jsonName) ?? "never"}`;
  out.indent(() => {
    members.forEach((set, i) => {
      const last = oneof.required && i === members.length - 1;
      out.line("| {");
      out.indent(() =>
        out.indent(() => {
          for (const field of members) {
            if (field === set) emitProperty(field, { ...context, mandatory: true });
            else out.line(`${never(field)};`);
          }
        }),
      );
      out.line(`  }${last ? end : ""}`);
    });
    if (!oneof.required) out.line(`| { ${members.map(never).join("; ")} }${end}`);
  });
}

function emitProperty(
  field: FieldModel,
  { out, index, mandatory = field.presence === "required" }: Context & { mandatory?: boolean },
): void {
  const { jsonName } = field;
  const type = fieldType(field, index, "inline");
  const inherited = mandatory ? undefined : inheritedType(jsonName);
  out.doc(propertyDoc(field));
  out.line(
    code`${toPropertyName(jsonName)}${mandatory ? "" : "?"}: ${type}${inherited === undefined ? "" : ` | ${inherited}`};`,
  );
}

/**
 * The type of what every object has under a name; undefined for other names. Without it no literal that
 * leaves the field out would be assignable, and readers of an absent field do get it.
 */
function inheritedType(jsonName: string): string | undefined {
  // TypeScript does not know the older ones, such as __defineGetter__.
  const isKnown = isInheritedName(jsonName) && !jsonName.startsWith("__");
  return isKnown ? `globalThis.Object[${JSON.stringify(jsonName)}]` : undefined;
}
