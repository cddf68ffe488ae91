import type { JsonObject } from "@a2agen/runtime";
import { createDiagnostics, type Diagnostics } from "../../model/diagnostics.ts";
import { capitalize, toCamelWords, toLowerWords, toPascalWords } from "../../naming/casing.ts";
import { toPropertyName } from "../../naming/identifiers.ts";
import { code, importInternal, importType, importValue, join, type Piece } from "../../print/piece.ts";
import { printLiteral } from "../../print/print-literal.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import { emitSchemas } from "../../schema/emit-schemas.ts";
import { readSchemas } from "../../schema/read-schemas.ts";
import type { ClientModel, DataModel, DefinitionModel, SkillModel } from "./client-model.ts";

/** Data of a skill that has a type: "PackInput", in files that begin with "schemas/pack_input". */
interface TypedData {
  readonly type: string;
  readonly stem: string;
  readonly schema: JsonObject;
  readonly mediaType: string;
}

/** How bindings are made, by the names that cards give them. */
const bindingFactories: Readonly<Record<string, (model: ClientModel) => Piece>> = {
  JSONRPC: () => code`${importValue("jsonRpc", "@a2agen/runtime/jsonrpc")}()`,
  "HTTP+JSON": () => code`${importValue("rest", "@a2agen/runtime/rest")}()`,
  GRPC: ({ module }) =>
    code`${importValue("grpc", "@a2agen/runtime/grpc")}({ codecs: [${importValue("A2AServiceGrpc", module)}] })`,
};

/** The bindings that clients can have, as cards name them. */
export const clientBindings: readonly string[] = Object.keys(bindingFactories);

/**
 * The files of a client: `index`, `skills`, `schemas` where there are some, and for each of these its types
 * and codec. Schemas that cannot be read are reported, and what they describe is any JSON.
 */
export function emitClient(model: ClientModel, diagnostics: Diagnostics): readonly SourceFile[] {
  const files: SourceFile[] = [];
  const typed = new Map<DataModel, TypedData>();
  for (const { key, input, output } of model.skills) {
    for (const [data, side] of [
      [input, "Input"],
      [output, "Output"],
    ] as const) {
      if (data?.schema === undefined) continue;
      const stem = `schemas/${toLowerWords(`${key}${side}`, "_")}`;
      const found = {
        type: `${capitalize(key)}${side}`,
        stem,
        schema: data.schema,
        mediaType: data.mediaType,
      };
      const sources = emitData(found, diagnostics);
      if (sources.length > 0) typed.set(data, found);
      files.push(...sources);
    }
  }
  const all = [...typed.values()];
  const schemas = all.length === 0 ? [] : [emitJsonSchemas(all)];
  return [emitIndex(model, all), emitTable(model, typed), ...schemas, ...files];
}

function emitData({ type, stem, schema }: TypedData, diagnostics: Diagnostics): readonly SourceFile[] {
  const own = createDiagnostics();
  const path = `${stem}.json`;
  const set = readSchemas([{ path, json: schema }], own);
  const sources = emitSchemas(set, [{ ref: `${path}#`, name: type }], own);
  for (const { position, text, code, severity } of own.list) {
    if (severity === "error")
      diagnostics.report({ code, severity: "warning", text: () => text }, position, undefined);
  }
  return sources;
}

