import type { ModelIndex } from "../../model/index-model.ts";
import type { JsonScalar, ObjectChoice, UnionModel, ValueType } from "../../model/model.ts";
import { toPropertyAccess } from "../../naming/identifiers.ts";
import { code, importInternal, importValue, type Piece } from "../../print/piece.ts";
import { literalText } from "../../print/print-literal.ts";
import { codegenValue } from "../../print/runtime-import.ts";
import { ts } from "../../print/types.ts";
import { moduleImport } from "../shared/module-path.ts";
import type { SourceContext } from "../shared/source-emitter.ts";
import { typeReference, valueType } from "../shared/type-expression.ts";
import { encodeValue } from "./encode-value.ts";
import { typeNames } from "./names.ts";
import { planValue } from "./plan-field.ts";
import { hasSentForm } from "./type-facts.ts";

/** Emits the body of the check of a union: what distinguishes its arms decides which arm is checked. */
export function emitUnionCheck({ choice, recursive }: UnionModel, context: SourceContext): void {
  const { out } = context;
  const depths = { at: recursive ? "depth" : "0", below: recursive ? "depth + 1" : "0" };
  const checkDepth = (): void => {
    if (recursive)
      out.line(code`if (${codegenValue("isTooDeep")}(depth)) return ${codegenValue("tooDeep")}();`);
  };
  if (choice.by === "alias") {
    // Another name is as deep as what it stands for, which counts itself.
    if (isNamed(choice.type)) emitAnswer(choice.type, { ...context, below: depths.at });
    else {
      checkDepth();
      emitAnswer(choice.type, { ...context, below: depths.below });
    }
    return;
  }
  const { scalar, list, object } = choice;
  if (list !== undefined || (object?.by === "type" && !isNamed(object.type))) checkDepth();
  if (object !== undefined && scalar === undefined && list === undefined) {
    emitObjectCheck(object, { ...context, ...depths, isRecord: false });
    return;
  }
  if (scalar !== undefined) {
    const plan = planValue(scalar, { ...context, below: "0" });
    if (plan.as === "scalar") out.line(code`if (${plan.scalar.condition.holds}) return undefined;`);
  }
  if (list !== undefined) {
    out.block(
      "if (Array.isArray(value)) {",
      () => emitAnswer(list, { ...context, below: depths.below }),
      "}",
    );
  }
  if (object !== undefined) {
    out.block(
      code`if (${codegenValue("isRecord")}(value)) {`,
      () => emitObjectCheck(object, { ...context, ...depths, isRecord: true }),
      "}",
    );
  }
  out.line(code`return ${codegenValue("unexpected")}(value, ${JSON.stringify(expectedText(choice))});`);
}

/** Emits the answer to what is wrong with `value`. */
function emitAnswer(type: ValueType, context: SourceContext & { readonly below: string }): void {
  const plan = planValue(type, context);
  const answer =
    plan.as === "call" ? plan.call("value") : code`${codegenValue("checkKind")}(value, ${plan.scalar.kind})`;
  context.out.line(code`return ${answer};`);
}

function isNamed({ kind }: ValueType): boolean {
  return kind === "message" || kind === "union" || kind === "enum";
}

interface ObjectContext extends SourceContext {
  /** The depth of the union, and that of what stands in it. */
  readonly at: string;
  readonly below: string;
  /** Whether it is known already that the value is an object. */
  readonly isRecord: boolean;
}

function emitObjectCheck(choice: ObjectChoice, context: ObjectContext): void {
  const { out, isRecord } = context;
  const refuseOthers = (): void => {
    if (isRecord) return;
    out.line(code`if (!${codegenValue("isRecord")}(value)) return ${codegenValue("notObject")}(value);`);
  };
  switch (choice.by) {
    case "type":
      emitAnswer(choice.type, { ...context, below: isNamed(choice.type) ? context.at : context.below });
      return;
    case "tag":
      refuseOthers();
      emitCases(code`${codegenValue("own")}(value, ${JSON.stringify(choice.tag)})`, {
        out,
        cases: choice.cases.map(({ value, typeName }) => ({
          literal: JSON.stringify(value),
          answer: checkCall(typeName, context),
        })),
        other: () => emitUntagged(choice, context),
      });
      return;
    case "member": {
      refuseOthers();
      const members = choice.cases.map(({ member }) => member);
      const nullable = choice.nullable.length === 0 ? undefined : choice.nullable;
      emitCases(onlyMember(choice), {
        out,
        cases: choice.cases.map(({ member, typeName }) => ({
          literal: JSON.stringify(member),
          answer: code`${codegenValue("withoutNulls")}(${checkCall(typeName, context)}, value, ${literalText(members.filter((one) => one !== member))})`,
        })),
        other: () =>
          out.line(
            code`return ${codegenValue("oneof")}(undefined, value, ${literalText({ members, required: true, nullable })});`,
          ),
      });
    }
  }
}

interface Cases {
  readonly out: SourceContext["out"];
  readonly cases: readonly { readonly literal: string; readonly answer: Piece }[];
  /** Prints what comes where no case does. */
  readonly other: () => void;
}

function emitCases(on: Piece, { out, cases, other }: Cases): void {
  out.block(
    code`switch (${on}) {`,
    () => {
      for (const { literal, answer } of cases) {
        out.line(`case ${literal}:`);
        out.indent(() => out.line(code`return ${answer};`));
      }
      out.line("default:");
      out.indent(other);
    },
    "}",
  );
}

