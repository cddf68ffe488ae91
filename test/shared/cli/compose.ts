import { Ajv2020 } from "ajv/dist/2020.js";
import { ComposeError, formatComposeProblem } from "../../../packages/cli/src/compose/compose-problem.ts";
import { type Composed, composeSchemas } from "../../../packages/cli/src/compose/compose-schemas.ts";

/** Schemas by the names of their files; texts are taken as they are. */
export type Files = Readonly<Record<string, unknown>>;

export interface Given {
  readonly base?: unknown;
  readonly extensions?: Files;
  readonly shared?: Files;
  readonly manifest?: unknown;
}

/** A base that has something of everything. */
export const base = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://shop.example/base.json",
  $defs: {
    Session: {
      type: "object",
      properties: {
        id: { type: "string" },
        status: { type: "string", enum: ["open", "closed"] },
        note: { type: "string" },
        buyer: { $ref: "#/$defs/Buyer" },
        messages: { type: "array", items: { $ref: "#/$defs/Message" } },
      },
      required: ["id", "status"],
      additionalProperties: false,
    },
    Request: { type: "object", properties: { note: { type: "string" } }, additionalProperties: false },
    Buyer: { type: "object", properties: { email: { type: "string" } }, additionalProperties: false },
    Message: {
      type: "object",
      properties: {
        code: { type: "string", enum: ["missing", "invalid"] },
        kind: { anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "string" }] },
      },
      required: ["code"],
      additionalProperties: false,
    },
    Labels: { type: "object", additionalProperties: { type: "string" } },
    Patterned: { type: "object", properties: {}, patternProperties: { "^x-": { type: "string" } } },
    Slow: { type: "object", properties: {}, patternProperties: { "^(x-|a*)*$": { type: "string" } } },
    Named: { type: "object", properties: {}, propertyNames: { maxLength: 5 } },
    Few: { type: "object", properties: {}, maxProperties: 2 },
    Whole: { type: "object", allOf: [{ $ref: "#/$defs/Buyer" }, { required: ["email"] }] },
    Name: { type: "string" },
  },
};

export const manifest = {
  targets: { "checkout.request": ["#/$defs/Request"], "checkout.response": ["#/$defs/Session"] },
  openEnums: ["#/$defs/Message/properties/code"],
};

/** An extension of one overlay. */
export function overlay(definition: string, added: object, more: object = {}): object {
  return { $defs: { overlay: { allOf: [{ $ref: `base.json#/$defs/${definition}` }, added] }, ...more } };
}

/** The same of one new field. */
export function field(definition: string, name: string, schema: unknown): object {
  return overlay(definition, { type: "object", properties: { [name]: schema } });
}

export function compose({
  base: given = base,
  extensions = {},
  shared = {},
  manifest: rules,
}: Given): Composed {
  return composeSchemas({
    base: { path: "base.json", text: print(given) },
    extensions: toSources(extensions),
    shared: toSources(shared),
    ...(rules === undefined ? {} : { manifest: { path: "rules.json", text: print(rules) } }),
    Ajv2020,
  });
}

/** Everything that is reported, one line each. */
export function problemsOf(given: Given): readonly string[] {
  try {
    return compose(given).warnings.map(formatComposeProblem);
  } catch (error) {
    if (error instanceof ComposeError) return error.problems.map(formatComposeProblem);
    throw error;
  }
}

function toSources(files: Files): readonly { readonly path: string; readonly text: string }[] {
  return Object.entries(files).map(([path, content]) => ({ path, text: print(content) }));
}

function print(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}