function emitIndex(model: ClientModel, typed: readonly TypedData[]): SourceFile {
  const { name, module, older, url } = model;
  const out = createSourceFile({ path: "index" });
  const agent = name.endsWith("Agent") ? name : `${name}Agent`;
  const names = {
    agent,
    options: `${name}Options`,
    credentials: `${name}Credentials`,
    connect: `connect${name}`,
  };
  for (const each of [agent, names.options]) out.declare(each, "type");
  out.declare(names.connect);
  // A card may declare an extension by several of its URIs.
  const definitions = [
    ...new Map(
      model.extensions.flatMap(({ definition }) =>
        definition === undefined ? [] : [[`${definition.module} ${definition.name}`, definition] as const],
      ),
    ).values(),
  ];
  const services = withDistinctNames(
    definitions.flatMap(({ module, services }) => services.map((name) => ({ name, module }))),
  );
  const skills = importValue("skills", "./skills");
  const service = importValue("A2AServiceClient", module);
  const card = importType("AgentCard", module);
  const client = (type: string): Piece => importType(type, "@a2agen/runtime/client");
  const runtime = (type: string): Piece => importType(type, "@a2agen/runtime/skills");
  if (url !== undefined) {
    out.doc("Where the card was found.");
    out.line(`export const agentUrl = ${JSON.stringify(url)};`);
    out.blank();
  }
  out.doc(docText(model.description));
  out.line(code`export interface ${agent}`);
  out.line(
    code`  extends ${runtime("Agent")}<typeof ${skills}, ${client("ClientConnection")}<${service}, ${card}>> {${services.length === 0 ? "}" : ""}`,
  );
  if (services.length > 0) {
    out.indent(() => {
      out.doc("The methods of its extensions.");
      out.block(
        "readonly methods: {",
        () => {
          for (const { name, module, as } of services)
            out.line(code`readonly ${methodsKey(as)}: ${importType(`${name}Client`, module)};`);
        },
        "};",
      );
    });
    out.line("}");
  }
  out.blank();
  if (model.security.length > 0) emitCredentials(out, names.credentials, model);
  const set = definitions.length === 0 ? "bindings and versions" : "bindings, versions and extensions";
  out.doc(`How to reach the agent: the ${set} of its card are set.`);
  const own = model.security.length === 0 ? '"bindings"' : '"bindings" | "credentials"';
  out.block(
    code`export interface ${names.options} extends Omit<${client("ClientConnectOptions")}<${card}>, ${own}> {`,
    () => {
      out.line(code`readonly bindings?: ${client("ClientConnectOptions")}["bindings"];`);
      if (model.security.length > 0) out.line(`readonly credentials?: ${names.credentials};`);
    },
    "}",
  );
  out.blank();
  out.doc(`Connects to the agent by its card. Rejects as \`connect\` of @a2agen/runtime/client does.`);
  out.block(
    `export async function ${names.connect}(`,
    () => {
      const entry = importType("CatalogEntry", "@a2agen/runtime/catalog");
      out.line(code`agent: string | URL | ${entry} | ${card}${url === undefined ? "" : " = agentUrl"},`);
      out.line(`options: ${names.options} = {},`);
    },
    `): Promise<${agent}> {`,
  );
  out.indent(() => {
    out.block(
      code`const connection = await ${importValue("connect", "@a2agen/runtime/client")}(${service}, agent, {`,
      () => {
        const bindings = model.bindings.map((each) => bindingFactories[each]?.(model) ?? "");
        out.line(code`bindings: [${join(bindings, ", ")}],`);
        out.line(code`cardCodec: ${importValue("AgentCardCodec", module)},`);
        const translations = older.map((each) => importValue(each, "@a2agen/translate"));
        if (older.length > 0) out.line(code`older: [${join(translations, ", ")}],`);
        if (definitions.length > 0) {
          const values = definitions.map(({ name, module }) => importValue(name, module));
          out.line(code`extensions: [${join(values, ", ")}],`);
        }
        out.line("...options,");
      },
      "});",
    );
    const bound = code`${importValue("bindSkills", "@a2agen/runtime/skills")}(connection, ${skills})`;
    if (services.length === 0) out.line(code`return ${bound};`);
    else {
      out.line("return {");
      out.indent(() => {
        out.line(code`...${bound},`);
        out.block(
          "methods: {",
          () => {
            const create = importValue("createClient", "@a2agen/runtime/service");
            for (const { name, module, as } of services)
              out.line(
                code`${methodsKey(as)}: ${create}(${importValue(name, module)}, connection.transport),`,
              );
          },
          "},",
        );
      });
      out.line("};");
    }
  });
  out.line("}");
  out.blank();
  out.exportFrom("@a2agen/runtime/skills", toolNames);
  for (const { module: from, ...names } of withDistinctNames(definitions))
    out.exportFrom(from, [{ ...names, isType: false }]);
  for (const { type, stem } of typed) out.exportFrom(`./${stem}_types`, [{ name: type, isType: true }]);
  return out;
}

