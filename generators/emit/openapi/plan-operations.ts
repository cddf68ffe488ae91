import type { Diagnostics } from "../../model/diagnostics.ts";
import type { FieldModel, HttpRule, MessageModel } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { toWireType } from "../../model/wire-type.ts";
import { uniqueName } from "../../naming/unique-name.ts";
import { findWellKnown } from "../jsonschema/scalar-schema.ts";
import type { SchemaContext } from "../jsonschema/schema-context.ts";
import { openApiDiagnostics } from "./diagnostics.ts";
import type { HttpBody, HttpOperation } from "./http-operation.ts";
import { buildHttpPath, type PathNames } from "./http-path.ts";
import type { VersionRow } from "./openapi-version.ts";
import { planQuery } from "./query-parameters.ts";
import { type ServiceMethod, tagOf } from "./service-package.ts";
import type { Twins } from "./tenant-twin.ts";

interface PlanContext {
  readonly profile: Profile;
  readonly schemas: SchemaContext;
  readonly version: VersionRow;
  readonly twins: Twins;
  readonly diagnostics: Diagnostics;
}

/** The operations of a package in the order of the protos; what OpenAPI cannot describe is reported. */
export function planOperations(
  methods: readonly ServiceMethod[],
  context: PlanContext,
): readonly HttpOperation[] {
  const names: PathNames = new Map();
  const taken = new Set(methods.map(operationIdOf));
  const places = new Map<string, string>();
  return methods.flatMap((entry) =>
    context.twins.rulesOf(entry.method).flatMap((rule, i) => {
      const operation = planOperation(entry, { rule, names, ...context });
      if (operation === undefined) return [];
      const { service, method } = entry;
      const fullName = `${service.typeName}.${method.name}`;
      const place = `${rule.verb.toUpperCase()} ${operation.http.path}`;
      const other = places.get(place);
      if (other !== undefined) {
        context.diagnostics.report(openApiDiagnostics["openapi-same-path"], method.position, {
          method: fullName,
          place,
          other,
        });
        return [];
      }
      places.set(place, fullName);
      const ownId = operationIdOf(entry);
      return [{ ...operation, id: i === 0 ? ownId : additionalId(ownId, { rule, taken }) }];
    }),
  );
}

function operationIdOf({ service, method }: ServiceMethod): string {
  return `${tagOf(service.typeName)}_${method.name}`;
}

/** "A2AService_ListTasks_post", with a number where a method has several bindings of the verb. */
function additionalId(
  id: string,
  { rule, taken }: { readonly rule: HttpRule; readonly taken: Set<string> },
): string {
  const name = uniqueName(`${id}_${rule.verb.toLowerCase()}`, taken);
  taken.add(name);
  return name;
}

interface OperationContext extends PlanContext {
  readonly rule: HttpRule;
  readonly names: PathNames;
}

function planOperation(
  { service, method, id: stem }: ServiceMethod,
  context: OperationContext,
): HttpOperation | undefined {
  const { rule, schemas, profile, names, twins, diagnostics, version } = context;
  const fullName = `${service.typeName}.${method.name}`;
  if (!isExpressible(rule.verb, version)) {
    diagnostics.report(openApiDiagnostics["openapi-verb"], method.position, {
      method: fullName,
      verb: rule.verb,
      version: version.openapi,
    });
    return undefined;
  }
  const input = inputOf(method.input, schemas);
  const http = buildHttpPath(rule, { input, profile, index: schemas.index, schemas, names });
  const bound = new Set(Object.keys(http.fields));
  const body = planBody(input, { rule, bound });
  if (twins.field !== undefined) bound.add(twins.field);
  if (rule.body !== undefined) bound.add(rule.body);
  const query = rule.body === "*" ? undefined : planQuery(input, { bound, schemas });
  for (const { name, field } of query?.leftOut ?? []) {
    diagnostics.report(openApiDiagnostics["query-parameter"], field.position, {
      method: fullName,
      verb: rule.verb,
      path: http.path,
      name,
      type: describeType(field),
    });
  }
  return { id: stem, stem, service, method, rule, http, query: query?.parameters ?? [], body };
}

const fixedVerbs: ReadonlySet<string> = new Set([
  "GET",
  "PUT",
  "POST",
  "DELETE",
  "OPTIONS",
  "HEAD",
  "PATCH",
  "TRACE",
]);

function isExpressible(verb: string, version: VersionRow): boolean {
  return fixedVerbs.has(verb.toUpperCase()) || (version.anyMethod && /^[A-Za-z-]+$/.test(verb));
}

/** A well-known type as a request has no fields that a path or a query could name. */
function inputOf(typeName: string, { index }: SchemaContext): MessageModel {
  if (findWellKnown(typeName) === undefined) return index.message(typeName);
  return {
    kind: "message",
    typeName,
    identifier: "",
    comment: "",
    deprecated: false,
    position: { file: "", line: 1, column: 1 },
    fields: [],
    oneofs: [],
    recursive: false,
    containsAny: false,
  };
}

function planBody(
  input: MessageModel,
  { rule, bound }: { readonly rule: HttpRule; readonly bound: ReadonlySet<string> },
): HttpBody {
  if (rule.body === undefined) return { kind: "none" };
  if (rule.body !== "*") {
    const field = input.fields.find((candidate) => candidate.name === rule.body);
    return field === undefined ? { kind: "none" } : { kind: "field", name: field.jsonName };
  }
  const inPath = input.fields.filter((field) => bound.has(field.name));
  if (inPath.length === 0) return { kind: "message", message: input, whole: true };
  const moved = new Set(inPath.map((field) => field.jsonName));
  const message: MessageModel = {
    ...input,
    fields: input.fields.filter((field) => !moved.has(field.jsonName)),
    oneofs: input.oneofs.filter((oneof) => !oneof.members.some((member) => moved.has(member))),
  };
  return { kind: "message", message, whole: false };
}

function describeType({ shape }: FieldModel): string {
  const type = toWireType(shape.type);
  const name =
    type.kind === "wellKnown"
      ? `google.protobuf.${type.wellKnown}`
      : type.kind === "scalar"
        ? type.scalar
        : type.typeName;
  switch (shape.kind) {
    case "singular":
      return name;
    case "list":
      return `repeated ${name}`;
    case "map":
      return `map<${shape.key}, ${name}>`;
  }
}