/** The one member that is there, as an expression. */
function onlyMember({ cases, nullable }: Extract<ObjectChoice, { by: "member" }>): Piece {
  const members = literalText(cases.map(({ member }) => member));
  const more = nullable.length === 0 ? "" : `, ${literalText(nullable)}`;
  return code`${codegenValue("onlyMember")}(value, ${members}${more})`;
}

function emitUntagged(
  { tag, cases, other }: Extract<ObjectChoice, { by: "tag" }>,
  context: ObjectContext,
): void {
  const { out, index } = context;
  if (other !== undefined) {
    out.line(code`return ${checkCall(other, context)};`);
    return;
  }
  out.block(
    code`return ${codegenValue("untagged")}(value, ${JSON.stringify(tag)}, [`,
    () => {
      for (const { value, typeName } of cases) {
        const required = requiredBeside(tag, typeName, index);
        const more = required.length === 0 ? "" : `, required: ${literalText(required)}`;
        const former = formerTag(tag, typeName, index);
        const was = former === undefined ? "" : `, was: ${JSON.stringify(former)}`;
        out.line(code`{ tag: ${JSON.stringify(value)}${was}, check: ${checkOf(typeName, index)}${more} },`);
      }
    },
    `], ${context.at});`,
  );
}

/** What identifies an arm without its tag. */
function requiredBeside(tag: string, typeName: string, index: ModelIndex): readonly string[] {
  const type = index.type(typeName);
  if (type.kind !== "message") return [];
  return type.fields
    .filter(({ presence, jsonName }) => presence === "required" && jsonName !== tag)
    .map(({ jsonName }) => jsonName);
}

/** The tag of an arm in earlier versions. */
function formerTag(tag: string, typeName: string, index: ModelIndex): string | undefined {
  const type = index.type(typeName);
  if (type.kind !== "message") return undefined;
  return type.fields.find(({ jsonName }) => jsonName === tag)?.rules.formerly;
}

function checkOf(typeName: string, index: ModelIndex): Piece {
  return importInternal(
    typeNames(index.type(typeName)).check,
    moduleImport(index.fileOf(typeName).name, "json"),
  );
}

function checkCall(typeName: string, { index, at }: ObjectContext): Piece {
  const type = index.type(typeName);
  const isRecursive = type.kind !== "enum" && type.recursive;
  return code`${checkOf(typeName, index)}(value${isRecursive ? `, ${at}` : ""})`;
}

function expectedText({ scalar, list, object }: Exclude<UnionModel["choice"], { by: "alias" }>): string {
  const words = [
    ...(scalar === undefined ? [] : scalarWords(scalar)),
    ...(list === undefined ? [] : ["an array"]),
    ...(object === undefined ? [] : ["an object"]),
  ];
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

function scalarWords(type: ValueType): readonly string[] {
  switch (type.kind) {
    case "scalar":
      return [type.scalar === "bool" ? jsonWords.boolean : jsonWords.string];
    case "wellKnown":
      return [jsonWords.null];
    case "json":
      return type.types.map((name) => jsonWords[name]);
    case "literal":
      return type.values.map((value) => JSON.stringify(value));
    case "enum":
    case "message":
    case "union":
    case "list":
    case "map":
      return [];
  }
}

const jsonWords: Readonly<Record<JsonScalar, string>> = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  null: "null",
};

/** Emits the body of the encoder of a union: that of the arm which the value is. */
export function emitUnionEncode({ choice }: UnionModel, { out, index }: SourceContext): void {
  const encoded = (type: ValueType): Piece =>
    encodeValue(type, code`value${ts` as ${valueType(type, index)}`}`, index);
  const encodedAs = (typeName: string): Piece => {
    const type = index.type(typeName);
    const encode = importValue(typeNames(type).encode, moduleImport(index.fileOf(typeName).name, "json"));
    return code`${encode}(value${ts` as ${typeReference(type, index)}`})`;
  };
  if (choice.by === "alias") {
    out.line(code`return ${encodeValue(choice.type, "value", index)};`);
    return;
  }
  const { scalar, list, object } = choice;
  if (list !== undefined && hasSentForm(list, index)) {
    out.line(code`if (Array.isArray(value)) return ${encoded(list)};`);
  }
  if (object === undefined || (object.by === "type" && !hasSentForm(object.type, index))) {
    out.line("return value;");
    return;
  }
  if (scalar !== undefined || list !== undefined) {
    out.line('if (typeof value !== "object" || value === null || Array.isArray(value)) return value;');
  }
  switch (object.by) {
    case "type":
      out.line(code`return ${encoded(object.type)};`);
      return;
    case "tag":
      emitCases(toPropertyAccess("value", object.tag), {
        out,
        cases: object.cases.map(({ value, typeName }) => ({
          literal: JSON.stringify(value),
          answer: encodedAs(typeName),
        })),
        other: () =>
          out.line(code`return ${object.other === undefined ? "value" : encodedAs(object.other)};`),
      });
      return;
    case "member":
      emitCases(onlyMember(object), {
        out,
        cases: object.cases.map(({ member, typeName }) => ({
          literal: JSON.stringify(member),
          answer: encodedAs(typeName),
        })),
        other: () => out.line("return value;"),
      });
  }
}
