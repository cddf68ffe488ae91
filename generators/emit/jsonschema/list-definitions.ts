import { isNamed } from "../../model/index-model.ts";
import type { FileModel, MethodModel, ServiceModel } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import type { Definition } from "./definition.ts";
import { type ErrorRow, errorDetail, httpErrorSchema, jsonRpcErrorSchema } from "./error-schemas.ts";
import {
  anyErrorSchema,
  failureSchema,
  otherErrorSchema,
  requestSchema,
  responseSchema,
  successSchema,
} from "./json-rpc-schemas.ts";
import { claimName, type PackageNames } from "./package-names.ts";
import { typeSchema } from "./type-schema.ts";

export interface PackageInit {
  readonly protoPackage: string;
  readonly files: readonly FileModel[];
  readonly profile: Profile;
  readonly names: PackageNames;
}

/**
 * Everything that a package has a schema for: its types; the errors of its profile, in packages
 * that have services or that the profile is made for; and JSON-RPC envelopes, where the profile has
 * errors of JSON-RPC.
 */
export function listDefinitions(init: PackageInit): readonly Definition[] {
  const { files, profile, protoPackage } = init;
  const types = typeDefinitions(init);
  const taken = new Set(types.map((definition) => definition.name));
  // A JSON Schema defines the errors and envelopes of its protocol itself.
  if (files.some(({ source }) => source === "json-schema")) return types;
  const hasErrors = profile.packages.includes(protoPackage) || files.some((file) => file.services.length > 0);
  if (!hasErrors || profile.errors.length + profile.jsonRpcErrors.length === 0) return types;
  const claim = (wanted: string): string => {
    const name = claimName(wanted, taken);
    taken.add(name);
    return name;
  };
  const { errors, failure } = errorDefinitions(init, claim);
  return [
    ...types,
    ...errors,
    ...(failure === undefined ? [] : envelopeDefinitions(init, { claim, failure })),
  ];
}

function typeDefinitions({ files, names }: PackageInit): readonly Definition[] {
  return files.flatMap((file) =>
    [...file.messages, ...file.enums, ...file.unions].filter(isNamed).map((type): Definition => {
      const name = names.definitionOf(type.typeName);
      return { name, files: [file], build: (context) => typeSchema(type, { name, context }) };
    }),
  );
}

type Claim = (name: string) => string;

function errorDefinitions(
  { files, profile }: PackageInit,
  claim: Claim,
): { readonly errors: readonly Definition[]; readonly failure: string | undefined } {
  const rows: readonly ErrorRow[] = [...profile.errors, ...profile.jsonRpcErrors];
  const detailName = claim("ErrorDetail");
  const usesDetail = profile.errorBody === "status" || profile.jsonRpcErrorData === "details";
  const bodies = rows.filter((row) => row.http !== undefined);
  const errors: Definition[] = [
    ...(usesDetail ? [{ name: detailName, files, build: () => errorDetail }] : []),
    ...bodies.map(
      (row): Definition => ({
        name: claim(`${row.name}Body`),
        files,
        build: ({ mode, localRef }) =>
          // Rows without an HTTP status are not here.
          httpErrorSchema(row, { profile, detail: localRef(detailName), mode }) ?? {},
      }),
    ),
  ];
  if (profile.jsonRpcErrors.length === 0) return { errors, failure: undefined };
  const named = rows.map((row) => ({ row, name: claim(row.name) }));
  const other = claim("JsonRpcOtherError");
  const any = claim("JsonRpcError");
  const failure = claim("JsonRpcErrorResponse");
  return {
    failure,
    errors: [
      ...errors,
      ...named.map(
        ({ row, name }): Definition => ({
          name,
          files,
          build: ({ mode, localRef }) =>
            jsonRpcErrorSchema(row, { profile, detail: localRef(detailName), mode }),
        }),
      ),
      {
        name: other,
        files,
        build: (context) =>
          otherErrorSchema(
            rows.map((row) => row.jsonRpc),
            context,
          ),
      },
      {
        name: any,
        files,
        build: ({ localRef }) =>
          anyErrorSchema({ known: named.map(({ name }) => localRef(name)), other: localRef(other) }),
      },
      { name: failure, files, build: (context) => failureSchema(context.localRef(any), context) },
    ],
  };
}

/** Request and responses of every method that JSON-RPC can carry. */
function envelopeDefinitions(
  { files, profile }: PackageInit,
  { claim, failure }: { readonly claim: Claim; readonly failure: string },
): readonly Definition[] {
  const methods = files.flatMap((file) =>
    file.services.flatMap((service) => service.methods.map((method) => ({ file, service, method }))),
  );
  return methods
    .filter(({ method }) => method.streaming === "unary" || method.streaming === "server")
    .flatMap(({ file, service, method }) => {
      const isAlone = methods.filter((other) => other.method.name === method.name).length === 1;
      const stem = isAlone ? method.name : `${service.identifier}_${method.name}`;
      return methodDefinitions({ file, service, method }, { profile, stem, claim, failure });
    });
}

interface EnvelopeInit {
  readonly profile: Profile;
  readonly stem: string;
  readonly claim: Claim;
  readonly failure: string;
}

function methodDefinitions(
  {
    file,
    method,
  }: { readonly file: FileModel; readonly service: ServiceModel; readonly method: MethodModel },
  { profile, stem, claim, failure }: EnvelopeInit,
): readonly Definition[] {
  const request = claim(`${stem}JsonRpcRequest`);
  const success = claim(`${stem}JsonRpcSuccess`);
  const response = claim(`${stem}JsonRpcResponse`);
  const files = [file];
  return [
    {
      name: request,
      files,
      build: (context) => requestSchema(method, { profile, name: `${stem}Params`, context }),
    },
    { name: success, files, build: (context) => successSchema(method, context) },
    {
      name: response,
      files,
      build: ({ localRef }) =>
        responseSchema(method, { success: localRef(success), failure: localRef(failure) }),
    },
  ];
}
