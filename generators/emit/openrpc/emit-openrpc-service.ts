import type { Diagnostics } from "../../model/diagnostics.ts";
import type { Profile } from "../../model/profile.ts";
import { toPascalWords } from "../../naming/casing.ts";
import { code, importType, importValue } from "../../print/piece.ts";
import { codegenValue, runtimeType } from "../../print/runtime-import.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import { ts } from "../../print/types.ts";
import { emitSchemas } from "../../schema/emit-schemas.ts";
import type { GivenDocument } from "../../schema/read-documents.ts";
import { readSchemas } from "../../schema/read-schemas.ts";
import { type SchemaRoot, stemOf } from "../../schema/schema-names.ts";
import { emitProtocol } from "../service/emit-protocol.ts";
import { protocolPath } from "../shared/module-path.ts";
import { declarationDoc } from "../types/doc-text.ts";
import { atOrigins, type OpenRpcTable, type OpenRpcTableMethod, readOpenRpc } from "./read-openrpc.ts";

/** The params and results of a document, as roots of its schemas. */
export function rootsOf({ methods, document }: OpenRpcTable): readonly SchemaRoot[] {
  return methods.flatMap(({ params, result }) =>
    [params, result].map((name) => ({ ref: `${document.path}#/$defs/${name}`, name })),
  );
}

export interface EmitOpenRpcInit {
  readonly document: GivenDocument;
  /** The files that it refers to. */
  readonly schemas: readonly GivenDocument[];
  /** Name of the service; that of the title by default. */
  readonly service?: string;
  readonly profile: Profile;
  readonly diagnostics: Diagnostics;
}

/** Emits types, codecs and the service of a document; nothing when there are errors. */
export function emitOpenRpc(init: EmitOpenRpcInit): readonly SourceFile[] {
  const { document, schemas, profile, diagnostics } = init;
  const table = readOpenRpc(document, diagnostics);
  const name = init.service ?? serviceNameOf(table);
  const moved = atOrigins(diagnostics, table);
  const set = readSchemas([table.document, ...schemas], moved);
  const sources = emitSchemas(set, rootsOf(table), moved);
  if (diagnostics.list.some(({ severity }) => severity === "error")) return [];
  return [...sources, emitOpenRpcService(table, { name, profile }), emitPlainProtocol(profile)];
}

/** "ACP Agentic Checkout" makes a service AcpAgenticCheckoutService. */
function serviceNameOf({ title }: OpenRpcTable): string {
  const words = toPascalWords(title.replaceAll(/[^A-Za-z0-9]+/g, " ")).replace(/^[^A-Z]+|Service$/g, "");
  return `${words}Service`;
}

export interface EmitServiceInit {
  /** Name of the service: "CheckoutService". */
  readonly name: string;
  /** The plain profile, which rules methods that no protocol has. */
  readonly profile: Profile;
}

/** Emits the service of a document: its interface, and its table for servers and clients over JSON-RPC. */
export function emitOpenRpcService(table: OpenRpcTable, { name, profile }: EmitServiceInit): SourceFile {
  const stem = stemOf(table.document.path);
  const out = createSourceFile({ path: `${stem}_service`, source: table.document.path });
  out.declare(name);
  out.declare(`${name}Client`, "type");
  out.doc(table.title);
  out.block(
    `export interface ${name} {`,
    () => {
      for (const method of table.methods) {
        out.doc(declarationDoc(method));
        const [params, result] = [method.params, method.result].map((type) =>
          importType(type, `./${stem}_types`),
        );
        const answer = method.isStream ? "AsyncIterable" : "Promise";
        out.line(
          code`${method.member}(request: ${params ?? ""}, context: ${runtimeType("CallContext", "service")}): ${answer}<${result ?? ""}>;`,
        );
      }
    },
    "}",
  );
  out.blank();
  out.doc(`A client of ${name}: the same methods, called with options or without.`);
  out.line(code`export type ${name}Client = ${runtimeType("ClientOf", "service")}<${name}>;`);
  out.blank();
  out.doc(`The methods of ${table.document.path}, from which servers and clients over JSON-RPC are made.`);
  const type = ts`: ${runtimeType("ServiceDefinition", "service")}<${name}>`;
  out.block(
    code`export const ${name}${type} = /* @__PURE__ */ ${codegenValue("defineService", "service")}({`,
    () => {
      out.line(`typeName: ${JSON.stringify(name)},`);
      out.line(code`${importValue("protocol", `./${protocolPath(profile.name)}`)},`);
      out.block(
        "methods: {",
        () => {
          for (const method of table.methods) printMethod(method, { out, stem });
        },
        "},",
      );
    },
    "});",
  );
  return out;
}

function printMethod(
  method: OpenRpcTableMethod,
  { out, stem }: { readonly out: SourceFile; readonly stem: string },
): void {
  const [input, output] = [method.params, method.result].map((type) =>
    importValue(`${type}Codec`, `./${stem}_json`),
  );
  out.block(
    `${method.member}: {`,
    () => {
      out.line(`name: ${JSON.stringify(method.name)},`);
      out.line(`kind: ${method.isStream ? '"server"' : '"unary"'},`);
      out.line(code`input: ${input ?? ""},`);
      out.line(code`output: ${output ?? ""},`);
      out.line("http: [],");
    },
    "},",
  );
}

/** What the runtime has to know of the plain profile, beside the services of documents. */
export function emitPlainProtocol(profile: Profile): SourceFile {
  return emitProtocol(profile, { files: [], profiles: { [profile.name]: profile } });
}
