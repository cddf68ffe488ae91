import type { MethodModel, ServiceModel } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { code, importValue, type Piece } from "../../print/piece.ts";
import { literalText, printLiteral } from "../../print/print-literal.ts";
import { codegenValue, runtimeType } from "../../print/runtime-import.ts";
import { ts } from "../../print/types.ts";
import { findWellKnown } from "../jsonschema/scalar-schema.ts";
import { emitMethodTable } from "../shared/method-table.ts";
import { protocolPath } from "../shared/module-path.ts";
import type { ServiceContext } from "../shared/service-emitter.ts";
import type { Writers } from "./emit-writers.ts";
import { toHttpRoutes } from "./http-routes.ts";
import { findMethodRules, findUplink } from "./method-rules.ts";
import { methodType } from "./method-types.ts";
import { serviceNames } from "./names.ts";
import { findParameters, findQueryParameters } from "./parameter-types.ts";

export interface DefinitionContext extends ServiceContext {
  readonly profile: Profile | undefined;
}

/** Emits the table of a service: what every binding has to know of its methods. */
export function emitDefinition(service: ServiceModel, context: DefinitionContext): void {
  const { out, file } = context;
  const { service: name } = serviceNames(service);
  const type = runtimeType("ServiceDefinition", "service");
  const define = codegenValue("defineService", "service");
  const protocol = importValue("protocol", `./${protocolPath(file.profile)}`);
  out.doc(`The methods of ${service.typeName}, from which servers and clients of every binding are made.`);
  out.block(
    code`export const ${name}${ts`: ${type}<${name}>`} = /* @__PURE__ */ ${define}({`,
    () => {
      out.line(`typeName: ${JSON.stringify(service.typeName)},`);
      out.line(hidesProtocol(context) ? code`protocol: ${protocol},` : code`${protocol},`);
      emitMethodTable(service, out, (key, method) => {
        out.block(`${key}: {`, () => emitMethod(method, { ...context, service }), "},");
      });
    },
    "});",
  );
}

/** Emits the class that handlers of a service extend. */
export function emitUnimplemented(service: ServiceModel, { out }: ServiceContext): void {
  const { service: name, unimplemented } = serviceNames(service);
  const type = runtimeType("UnimplementedService", "service");
  out.doc(
    `Base class for implementations of ${name}: methods that are not overridden fail with UNIMPLEMENTED.`,
  );
  out.line(
    code`export const ${unimplemented}${ts`: ${type}<${name}>`} = /* @__PURE__ */ ${codegenValue("defineUnimplemented", "service")}(${name});`,
  );
}

/** Emits the table of a service's clients: of its methods what they need, which bundles smaller. */
export function emitClientDefinition(
  service: ServiceModel,
  context: DefinitionContext & { readonly writers: Writers },
): void {
  const { out, file, index } = context;
  const { dialect } = file;
  const { service: name, client } = serviceNames(service);
  out.doc(
    `The part of ${name} that clients need, to keep bundles small: \`createClient(${client}, transport)\`.`,
  );
  out.block(
    code`export const ${client}${ts`: ${runtimeType("ClientDefinition", "service")}<${name}>`} = /* @__PURE__ */ ${codegenValue("defineClient", "service")}({`,
    () => {
      out.line(`typeName: ${JSON.stringify(service.typeName)},`);
      out.line(code`protocol: ${importValue("clientProtocol", `./${protocolPath(file.profile)}`)},`);
      emitMethodTable(service, out, (key, method) => {
        const halves = { input: senderOf(method, context), output: receiverOf(method, context) };
        out.block(
          `${key}: {`,
          () => {
            emitRpc(
              method,
              { ...halves, parameters: findQueryParameters(method, { index, dialect }) },
              { ...context, service },
            );
            if (findMethodRules(method, service, context.profile).idempotent) out.line("idempotent: true,");
          },
          "},",
        );
      });
    },
    "});",
  );
}

/** Of a request what sends it. */
function senderOf(
  { input }: MethodModel,
  { index, file, writers }: ServiceContext & { readonly writers: Writers },
): Piece {
  const write = writers.get(input);
  if (write !== undefined) return `{ typeName: ${JSON.stringify(input)}, encode: ${write} }`;
  return methodType(input, { index, timestamps: file.dialect.timestamps }).codec;
}

