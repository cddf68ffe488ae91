import type { ProfileSchema } from "../../../../../generators/emit/extension/profile-schema.ts";
import type { ModelIndex } from "../../../../../generators/model/index-model.ts";
import type { FieldModel, MessageModel } from "../../../../../generators/model/model.ts";
import { toWireType } from "../../../../../generators/model/wire-type.ts";

/** Something in a profile schema that is more than narrowing. */
export interface Widening {
  /** JSON pointer into the schema. */
  readonly pointer: string;
  readonly problem: string;
}

export interface ProofContext {
  readonly index: ModelIndex;
  /** The reference to the core's own definition of a message. */
  readonly coreRef: (typeName: string) => string;
}

/**
 * Proves of a profile schema that it only narrows, and returns what contradicts it. A definition of a
 * core type holds by construction no value that the core's definition does not hold when it is an
 * `allOf` of that definition and others. The others are made of keywords that say nothing but what
 * values must be like, of properties that the core type has, of enum values that the core enum has,
 * and of references to definitions that are proven themselves; below `metadata` the extension may
 * say what it likes. No required list is emptied.
 */
export function proveNarrowing({ schema, core }: ProfileSchema, context: ProofContext): readonly Widening[] {
  const found: Widening[] = [];
  const definitions = toObject(schema["$defs"]);
  for (const [name, message] of core) {
    const pointer = `/$defs/${toStep(name)}`;
    const { allOf, ...others } = toObject(definitions[name]);
    const [base, ...overlays] = Array.isArray(allOf) ? (allOf as readonly unknown[]) : [];
    if (Object.keys(others).length > 0 || toObject(base)["$ref"] !== context.coreRef(message.typeName)) {
      found.push({ pointer, problem: "it is not an allOf that begins with the core's own definition" });
    }
    overlays.forEach((overlay, i) => {
      walkObject(overlay, message, `${pointer}/allOf/${i + 1}`);
    });
  }
  return found;

  function report(pointer: string, problem: string): void {
    found.push({ pointer, problem });
  }

  function walkObject(value: unknown, message: MessageModel, pointer: string): void {
    for (const [keyword, given] of Object.entries(toObject(value))) {
      const at = `${pointer}/${toStep(keyword)}`;
      switch (keyword) {
        case "type":
          if (given !== "object") report(at, `${message.typeName} is an object`);
          break;
        case "required":
          for (const name of toTexts(given)) fieldOf(name, message, at);
          break;
        case "properties":
          for (const [name, property] of Object.entries(toObject(given))) {
            const field = fieldOf(name, message, `${at}/${toStep(name)}`);
            if (field !== undefined) walkField(property, field, `${at}/${toStep(name)}`);
          }
          break;
        case "anyOf":
          toList(given).forEach((arm, i) => {
            walkObject(arm, message, `${at}/${i}`);
          });
          break;
        default:
          report(at, `the keyword "${keyword}" is not known to narrow an object`);
      }
    }
  }

  function fieldOf(name: string, message: MessageModel, pointer: string): FieldModel | undefined {
    const field = message.fields.find(({ jsonName }) => jsonName === name);
    if (field === undefined) report(pointer, `${message.typeName} has no field "${name}"`);
    return field;
  }

  function walkField(value: unknown, field: FieldModel, pointer: string): void {
    if (value === true) return;
    const { shape } = field;
    if (shape.kind === "singular") {
      walkValue(value, field, pointer);
      return;
    }
    const each = shape.kind === "list" ? "items" : "additionalProperties";
    for (const [keyword, given] of Object.entries(toObject(value))) {
      const at = `${pointer}/${toStep(keyword)}`;
      if (keyword === each) walkValue(given, field, at);
      else if (shape.kind === "list" && keyword === "maxItems") {
        if (given === 0 && (field.presence === "required" || field.rules.nonEmpty === true)) {
          report(at, `a required list of core elements could have none`);
        }
      } else if (
        !(keyword === "type" || (shape.kind === "list" && ["minItems", "contains"].includes(keyword)))
      ) {
        report(at, `the keyword "${keyword}" is not known to narrow a ${shape.kind}`);
      }
    }
  }

  function walkValue(value: unknown, { shape, rules }: FieldModel, pointer: string): void {
    const type = toWireType(shape.type);
    const given = toObject(value);
    switch (type.kind) {
      case "message": {
        const { $ref } = given;
        if (typeof $ref !== "string") {
          walkObject(given, context.index.message(type.typeName), pointer);
          return;
        }
        const name = $ref.replace("#/$defs/", "");
        const isProven = core.get(name)?.typeName === type.typeName && Object.keys(given).length === 1;
        if (!isProven) report(pointer, `it is not the definition of ${type.typeName} of the profile itself`);
        return;
      }
      case "enum": {
        const { values } = context.index.enumeration(type.typeName);
        const allowed = values.filter(({ unspecified }) => !unspecified).map(({ json }) => json);
        walkTexts(given, allowed, pointer);
        return;
      }
      case "scalar":
        walkTexts(given, rules.values, pointer);
        return;
      case "wellKnown":
        // The space of extensions; anything else of google.protobuf is left alone.
        if (type.wellKnown !== "Struct") report(pointer, `a ${type.wellKnown} is not narrowed`);
    }
  }

  function walkTexts(
    given: Readonly<Record<string, unknown>>,
    allowed: readonly string[] | undefined,
    pointer: string,
  ): void {
    for (const [keyword, value] of Object.entries(given)) {
      const at = `${pointer}/${toStep(keyword)}`;
      if (keyword === "enum") {
        for (const text of toTexts(value)) {
          if (allowed !== undefined && !allowed.includes(text))
            report(at, `"${text}" is not a value of the core`);
        }
      } else if (keyword !== "type") report(at, `the keyword "${keyword}" is not known to narrow a value`);
    }
  }
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function toTexts(value: unknown): readonly string[] {
  return toList(value).map(String);
}

/** A member's name as a step of a JSON pointer (RFC 6901). */
function toStep(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
