import { defined } from "@a2agen/runtime/internal";
import type {
  MediaTypeObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
  ResponsesObject,
} from "openapi3-ts/oas32";
import type { MessageModel, MethodModel } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { lastName } from "../../naming/last-name.ts";
import { fieldSchema } from "../jsonschema/field-schema.ts";
import { messageSchema } from "../jsonschema/message-schema.ts";
import { findWellKnown } from "../jsonschema/scalar-schema.ts";
import type { SchemaObject } from "../jsonschema/schema.ts";
import { type ComponentSchemas, documented, documentedField } from "./component-schemas.ts";
import type { HttpOperation } from "./http-operation.ts";
import { describeMethod } from "./method-text.ts";
import { toSchemaObject, type VersionRow } from "./openapi-version.ts";
import { buildPushCallback } from "./push-callback.ts";
import { tagOf } from "./service-package.ts";

export interface OperationContext {
  readonly profile: Profile;
  readonly schemas: ComponentSchemas;
  readonly version: VersionRow;
  readonly errors: ResponsesObject;
  readonly serviceParameters: readonly ReferenceObject[];
  /** Full names of the methods whose webhooks the agent does not call. */
  readonly withoutCallbacks: ReadonlySet<string>;
}

export function buildOperation(operation: HttpOperation, context: OperationContext): OperationObject {
  const { id, service, method, http, rule } = operation;
  const parameters = [...buildParameters(operation), ...context.serviceParameters];
  const requestBody = buildRequestBody(operation, context);
  const callbacks = buildCallbacks(operation, context);
  return {
    tags: [tagOf(service.typeName)],
    ...describeMethod(service, method),
    operationId: id,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...defined({ requestBody }),
    responses: { "200": buildResponse(operation, context), ...context.errors },
    ...defined({ callbacks }),
    ...(method.deprecated || service.deprecated ? { deprecated: true } : {}),
    "x-a2agen": {
      method: `${service.typeName}/${method.name}`,
      template: rule.template,
      ...(Object.keys(http.fields).length === 0 ? {} : { fields: http.fields }),
    },
  };
}

function takesStream({ streaming }: MethodModel): boolean {
  return streaming === "client" || streaming === "bidi";
}

/**
 * A client's stream: its first message opens the stream of events, and each further one is a separate call.
 */
const streamParameters: readonly ParameterObject[] = [
  {
    name: "Stream-ID",
    in: "header",
    description: "The stream to which the message is added, as the call that opened it was answered.",
    required: false,
    schema: { type: "string" },
  },
  {
    name: "Stream-End",
    in: "header",
    description: "Set to `true` to send no message, and say that none follows.",
    required: false,
    schema: { type: "string", enum: ["true"] },
  },
];

function buildParameters({ http, query, method }: HttpOperation): readonly ParameterObject[] {
  const describe = (description: string, deprecated: boolean): Partial<ParameterObject> => ({
    ...(description === "" ? {} : { description }),
    ...(deprecated ? { deprecated } : {}),
  });
  return [
    ...(takesStream(method) ? streamParameters : []),
    ...http.parameters.map(
      ({ name, description, deprecated, schema }): ParameterObject => ({
        name,
        in: "path",
        ...describe(description, deprecated),
        required: true,
        schema: toSchemaObject(schema),
      }),
    ),
    ...query.map(
      ({ name, description, deprecated, required, schema }): ParameterObject => ({
        name,
        in: "query",
        ...describe(description, deprecated),
        required,
        schema: toSchemaObject(schema),
      }),
    ),
  ];
}

function buildRequestBody(
  operation: HttpOperation,
  context: OperationContext,
): RequestBodyObject | undefined {
  const { body, method } = operation;
  const { schemas, profile } = context;
  if (body.kind === "none") return undefined;
  if (body.kind === "field") {
    const input = schemas.context.index.message(method.input);
    const field = input.fields.find(({ jsonName }) => jsonName === body.name);
    if (field === undefined) return undefined;
    const bare = { ...documentedField(field), comment: "" };
    return {
      description: field.comment === "" ? `The field \`${body.name}\`.` : field.comment,
      required: field.presence === "required",
      content: requestContent(profile, fieldSchema(bare, schemas.context)),
    };
  }
  const inputName = lastName(method.input);
  const schema = body.whole
    ? schemas.typeSchema(method.input)
    : schemas.add(`${operation.stem}Body`, (name) => {
        const comment = `The fields of \`${inputName}\` that are not in the path.`;
        return messageSchema(documented({ ...body.message, comment }), { name, context: schemas.context });
      });
  return {
    description: body.whole
      ? `The request: \`${inputName}\`.`
      : `The rest of the request: \`${inputName}\` without the fields in the path.`,
    required: wantsContent(body.message),
    content: requestContent(profile, schema),
  };
}