/** Of a response what receives it. */
function receiverOf({ output }: MethodModel, { index, file }: ServiceContext): Piece {
  const { codec, check } = methodType(output, { index, timestamps: file.dialect.timestamps });
  return check === undefined ? codec : code`{ typeName: ${JSON.stringify(output)}, check: ${check} }`;
}

/**
 * Whether something else that the file declares or imports is called "protocol", so that the import is not.
 */
function hidesProtocol({ file, index }: ServiceContext): boolean {
  const types = file.services
    .flatMap(({ methods }) => methods.flatMap(({ input, output }) => [input, output]))
    .filter((typeName) => findWellKnown(typeName) === undefined)
    .map((typeName) => index.type(typeName));
  return [...file.services, ...types].some(({ identifier }) => identifier === "protocol");
}

interface MethodContext extends DefinitionContext {
  readonly service: ServiceModel;
}

function emitMethod(method: MethodModel, context: MethodContext): void {
  const { out, index, file, profile, service } = context;
  const { timestamps } = file.dialect;
  const { idempotent, authenticated, aliases } = findMethodRules(method, service, profile);
  const resourceNames = findResourceNames(method, context);
  const input = methodType(method.input, { index, timestamps }).codec;
  const output = methodType(method.output, { index, timestamps }).codec;
  const parameters = findParameters(method, { index, dialect: file.dialect });
  emitRpc(method, { input, output, parameters }, context);
  if (aliases.length > 0) printLiteral(out, aliases, { open: "aliases: ", close: "," });
  if (idempotent) out.line("idempotent: true,");
  if (authenticated) out.line("authenticated: true,");
  if (resourceNames.length > 0) printLiteral(out, resourceNames, { open: "resourceNames: ", close: "," });
}

/** What servers and clients have to know. */
function emitRpc(
  method: MethodModel,
  {
    input,
    output,
    parameters,
  }: {
    readonly input: Piece;
    readonly output: Piece;
    readonly parameters: ReturnType<typeof findParameters>;
  },
  context: MethodContext,
): void {
  const { out, service } = context;
  out.line(`name: ${JSON.stringify(method.name)},`);
  if (method.jsonRpcName !== undefined) out.line(`jsonRpcName: ${JSON.stringify(method.jsonRpcName)},`);
  out.line(`kind: ${JSON.stringify(method.streaming)},`);
  out.line(code`input: ${input},`);
  out.line(code`output: ${output},`);
  emitHttp(method, context);
  if (Object.keys(parameters).length > 0) {
    printLiteral(out, parameters, { open: "parameters: ", close: "," });
  }
  if (method.streaming === "client" || method.streaming === "bidi") {
    out.line(code`overHttp: ${codegenValue("streamsOverHttp", "service")},`);
  }
  const uplink = findUplink(method, service, context);
  if (uplink !== undefined) printLiteral(out, uplink, { open: "uplink: ", close: "," });
}

/** One rule on each line, so that they read as a table. */
function emitHttp(method: MethodModel, { out, index }: MethodContext): void {
  const routes = toHttpRoutes(method, index);
  if (routes.length === 0) {
    out.line("http: [],");
    return;
  }
  out.block(
    "http: [",
    () => {
      for (const { verb, path, action, body, responseBody, scope } of routes) {
        out.line(`${literalText({ verb, path, action, body, responseBody, scope })},`);
      }
    },
    "],",
  );
}

interface ResourceNameLiteral {
  readonly field: string;
  readonly pattern: string;
  readonly parts: Readonly<Record<string, readonly string[]>>;
  readonly [key: string]: string | Readonly<Record<string, readonly string[]>>;
}

/**
 * The request's own fields. `config.name` of the draft's SetTaskPushNotificationConfig is not among them:
 * no binding of the specification lets the identifiers stand for it (9.4.7, 11), and over HTTP it is in a
 * body that has nothing else of the request.
 */
function findResourceNames(
  { input }: MethodModel,
  { index, profile }: MethodContext,
): readonly ResourceNameLiteral[] {
  if (profile === undefined || findWellKnown(input) !== undefined) return [];
  const type = index.type(input);
  if (type.kind !== "message") return [];
  return type.fields.flatMap(({ name, jsonName }) =>
    profile.resourceNames
      .filter(({ fields }) => fields.includes(`${input}.${name}`))
      .map(({ pattern, parts }) => ({ field: jsonName, pattern, parts })),
  );
}
