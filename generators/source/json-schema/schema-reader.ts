import { isObject } from "@a2agen/runtime/internal";
import type { SchemaObject } from "../../json-schema/schema.ts";
import { uniqueName } from "../../naming/unique-name.ts";
import type { Body, Definition, Literal, Node } from "./definition.ts";
import { pointTo, type SchemaProblem } from "./schema-problem.ts";

/** Keywords that say nothing of which values are valid. */
const annotations = [
  "$schema",
  "$id",
  "$comment",
  "title",
  "description",
  "deprecated",
  "default",
  "examples",
] as const;

/** What the readers of the parts of a schema share. */
export interface SchemaReader {
  report(pointer: string, message: string): void;
  /** Reports the keywords that are neither annotations nor among those that are read. */
  checkKeywords(schema: SchemaObject, pointer: string, read: readonly string[]): void;
  expectType(schema: SchemaObject, pointer: string, type: string): void;
  /** Reports an object that takes no other members than its own, or only some. */
  expectOpen(schema: SchemaObject, pointer: string): void;
  readRequired(schema: SchemaObject, pointer: string, properties: readonly string[]): readonly string[];
  /** The name of the definition that a `$ref` points to. */
  readReference(ref: unknown, pointer: string): string;
  docOf(schema: SchemaObject): { readonly doc: string; readonly deprecated: boolean };
  defaultOf(schema: SchemaObject, pointer: string): Literal | undefined;
  /** Gives a name to a union that stands inside a definition, and returns the reference to it. */
  hide(name: string, pointer: string, body: Body): Node;
  /** Takes back the union that was hidden under a name. */
  takeHidden(name: string): Body | undefined;
  /** Adds the hidden unions to the definitions. */
  addHidden(): void;
}

export interface ReaderInit {
  /** "definitions" or "$defs". */
  readonly container: string;
  readonly names: readonly string[];
  readonly definitions: Map<string, Definition>;
  readonly problems: SchemaProblem[];
}

export function createReader({ container, names, definitions, problems }: ReaderInit): SchemaReader {
  const hidden = new Map<string, Definition>();
  const reader: SchemaReader = {
    report(pointer, message) {
      problems.push({ pointer, message });
    },
    checkKeywords(schema, pointer, read) {
      for (const keyword of Object.keys(schema)) {
        if (read.includes(keyword) || annotations.some((annotation) => annotation === keyword)) continue;
        reader.report(
          pointTo(pointer, keyword),
          `found the keyword ${JSON.stringify(keyword)}; supported here: ${[...read, ...annotations].join(", ")} [schema-keyword]`,
        );
      }
    },
    expectType(schema, pointer, type) {
      if (schema["type"] === type) return;
      const found = Object.hasOwn(schema, "type") ? JSON.stringify(schema["type"]) : "none";
      reader.report(pointTo(pointer, "type"), `expected "${type}"; found ${found} [schema-type]`);
    },
    expectOpen(schema, pointer) {
      const rest = schema["additionalProperties"];
      if (rest === undefined || rest === true || (isObject(rest) && Object.keys(rest).length === 0)) return;
      reader.report(
        pointTo(pointer, "additionalProperties"),
        `found ${JSON.stringify(rest)} beside properties; supported here: true, {} or nothing, since unknown members are ignored [schema-open]`,
      );
    },
    readRequired(schema, pointer, properties) {
      const required = schema["required"] ?? [];
      if (!isTexts(required)) {
        const at = pointTo(pointer, "required");
        reader.report(at, `found ${JSON.stringify(required)}; expected a list of names [schema-required]`);
        return [];
      }
      required.forEach((name, i) => {
        if (properties.includes(name)) return;
        reader.report(
          pointTo(pointTo(pointer, "required"), i),
          `found ${JSON.stringify(name)}; expected one of the properties [schema-required]`,
        );
      });
      return required;
    },
    readReference(ref, pointer) {
      const prefix = `#/${container}/`;
      const name = typeof ref === "string" && ref.startsWith(prefix) ? ref.slice(prefix.length) : "";
      if (!names.includes(name)) {
        reader.report(
          pointTo(pointer, "$ref"),
          `found ${JSON.stringify(ref)}; expected "${prefix}" and the name of a definition [schema-ref]`,
        );
      }
      return name;
    },
    docOf({ description, deprecated }) {
      return { doc: typeof description === "string" ? description : "", deprecated: deprecated === true };
    },
    defaultOf(schema, pointer) {
      const value = schema["default"];
      if (value === undefined || isLiteral(value)) return value;
      const found = Array.isArray(value) ? "an array" : "an object";
      reader.report(
        pointTo(pointer, "default"),
        `found ${found}; expected a string, a number, true, false or null [schema-default]`,
      );
      return undefined;
    },
    hide(wanted, pointer, body) {
      const name = uniqueName(wanted, { has: (each) => names.includes(each) || hidden.has(each) });
      hidden.set(name, { name, pointer, doc: "", deprecated: false, hidden: true, body });
      return { kind: "ref", name };
    },
    takeHidden(name) {
      const body = hidden.get(name)?.body;
      hidden.delete(name);
      return body;
    },
    addHidden() {
      for (const [name, definition] of hidden) definitions.set(name, definition);
    },
  };
  return reader;
}

export function isLiteral(value: unknown): value is Literal {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((element) => typeof element === "string");
}
