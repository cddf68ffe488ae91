import type { FieldModel, MessageModel, MethodModel } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { capitalize } from "../../naming/casing.ts";
import { propertiesOf, requiredOf } from "./message-schema.ts";
import { findWellKnown, wellKnownSchema } from "./scalar-schema.ts";
import { annotate, objectSchema, type Schema, type SchemaObject } from "./schema.ts";
import type { SchemaContext } from "./schema-context.ts";

type Properties = readonly (readonly [string, Schema])[];

const version: readonly [string, Schema] = ["jsonrpc", { type: "string", const: "2.0" }];

/** Pairs a request with its responses. */
const idTypes: readonly SchemaObject[] = [{ type: "string" }, { type: "integer" }];

export interface MethodInit {
  readonly profile: Profile;
  readonly name: string;
  readonly context: SchemaContext;
}

/** The JSON-RPC request of a method. */
export function requestSchema(method: MethodModel, { profile, name, context }: MethodInit): SchemaObject {
  const wellKnown = findWellKnown(method.input);
  const input = wellKnown === undefined ? context.index.message(method.input) : undefined;
  const params =
    input === undefined ? typeSchema(method.input, context) : paramsSchema(input, { profile, name, context });
  const optional = input === undefined ? wellKnown === "Empty" : acceptsNothing(input);
  const properties: Properties = [
    version,
    ["id", { description: "Chosen by the client; the response repeats it.", anyOf: idTypes }],
    ["method", { type: "string", const: method.name }],
    ["params", params],
  ];
  const required = ["jsonrpc", "id", "method", ...(optional ? [] : ["params"])];
  return annotate(objectSchema({ properties, required }, context.mode), {
    description: `Calls ${method.name}.`,
    deprecated: method.deprecated,
  });
}

function acceptsNothing({ fields, oneofs }: MessageModel): boolean {
  return requiredOf(fields).length === 0 && !oneofs.some((oneof) => oneof.required);
}

function paramsSchema(input: MessageModel, { profile, name, context }: MethodInit): SchemaObject {
  const reference = { $ref: context.typeRef(input.typeName) };
  const byParts = context.mode === "open" ? partsSchemas(input, { profile, name, context }) : [];
  return byParts.length === 0 ? reference : { anyOf: [reference, ...byParts] };
}

/**
 * The parameters with the parts of a REQUIRED resource name in its place, which servers accept too:
 * one object for each way to name the parts.
 */
function partsSchemas(input: MessageModel, { profile, name, context }: MethodInit): readonly SchemaObject[] {
  if (input.oneofs.length > 0) return [];
  return input.fields.flatMap((field) => {
    const fullName = `${input.typeName}.${field.name}`;
    const resource = profile.resourceNames.find(({ fields }) => fields.includes(fullName));
    if (resource === undefined || field.presence !== "required") return [];
    const others = input.fields.filter((other) => other !== field);
    return choosePartNames(Object.values(resource.parts), others).map((parts) => ({
      title: context.title(`${name}By${parts.map(capitalize).join("")}`),
      ...objectSchema(
        {
          properties: [
            ...propertiesOf(others, context),
            ...parts.map((part): readonly [string, Schema] => [part, { type: "string" }]),
          ],
          required: [...requiredOf(others), ...parts],
        },
        context.mode,
      ),
    }));
  });
}

function choosePartNames(
  parts: readonly (readonly string[])[],
  others: readonly FieldModel[],
): readonly (readonly string[])[] {
  const taken = new Set(others.map((field) => field.jsonName));
  let chosen: readonly (readonly string[])[] = [[]];
  for (const names of parts) {
    const free = names.filter((name) => !taken.has(name));
    chosen = chosen.flatMap((list) => free.map((name) => [...list, name]));
  }
  return chosen;
}

/** The JSON-RPC response of a method, or one event of its stream, when all went well. */
export function successSchema(method: MethodModel, context: SchemaContext): SchemaObject {
  const properties: Properties = [
    version,
    ["id", { description: "The id of the request.", anyOf: idTypes }],
    ["result", typeSchema(method.output, context)],
    ["error", false],
  ];
  const what = method.streaming === "server" ? "One event of the stream that answers" : "Answers";
  return annotate(objectSchema({ properties, required: ["jsonrpc", "id", "result"] }, context.mode), {
    description: `${what} ${method.name}.`,
    deprecated: method.deprecated,
  });
}

function typeSchema(typeName: string, { typeRef, mode }: SchemaContext): SchemaObject {
  const wellKnown = findWellKnown(typeName);
  return wellKnown === undefined ? { $ref: typeRef(typeName) } : wellKnownSchema(wellKnown, mode);
}

/** Either of what a method answers with. */
export function responseSchema(
  method: MethodModel,
  { success, failure }: { readonly success: string; readonly failure: string },
): SchemaObject {
  const what = method.streaming === "server" ? "an event of the stream of" : "the answer of";
  return {
    description: `Either ${what} ${method.name} or an error.`,
    oneOf: [{ $ref: success }, { $ref: failure }],
  };
}

/** The JSON-RPC response that holds an error. */
export function failureSchema(error: string, { mode }: SchemaContext): SchemaObject {
  const properties: Properties = [
    version,
    [
      "id",
      {
        description: "The id of the request; null if it could not be read.",
        anyOf: [...idTypes, { type: "null" }],
      },
    ],
    ["error", { $ref: error }],
    ["result", false],
  ];
  return {
    description: "Explains why a method failed.",
    ...objectSchema({ properties, required: ["jsonrpc", "id", "error"] }, mode),
  };
}

/** Any error: one of the profile's, or one with a code that the profile does not know. */
export function anyErrorSchema({
  known,
  other,
}: {
  readonly known: readonly string[];
  readonly other: string;
}): SchemaObject {
  return {
    description: "An error object of JSON-RPC.",
    anyOf: [...known, other].map(($ref) => ({ $ref })),
  };
}

export function otherErrorSchema(codes: readonly number[], { mode }: SchemaContext): SchemaObject {
  return {
    description: "An error with a code that the protocol does not define.",
    ...objectSchema(
      {
        properties: [
          ["code", { type: "integer", not: { enum: codes } }],
          ["message", { description: "A message for people.", type: "string" }],
          ["data", annotate({}, { description: "Further details of the error." })],
        ],
        required: ["code", "message"],
      },
      mode,
    ),
  };
}
