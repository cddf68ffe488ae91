import type { ErrorMapping, JsonRpcErrorMapping, Profile } from "../../model/profile.ts";
import { objectSchema, type SchemaMode, type SchemaObject } from "./schema.ts";

/** An error of the profile, whichever of its tables it is in. */
export type ErrorRow = ErrorMapping | JsonRpcErrorMapping;

/** A typed object that explains an error, as google.rpc.Status holds them. */
export const errorDetail: SchemaObject = {
  description: "A further detail of an error; `@type` names its kind.",
  type: "object",
  properties: { "@type": { type: "string" } },
  required: ["@type"],
  additionalProperties: true,
};

/** The error object of JSON-RPC with the code of one error. */
export function jsonRpcErrorSchema(
  row: ErrorRow,
  {
    profile,
    detail,
    mode,
  }: { readonly profile: Profile; readonly detail: string; readonly mode: SchemaMode },
): SchemaObject {
  const message = "message" in row ? { examples: [row.message] } : {};
  return {
    description: row.description,
    ...objectSchema(
      {
        properties: [
          ["code", { type: "integer", const: row.jsonRpc }],
          ["message", { description: "A message for people.", type: "string", ...message }],
          ["data", errorData(profile, detail)],
        ],
        required: ["code", "message"],
      },
      mode,
    ),
  };
}

function errorData({ jsonRpcErrorData }: Profile, detail: string): SchemaObject {
  const description = "Further details of the error.";
  switch (jsonRpcErrorData) {
    case "object":
      return { description, type: "object", additionalProperties: true };
    case "details":
      return { description, type: "array", items: { $ref: detail } };
  }
}

/** The body of an HTTP response with the error; undefined for errors that HTTP does not carry. */
export function httpErrorSchema(
  row: ErrorRow,
  {
    profile,
    detail,
    mode,
  }: { readonly profile: Profile; readonly detail: string; readonly mode: SchemaMode },
): SchemaObject | undefined {
  if (row.http === undefined) return undefined;
  switch (profile.errorBody) {
    case "problem+json":
      return problemSchema(row, row.http);
    case "status":
      return statusSchema(row, { status: row.http, profile, detail, mode });
    case "json-rpc":
      return jsonRpcErrorSchema(row, { profile, detail, mode });
  }
}

/** Problem details may have members of the error's own, so that they are open in the strict form too. */
function problemSchema(row: ErrorRow, status: number): SchemaObject {
  const problemType = "problemType" in row ? row.problemType : undefined;
  const title = "title" in row ? { examples: [row.title] } : {};
  return {
    description: row.description,
    type: "object",
    properties: {
      type: {
        description: "Identifies the error.",
        type: "string",
        ...(problemType === undefined ? { format: "uri-reference" } : { const: problemType }),
      },
      title: {
        description: "Short name of the error; the same for every occurrence.",
        type: "string",
        ...title,
      },
      status: { description: "HTTP status of the response.", type: "integer", const: status },
      detail: { description: "Explains this occurrence to people.", type: "string" },
      instance: { description: "Identifies this occurrence.", type: "string", format: "uri-reference" },
    },
    required: [...(problemType === undefined ? [] : ["type"]), "status", "detail"],
    additionalProperties: true,
  };
}

interface StatusInit {
  readonly status: number;
  readonly profile: Profile;
  readonly detail: string;
  readonly mode: SchemaMode;
}

function statusSchema(row: ErrorRow, { status, profile, detail, mode }: StatusInit): SchemaObject {
  const reason = "reason" in row ? row.reason : undefined;
  const error = objectSchema(
    {
      properties: [
        ["code", { description: "HTTP status of the response.", type: "integer", const: status }],
        ["status", { description: "Name of the gRPC status.", type: "string", const: row.grpc }],
        ["message", { description: "A message for people.", type: "string" }],
        [
          "details",
          {
            description: "Further details of the error.",
            type: "array",
            items: { $ref: detail },
            ...(reason === undefined ? {} : { contains: errorInfo(reason, profile) }),
          },
        ],
      ],
      required: ["code", "status", "message", ...(reason === undefined ? [] : ["details"])],
    },
    mode,
  );
  return {
    description: row.description,
    ...objectSchema({ properties: [["error", error]], required: ["error"] }, mode),
  };
}

/** The detail by which clients tell errors of the same status apart. */
function errorInfo(reason: string, { errorDomain }: Profile): SchemaObject {
  const domain = errorDomain === undefined ? {} : { domain: { const: errorDomain } };
  const properties = {
    "@type": { const: "type.googleapis.com/google.rpc.ErrorInfo" },
    reason: { const: reason },
    ...domain,
  };
  return { type: "object", properties, required: Object.keys(properties) };
}