/** Where modules export the same name, each gets the name of its module before it. */
function withDistinctNames(
  exported: readonly Pick<DefinitionModel, "name" | "module">[],
): readonly { readonly name: string; readonly module: string; readonly as: string }[] {
  return exported.map(({ name, module }) => {
    const isShared = exported.some((other) => other.name === name && other.module !== module);
    return { name, module, as: isShared ? toPascalWords(module) + name : name };
  });
}

/** "sessions" for the methods of SessionsService. */
function methodsKey(service: string): string {
  return toCamelWords(service.replace(/(.)Service$/, "$1"));
}

const toolNames = ["aiSdkTools", "mcpTools", "openAiTools", "SkillError"].map((name) => ({
  name,
  isType: false,
}));

function emitCredentials(out: SourceFile, name: string, { security }: ClientModel): void {
  const credential = importType("Credential", "@a2agen/runtime/client");
  out.declare(name, "type");
  out.doc("What the card asks for, by the names of its security schemes; of several sets, one is enough.");
  out.line(`export type ${name} =`);
  out.indent(() => {
    for (const [index, schemes] of security.entries()) {
      out.block(
        "| {",
        () => {
          for (const scheme of schemes) {
            out.doc(docText(scheme.about));
            out.line(code`readonly ${toPropertyName(scheme.name)}: ${credential};`);
          }
        },
        index === security.length - 1 ? "};" : "}",
      );
    }
  });
  out.blank();
}

function emitTable(model: ClientModel, typed: ReadonlyMap<DataModel, TypedData>): SourceFile {
  const out = createSourceFile({ path: "skills" });
  out.declare("skills");
  out.doc("The skills of the agent, by the names of their functions.");
  out.block(
    "export const skills = {",
    () => {
      for (const skill of model.skills) emitSkill(out, skill, typed);
    },
    code`} as const satisfies ${importType("SkillTable", "@a2agen/runtime/skills")};`,
  );
  return out;
}

function emitSkill(out: SourceFile, skill: SkillModel, typed: ReadonlyMap<DataModel, TypedData>): void {
  const { key, id, name, description, examples, input, output } = skill;
  out.doc(docText([description, ...examples.slice(0, 3).map((each) => `For example: ${each}`)].join("\n\n")));
  out.block(
    `${key}: {`,
    () => {
      printLiteral(out, id, { open: "id: ", close: "," });
      printLiteral(out, name, { open: "name: ", close: "," });
      printLiteral(out, description, { open: "description: ", close: "," });
      for (const [member, data] of [
        ["input", input],
        ["output", output],
      ] as const) {
        const found = data && typed.get(data);
        const mediaType = JSON.stringify(data?.mediaType);
        if (found !== undefined) {
          const codec = importInternal(`${found.type}Codec`, `./${found.stem}_json`);
          out.line(
            code`${member}: { codec: ${codec}, schema: ${schemaOf(found)}, mediaType: ${mediaType} },`,
          );
        } else if (member === "input" && input.mediaType !== "text/plain") {
          out.line(`input: { mediaType: ${mediaType} },`);
        }
      }
    },
    "},",
  );
}

function schemaOf({ type }: TypedData): Piece {
  return importValue(`${type}Schema`, "./schemas");
}

function emitJsonSchemas(typed: readonly TypedData[]): SourceFile {
  const out = createSourceFile({ path: "schemas" });
  for (const [index, { type, schema }] of typed.entries()) {
    if (index > 0) out.blank();
    out.declare(`${type}Schema`);
    out.doc(`The schema of ${type}, as the card has it: for language models.`);
    const open = code`export const ${type}Schema: ${importType("JsonObject", "@a2agen/runtime")} = `;
    printLiteral(out, schema, { open, close: ";" });
  }
  return out;
}

/** Texts of others as comments: a tag in them is no tag of ours. */
function docText(text: string): string {
  const short = text.length > 1000 ? `${text.slice(0, 1000)}…` : text;
  return short
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .trim()
    .replaceAll(/^\s*@/gm, "\\@");
}
