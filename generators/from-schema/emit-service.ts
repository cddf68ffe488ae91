import { toPropertyName } from "../naming/identifiers.ts";
import { code, importType, importValue } from "../print/piece.ts";
import { type Literal, literalText } from "../print/print-literal.ts";
import { codegenValue, runtimeType } from "../print/runtime-import.ts";
import { createSourceFile, type SourceFile } from "../print/source-file.ts";
import { functionNames } from "./json-context.ts";
import type { MethodPlan } from "./plan-service.ts";
import { wrapText } from "./wrap-text.ts";

export interface ServiceFileInit {
  readonly path: string;
  /** The modules of the types, the codecs and the protocol, "./a2a_types". */
  readonly typesFile: string;
  readonly jsonFile: string;
  readonly protocolFile: string;
  readonly namespace: string;
  readonly name: string;
  readonly description: string;
}

interface ServiceContext extends ServiceFileInit {
  readonly out: SourceFile;
  readonly methods: readonly MethodPlan[];
}

/** Emits the interface of a service's handlers, the type of its clients, and the table of its methods. */
export function emitService(methods: readonly MethodPlan[], init: ServiceFileInit): SourceFile {
  const { path, name } = init;
  const out = createSourceFile({ path });
  out.declare(name);
  out.declare(`${name}Client`);
  const context = { ...init, out, methods };
  emitInterface(context);
  out.blank();
  out.doc(`A client of ${name}: the same methods, called with options or without.`);
  out.line(code`export type ${name}Client = ${runtimeType("ClientOf", "service")}<${name}>;`);
  out.blank();
  emitTable(context);
  return out;
}

function emitInterface({ out, methods, name, description, typesFile }: ServiceContext): void {
  out.doc(description);
  out.block(
    `export interface ${name} {`,
    () => {
      for (const { key, description: text, input, output, streaming } of methods) {
        out.doc(wrapText(text));
        const request = code`request: ${importType(input, typesFile)}`;
        const call = code`context: ${runtimeType("CallContext", "service")}`;
        const answer = code`${streaming === true ? "AsyncIterable" : "Promise"}<${importType(output, typesFile)}>`;
        out.line(code`${toPropertyName(key)}(${request}, ${call}): ${answer};`);
      }
    },
    "}",
  );
}

function emitTable({ out, methods, name, namespace, ...files }: ServiceContext): void {
  const type = runtimeType("ServiceDefinition", "service");
  const define = codegenValue("defineService", "service");
  const typeName = `${namespace}.${name}`;
  out.doc(`The methods of ${typeName}, from which servers and clients are made.`);
  out.block(
    code`export const ${name}: ${type}<${name}> = /* @__PURE__ */ ${define}({`,
    () => {
      out.line(`typeName: ${JSON.stringify(typeName)},`);
      const protocol = importValue("protocol", files.protocolFile);
      // A type of this name would give the import another one.
      const isHidden = methods.some(({ input, output }) => [input, output].includes("protocol"));
      out.line(isHidden ? code`protocol: ${protocol},` : code`${protocol},`);
      out.block(
        "methods: {",
        () => {
          for (const method of methods) {
            out.block(
              `${toPropertyName(method.key)}: {`,
              () => emitMethod(method, out, files.jsonFile),
              "},",
            );
          }
        },
        "},",
      );
    },
    "});",
  );
}

function emitMethod(method: MethodPlan, out: SourceFile, jsonFile: string): void {
  const { name, input, output, streaming, idempotent, authenticated, http = [] } = method;
  out.line(`name: ${JSON.stringify(name)},`);
  out.line(`kind: ${JSON.stringify(streaming === true ? "server" : "unary")},`);
  out.line(code`input: ${importValue(functionNames(input).codec, jsonFile)},`);
  out.line(code`output: ${importValue(functionNames(output).codec, jsonFile)},`);
  if (http.length === 0) {
    out.line("http: [],");
  } else {
    out.block(
      "http: [",
      () => {
        for (const { verb, path } of http) out.line(`${literalText({ verb, path: toSegments(path) })},`);
      },
      "],",
    );
  }
  if (idempotent === true) out.line("idempotent: true,");
  if (authenticated === true) out.line("authenticated: true,");
}

function toSegments(path: string): Literal {
  return path.split("/").slice(1);
}