function wantsContent({ fields, oneofs }: MessageModel): boolean {
  return fields.some(({ presence }) => presence === "required") || oneofs.some(({ required }) => required);
}

/** Servers take several media types; the one that clients send comes first. */
function requestContent({ contentTypes }: Profile, schema: SchemaObject): RequestBodyObject["content"] {
  const { send, accept } = contentTypes.http;
  const types = [send, ...accept.filter((type) => type !== send)];
  return Object.fromEntries(types.map((type) => [type, { schema: toSchemaObject(schema) }]));
}

function buildResponse({ method, rule }: HttpOperation, context: OperationContext): ResponseObject {
  const { profile, schemas } = context;
  const { contentTypes } = profile;
  const schema = responseSchema(method.output, { field: rule.responseBody, schemas });
  if (takesStream(method)) {
    const events = streamContent(schema, context);
    return {
      description:
        "To a call that opens the stream, its events, each with its JSON in `data`; to a further message, an empty object.",
      headers: {
        "Stream-ID": { description: "Identifies the stream that is open.", schema: { type: "string" } },
      },
      content: { [contentTypes.stream]: events, [contentTypes.http.send]: { schema: { type: "object" } } },
    };
  }
  if (method.streaming === "server") {
    return {
      description: "The events of the stream, each with its JSON in `data`.",
      content: { [contentTypes.stream]: streamContent(schema, context) },
    };
  }
  const name = lastName(method.output);
  return {
    description: findWellKnown(method.output) === "Empty" ? "Done." : `The answer: \`${name}\`.`,
    content: { [contentTypes.http.send]: { schema: toSchemaObject(schema) } },
  };
}

function responseSchema(
  output: string,
  { field: name, schemas }: { readonly field: string | undefined; readonly schemas: ComponentSchemas },
): SchemaObject {
  if (name === undefined || findWellKnown(output) !== undefined) return schemas.typeSchema(output);
  const field = schemas.context.index.message(output).fields.find((candidate) => candidate.name === name);
  return field === undefined
    ? schemas.typeSchema(output)
    : fieldSchema(documentedField(field), schemas.context);
}

/** Without `itemSchema` the schema is that of one event's data, which is what generators of clients want. */
function streamContent(schema: SchemaObject, { version }: OperationContext): MediaTypeObject {
  if (!version.itemSchema) return { schema: toSchemaObject(schema) };
  return {
    itemSchema: {
      type: "object",
      properties: {
        data: {
          type: "string",
          contentMediaType: "application/json",
          contentSchema: toSchemaObject(schema),
        },
        event: { type: "string" },
        id: { type: "string" },
        retry: { type: "integer", minimum: 0 },
      },
      required: ["data"],
    },
  };
}

function buildCallbacks(operation: HttpOperation, context: OperationContext): OperationObject["callbacks"] {
  const { service, body, method, id } = operation;
  const { schemas, profile } = context;
  const payload = service.methods.find(({ streaming }) => streaming === "server")?.output;
  if (payload === undefined || body.kind === "none") return undefined;
  if (context.withoutCallbacks.has(`${service.typeName}.${method.name}`)) return undefined;
  let message: MessageModel | undefined;
  if (body.kind === "message") message = body.message;
  else {
    const input = schemas.context.index.message(method.input);
    const shape = input.fields.find(({ jsonName }) => jsonName === body.name)?.shape;
    if (shape?.kind === "singular" && shape.type.kind === "message") {
      message = schemas.context.index.message(shape.type.typeName);
    }
  }
  if (message === undefined) return undefined;
  return buildPushCallback(message, {
    operationId: id,
    tag: tagOf(service.typeName),
    profile,
    schemas,
    payload,
  });
}
