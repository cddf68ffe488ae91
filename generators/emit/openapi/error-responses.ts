import type { ResponseObject, ResponsesObject } from "openapi3-ts/oas32";
import type { Profile } from "../../model/profile.ts";
import { compareCodeUnits } from "../../naming/order.ts";
import { type ErrorRow, errorDetail, httpErrorSchema } from "../jsonschema/error-schemas.ts";
import type { Schema, SchemaObject } from "../jsonschema/schema.ts";
import type { ComponentSchemas } from "./component-schemas.ts";
import { toSchemaObject } from "./openapi-version.ts";

export interface ErrorResponses {
  /** For `components.responses`. */
  readonly components: Readonly<Record<string, ResponseObject>>;
  /** What every operation has: one response for each status of the profile's errors, and one for others. */
  readonly responses: ResponsesObject;
}

/** The responses of failed requests; the errors of a status share a response. */
export function buildErrorResponses(profile: Profile, schemas: ComponentSchemas): ErrorResponses {
  const detail = profile.errorBody === "status" ? schemas.add("ErrorDetail", () => errorDetail) : undefined;
  const rows: readonly ErrorRow[] = [...profile.errors, ...profile.jsonRpcErrors];
  const bodies = new Map<number, { readonly row: ErrorRow; readonly schema: SchemaObject }[]>();
  for (const row of rows) {
    const body = httpErrorSchema(row, { profile, detail: refOf(detail), mode: schemas.context.mode });
    if (row.http === undefined || body === undefined) continue;
    const group = bodies.get(row.http) ?? [];
    group.push({ row, schema: schemas.add(`${row.name}Body`, () => body) });
    bodies.set(row.http, group);
  }
  const other = schemas.add("ErrorBody", () => otherErrorSchema(profile, detail));
  const components: Record<string, ResponseObject> = {};
  const responses: ResponsesObject = {};
  for (const [status, group] of [...bodies].sort(([a], [b]) => a - b)) {
    const name = `Status${status}`;
    components[name] = {
      description: group.map(({ row }) => `- \`${row.name}\`: ${row.description}`).join("\n"),
      content: errorContent(profile, unionOf(group.map(({ schema }) => schema))),
    };
    responses[String(status)] = { $ref: `#/components/responses/${name}` };
  }
  const isPlain = bodies.size === 0;
  components["OtherError"] = {
    description: isPlain ? "The request failed." : "The request failed for another reason.",
    content: errorContent(profile, other),
  };
  const reference = { $ref: "#/components/responses/OtherError" };
  if (isPlain) responses["4XX"] = reference;
  responses.default = reference;
  return { components: sortByName(components), responses };
}

function errorContent({ contentTypes }: Profile, schema: Schema): NonNullable<ResponseObject["content"]> {
  return { [contentTypes.error.send]: { schema: toSchemaObject(schema) } };
}

function unionOf(schemas: readonly SchemaObject[]): SchemaObject {
  const [only] = schemas;
  return only !== undefined && schemas.length === 1 ? only : { anyOf: schemas };
}

function refOf(schema: SchemaObject | undefined): string {
  return typeof schema?.["$ref"] === "string" ? schema["$ref"] : "";
}

/** The body of an error that the profile has no row for. */
function otherErrorSchema({ errorBody }: Profile, detail: SchemaObject | undefined): SchemaObject {
  switch (errorBody) {
    case "problem+json":
      return {
        description: "Problem details (RFC 9457), which may have further members.",
        type: "object",
        properties: {
          type: { description: "Identifies the error.", type: "string", format: "uri-reference" },
          title: { description: "Short name of the error; the same for every occurrence.", type: "string" },
          status: { description: "HTTP status of the response.", type: "integer" },
          detail: { description: "Explains this occurrence to people.", type: "string" },
          instance: { description: "Identifies this occurrence.", type: "string", format: "uri-reference" },
          errors: {
            description: "What is wrong with which fields of the request.",
            type: "array",
            items: {
              type: "object",
              properties: {
                field: { description: "Path of the field.", type: "string" },
                message: { description: "What is wrong with it, in words for people.", type: "string" },
              },
              required: ["field", "message"],
            },
          },
        },
        additionalProperties: true,
      };
    case "json-rpc":
      return {
        description: "The error object of JSON-RPC.",
        type: "object",
        properties: {
          code: { description: "Code of the error.", type: "integer" },
          message: { description: "A message for people.", type: "string" },
          data: { description: "Further details of the error." },
        },
        required: ["code", "message"],
      };
    case "status":
      return {
        description: "An error with its gRPC status.",
        type: "object",
        properties: {
          error: {
            type: "object",
            properties: {
              code: { description: "HTTP status of the response.", type: "integer" },
              status: { description: "Name of the gRPC status.", type: "string" },
              message: { description: "A message for people.", type: "string" },
              details: {
                description: "Further details of the error.",
                type: "array",
                items: detail ?? {},
              },
            },
            required: ["code", "status", "message"],
          },
        },
        required: ["error"],
      };
  }
}

function sortByName<T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => compareCodeUnits(a, b)));
}
