import { defined } from "@a2agen/runtime/internal";
import type {
  ComponentsObject,
  OpenAPIObject,
  OperationObject,
  PathItemObject,
  PathsObject,
  ServerObject,
  TagObject,
} from "openapi3-ts/oas32";
import type { Diagnostics } from "../../model/diagnostics.ts";
import { indexModel, type ModelIndex } from "../../model/index-model.ts";
import type { Model, ServiceModel } from "../../model/model.ts";
import type { Publisher } from "../shared/emitter.ts";
import { buildDiscovery, discoveryTag } from "./build-discovery.ts";
import { buildOperation, type OperationContext } from "./build-operation.ts";
import { type ComponentSchemas, collectComponentSchemas } from "./component-schemas.ts";
import { buildInfo } from "./document-info.ts";
import { buildErrorResponses } from "./error-responses.ts";
import type { HttpOperation } from "./http-operation.ts";
import type { LackingMethods } from "./lacking-methods.ts";
import { type OpenApiVersion, openApiVersions, toSchemaObject } from "./openapi-version.ts";
import { planOperations } from "./plan-operations.ts";
import { buildSecurity } from "./security-schemes.ts";
import { listMethods, listServicePackages, type ServicePackage, tagOf } from "./service-package.ts";
import { buildServiceParameters } from "./service-parameters.ts";
import { findTwins, type Twins } from "./tenant-twin.ts";

export interface OpenApiOptions {
  readonly version: OpenApiVersion;
  /** The package to describe; may be left out when only one of the requested files' has services. */
  readonly protoPackage?: string;
  /** Where to report what OpenAPI cannot describe. */
  readonly diagnostics?: Diagnostics;
  /** Methods that the agent which the document is for does not have. */
  readonly lacking?: LackingMethods;
  readonly publisher?: Publisher;
  /** Name and version of the toolchain, to be put into the document. */
  readonly generator?: string;
}

/**
 * Builds the document of a package from the HTTP rules of its services. Throws when there is no such package.
 */
export function buildOpenApi(model: Model, options: OpenApiOptions): OpenAPIObject {
  return buildDocument(findServicePackage(model, options.protoPackage), { model, options });
}

/** Whether a method of the package has an HTTP rule. */
export function hasHttpRules({ services }: ServicePackage): boolean {
  return services.some(({ methods }) => methods.some(({ http }) => http.length > 0));
}

function findServicePackage(model: Model, protoPackage: string | undefined): ServicePackage {
  const packages = listServicePackages(model).filter(hasHttpRules);
  const names = packages.map((entry) => `"${entry.protoPackage}"`).join(", ");
  const fitting = packages.filter(
    (entry) => protoPackage === undefined || entry.protoPackage === protoPackage,
  );
  const [found] = fitting;
  if (found !== undefined && fitting.length === 1) return found;
  const wanted = protoPackage === undefined ? "one package" : `the package "${protoPackage}"`;
  throw new Error(`expected ${wanted} with HTTP rules among the requested files; found ${names || "none"}`);
}

const silent: Diagnostics = { list: [], report: () => undefined };

