import { defined } from "@a2agen/runtime/internal";
import { indexModel, type ModelIndex } from "../../model/index-model.ts";
import type { FieldModel, MethodModel, Model } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { lastName } from "../../naming/last-name.ts";
import type { ErrorRow } from "../jsonschema/error-schemas.ts";
import { fieldSchema } from "../jsonschema/field-schema.ts";
import { findWellKnown } from "../jsonschema/scalar-schema.ts";
import {
  type ComponentSchemas,
  collectComponentSchemas,
  documentedField,
} from "../openapi/component-schemas.ts";
import { buildInfo } from "../openapi/document-info.ts";
import { describeMethod } from "../openapi/method-text.ts";
import { listMethods, type ServiceMethod, type ServicePackage, tagOf } from "../openapi/service-package.ts";
import type { Publisher } from "../shared/emitter.ts";
import { fieldDoc } from "../types/doc-text.ts";
import type { ContentDescriptor, OpenRpcDocument, OpenRpcError, OpenRpcMethod } from "./openrpc-document.ts";

export interface OpenRpcOptions {
  /** Name and version of the toolchain, to be put into the document. */
  readonly generator?: string;
  readonly publisher?: Publisher;
}

interface MethodContext {
  readonly schemas: ComponentSchemas;
  readonly errorNames: readonly string[];
}

/** Builds the document of a package's methods as JSON-RPC carries them. */
export function buildOpenRpc(
  entry: ServicePackage,
  { model, options }: { readonly model: Model; readonly options: OpenRpcOptions },
): OpenRpcDocument {
  const { profile, services } = entry;
  const methods = listMethods(entry);
  const schemas = collectComponentSchemas(entry, {
    index: indexModel(model),
    roots: methods.flatMap(({ method }) => [method.input, method.output]),
    falseSchemas: true,
  });
  const errors = buildErrors(profile);
  const errorNames = Object.keys(errors);
  const built = methods.map((method) => buildMethod(method, { schemas, errorNames }));
  const { contact, license, ...info } = buildInfo(entry, options.publisher);
  return {
    openrpc: "1.3.2",
    info: {
      ...info,
      description: info.description ?? "",
      ...(contact === undefined ? {} : { contact: { name: info.title, ...contact } }),
      ...(license === undefined ? {} : { license: { name: license.name } }),
    },
    methods: built,
    components: {
      schemas: schemas.list(),
      ...(errorNames.length === 0 ? {} : { errors }),
      tags: Object.fromEntries(
        services.map(({ typeName, comment }) => [
          tagOf(typeName),
          {
            name: tagOf(typeName),
            description: comment === "" ? `The methods of \`${typeName}\`.` : comment,
          },
        ]),
      ),
    },
    "x-a2agen": {
      ...defined({ generator: options.generator }),
      profile: profile.name,
      package: entry.protoPackage,
      ...(errorNames.length === 0 ? {} : { errors: describeErrors(profile) }),
      sources: entry.files.map(({ name, hash }) => defined({ name, sha256: hash })),
    },
  };
}

function buildErrors(profile: Profile): Readonly<Record<string, OpenRpcError>> {
  return Object.fromEntries(
    errorRows(profile).map((row) => [
      row.name,
      { code: row.jsonRpc, message: "message" in row ? row.message : row.title },
    ]),
  );
}

/** What the errors mean: an error of OpenRPC has no place for it. */
function describeErrors(profile: Profile): Readonly<Record<string, string>> {
  return Object.fromEntries(errorRows(profile).map(({ name, description }) => [name, description]));
}

function errorRows({ errors, jsonRpcErrors }: Profile): readonly ErrorRow[] {
  return [...errors, ...jsonRpcErrors];
}

function buildMethod(
  { service, method, id }: ServiceMethod,
  { schemas, errorNames }: MethodContext,
): OpenRpcMethod {
  const isStream = method.streaming !== "unary";
  const takesStream = method.streaming === "client" || method.streaming === "bidi";
  const output = lastName(method.output);
  return {
    name: method.jsonRpcName ?? id,
    tags: [{ $ref: `#/components/tags/${tagOf(service.typeName)}` }],
    ...describeMethod(service, method),
    paramStructure: "by-name",
    params: buildParams(method.input, schemas),
    result: {
      name: output,
      description: resultText(method.streaming),
      schema: schemas.typeSchema(method.output),
    },
    ...(errorNames.length === 0
      ? {}
      : { errors: errorNames.map((name) => ({ $ref: `#/components/errors/${name}` })) }),
    ...(method.deprecated || service.deprecated ? { deprecated: true } : {}),
    ...(isStream ? { "x-streaming": true } : {}),
    ...(takesStream ? { "x-client-streaming": true } : {}),
    "x-a2agen": { method: `${service.typeName}/${method.name}` },
  };
}

function resultText(streaming: MethodModel["streaming"]): string {
  switch (streaming) {
    case "unary":
      return "The answer.";
    case "server":
      return "An event of the stream.";
    case "client":
    case "bidi":
      return "An event of the stream that the first message opens; an empty object for a further message.";
  }
}

/** The parameters by name; of a union those of all its objects, optional where one of them does without. */
function paramsOf(input: string, index: ModelIndex): readonly FieldModel[] {
  const type = index.type(input);
  if (type.kind === "message") return type.fields;
  const arms = type.kind === "union" ? type.arms : [];
  const lists = arms.flatMap((arm) =>
    arm.kind === "message" || arm.kind === "union" ? [paramsOf(arm.typeName, index)] : [],
  );
  const all = new Map(lists.flat().map((field) => [field.jsonName, field]));
  return [...all.values()].map((field) => {
    const isEverywhere = lists.every((fields) =>
      fields.some(({ jsonName, presence }) => jsonName === field.jsonName && presence === "required"),
    );
    return isEverywhere ? field : { ...field, presence: "optional" };
  });
}

function buildParams(input: string, schemas: ComponentSchemas): readonly ContentDescriptor[] {
  if (findWellKnown(input) !== undefined) return [];
  const fields = paramsOf(input, schemas.context.index);
  // OpenRPC wants the parameters that must be given before the others.
  const inOrder = [
    ...fields.filter(({ presence }) => presence === "required"),
    ...fields.filter(({ presence }) => presence !== "required"),
  ];
  return inOrder.map((field) => {
    const description = fieldDoc({ ...field, deprecated: false });
    const bare = { ...documentedField(field), comment: "", deprecated: false };
    return {
      name: field.jsonName,
      ...(description === "" ? {} : { description }),
      required: field.presence === "required",
      ...(field.deprecated ? { deprecated: true } : {}),
      schema: fieldSchema(bare, schemas.context),
    };
  });
}