function buildDocument(
  entry: ServicePackage,
  { model, options }: { readonly model: Model; readonly options: OpenApiOptions },
): OpenAPIObject {
  const { profile, services } = entry;
  const version = openApiVersions[options.version];
  const index = indexModel(model);
  const card = findCard(entry);
  const { lacking } = options;
  const methods = listMethods(entry).filter(
    ({ service, method }) => !lacking?.whole.has(`${service.typeName}.${method.name}`),
  );
  const roots = [
    ...methods.flatMap(({ method }) => [method.input, method.output]),
    ...(card === undefined ? [] : [card]),
  ];
  const schemas = collectComponentSchemas(entry, { index, roots, falseSchemas: version.falseSchemas });
  const twins = findTwins(methods);
  const diagnostics = options.diagnostics ?? silent;
  const operations = planOperations(methods, {
    profile,
    schemas: schemas.context,
    version,
    twins,
    diagnostics,
  });
  const errors = buildErrorResponses(profile, schemas);
  const parameters = buildServiceParameters(profile);
  const security = buildSecurity(profile);
  const discovery = buildDiscovery(profile, { schemas, card });
  const paths = buildPaths(operations, {
    profile,
    schemas,
    version,
    errors: errors.responses,
    serviceParameters: parameters.references,
    withoutCallbacks: lacking?.callbacks ?? new Set(),
  });
  const used = services.filter((service) => operations.some((operation) => operation.service === service));
  return {
    openapi: version.openapi,
    info: buildInfo(entry, options.publisher),
    servers: buildServers(twins, { operations, index }),
    security: security.requirements,
    tags: [...used.map(toTag), ...(Object.keys(discovery).length === 0 ? [] : [discoveryTag])],
    paths: { ...paths, ...discovery },
    components: buildComponents(schemas, {
      responses: errors.components,
      parameters: parameters.components,
      securitySchemes: security.schemes,
    }),
    "x-a2agen": {
      ...defined({
        generator: options.generator,
        profile: profile.name,
        protocolVersion: profile.protocolVersion,
      }),
      package: entry.protoPackage,
      sources: entry.files.map(({ name, hash }) => defined({ name, sha256: hash })),
    },
  };
}

/** The message of the agent card, when the package has the one that the profile signs. */
function findCard({ profile, files }: ServicePackage): string | undefined {
  const name = profile.signatures?.message;
  const isHere = files.some(({ messages }) => messages.some(({ typeName }) => typeName === name));
  return isHere ? name : undefined;
}

function toTag(service: ServiceModel): TagObject {
  return {
    name: tagOf(service.typeName),
    description: service.comment === "" ? `The methods of \`${service.typeName}\`.` : service.comment,
  };
}

function buildServers(
  { field }: Twins,
  { operations, index }: { readonly operations: readonly HttpOperation[]; readonly index: ModelIndex },
): ServerObject[] {
  const root: ServerObject = { url: "/", description: "The host that serves this document." };
  if (field === undefined) return [root];
  const owner = operations
    .map(({ method }) => index.message(method.input))
    .find(({ fields }) => fields.some(({ name }) => name === field));
  const described = owner?.fields.find(({ name }) => name === field);
  const name = described?.jsonName ?? field;
  return [
    root,
    {
      // Relative to the document would do, but linters take variables in an absolute URL only.
      url: `https://{host}/{${name}}`,
      // Not beside the variables: a validator that many use refuses their descriptions.
      description: [
        `The same with \`${name}\` of every request in the path, at the \`host\` of the agent.`,
        ...(described === undefined || described.comment === "" ? [] : [described.comment]),
      ].join("\n\n"),
      variables: { host: { default: "agent.example" }, [name]: { default: "default" } },
      "x-a2agen": { field },
    },
  ];
}

const fixedVerbs = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"] as const;

function buildPaths(operations: readonly HttpOperation[], context: OperationContext): PathsObject {
  const paths = new Map<string, PathItemObject>();
  for (const operation of operations) {
    const { path } = operation.http;
    const item = paths.get(path) ?? {};
    paths.set(path, item);
    setOperation(item, { verb: operation.rule.verb, operation: buildOperation(operation, context) });
  }
  return Object.fromEntries(paths);
}

function setOperation(
  item: PathItemObject,
  { verb, operation }: { readonly verb: string; readonly operation: OperationObject },
): void {
  const fixed = fixedVerbs.find((name) => name === verb.toLowerCase());
  if (fixed !== undefined) item[fixed] = operation;
  else item.additionalOperations = { ...item.additionalOperations, [verb]: operation };
}

function buildComponents(
  schemas: ComponentSchemas,
  rest: Pick<ComponentsObject, "responses" | "parameters" | "securitySchemes">,
): ComponentsObject {
  const listed = Object.entries(schemas.list()).map(
    ([name, schema]) => [name, toSchemaObject(schema)] as const,
  );
  const groups = Object.entries(rest).filter(([, group]) => Object.keys(group).length > 0);
  return { schemas: Object.fromEntries(listed), ...Object.fromEntries(groups) };
}
