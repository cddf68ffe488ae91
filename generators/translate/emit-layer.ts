import { code, type Piece } from "../print/piece.ts";
import { type Literal, printLiteral } from "../print/print-literal.ts";
import { codegenType, codegenValue, runtimeType } from "../print/runtime-import.ts";
import { createSourceFile, type SourceFile } from "../print/source-file.ts";
import type { MethodPlan, PairPlan, Side, TranslationPlan } from "./plan.ts";
import type { VersionMethod } from "./version.ts";

/** What the layer has to know of a version besides its plan. */
export interface LayerSource {
  /** The module with the checks of its types. */
  readonly checks: string;
  /** Facts of its profile: the runtime's type `LayerVersion`. */
  readonly facts: Literal;
  /** How requests name their version: the runtime's type `VersionParameter`. */
  readonly parameter: Literal;
  /** Other names of the methods that have some. */
  readonly aliases: Readonly<Record<string, readonly string[]>>;
  /** The interfaces of its card, as code reads them. */
  readonly interfaces: string;
  /** The name of a method that streams events. */
  readonly streaming: string;
}

export type LayerSources = { readonly [side in Side]: LayerSource };

/** Emits the layer of two versions for frameworks: checks alone, in tables that bundlers can drop. */
export function emitLayer(plan: TranslationPlan, sources: LayerSources): SourceFile {
  const out = createSourceFile({ path: "layer" });
  const { older, newer, card, name } = plan;
  const module = `./${older.name}_to_${newer.name}.js`;
  const make = (kind: string): Piece => code`/* @__PURE__ */ ${codegenValue(kind, "versions")}`;
  const publish = (doc: string, line: Piece): void => {
    out.blank();
    out.doc(doc);
    out.line(line);
  };
  out.line(`import * as olderChecks from ${JSON.stringify(sources.older.checks)};`);
  out.line(`import * as newerChecks from ${JSON.stringify(sources.newer.checks)};`);
  out.line(`import type * as newer from ${JSON.stringify(newer.module)};`);
  out.line(`import * as ${name} from ${JSON.stringify(module)};`);
  emitTypes(out, plan);
  emitFacts(out, plan, sources);
  const rows = newer.methods.map(
    (method): Row => ({
      method,
      row: plan.methods.find((each) => each.newer === method.key),
    }),
  );
  // Cards are apart: they are as large as all other types together.
  const calls = rows.filter(({ method }) => method.response.name !== newer.card);
  const table = (kind: string, lines: readonly Piece[]): void => {
    out.blank();
    const body = (): void => {
      for (const line of lines) out.line(line);
    };
    out.block(`const ${kind} = {`, body, "} as const;");
  };
  const context = { plan, module: name };
  const read =
    (part: "request" | "response") =>
    (row: Row): Piece =>
      code`${row.method.name}: ${reading(row, part, context)},`;
  table("requests", rows.map(read("request")));
  table("answers", calls.map(read("response")));
  const written =
    (part: "request" | "response") =>
    ({ method, row }: Row): readonly Piece[] =>
      row === undefined ? [] : [`${method.name}: ${writing(row[part], method[part].name, context)},`];
  table("requestsWritten", rows.flatMap(written("request")));
  table("answersWritten", calls.flatMap(written("response")));
  publish(
    "Reads a request of either version: a JSON text or value, as an envelope of JSON-RPC or for a method.",
    code`export const readRequest: ${runtimeType("ReadLayerRequest", "versions")}<LayerRequests, LayerVersion> = ${make("createRequestReader")}(facts, requests);`,
  );
  publish(
    "Writes the answer of a method, or an event that it streams, in a version.",
    code`export const writeAnswer = ${make("createCallWriter")}<LayerAnswers, LayerVersion>(facts, answersWritten);`,
  );
  publish(
    "Makes the error object of JSON-RPC in the names, codes and form of a version.",
    code`export const writeError = ${make("createErrorWriter")}(facts);`,
  );
  publish(
    "Writes the request of a method in a version, with the name that the method has there.",
    code`export const writeRequest = ${make("createRequestWriter")}<LayerRequests, LayerVersion>(facts, requestsWritten);`,
  );
  publish(
    "Reads the answer of a method, or an event that it streams, of a version.",
    code`export const readAnswer = ${make("createAnswerReader")}<LayerAnswers, LayerVersion>(facts, answers);`,
  );
  const { streaming } = sources.newer;
  const events = rows.filter(({ method }) => method.name === streaming);
  for (const row of events) {
    publish(
      "Reads a message, a task or an event of either version, as agents stream them and webhooks receive them.",
      code`export const readMessage = ${make("createReader")}<newer.${row.method.response.name}, LayerVersion>(facts, ${reading(row, "response", context)});`,
    );
  }
  const cardRow = {
    method: { name: "", key: "", request: card.newer, response: card.newer },
    row: { older: "", newer: "", request: card, response: card },
  };
  publish(
    `Reads the agent card of ${older.title} or ${newer.title}.`,
    code`export const readCard = ${make("createReader")}<newer.${newer.card}, LayerVersion>(facts, ${reading(cardRow, "response", context)});`,
  );
  publish(
    "Writes an agent card in a version.",
    code`export const writeCard = ${make("createWriter")}<newer.${newer.card}, LayerVersion>(facts, ${writing(card, newer.card, context)});`,
  );
  publish(
    "Picks the interface of a card to call, and the version to call it in; undefined without one.",
    code`export const pickInterface = ${make("createInterfacePicker")}<newer.${newer.card}, LayerVersion>(facts, (card) => card.${sources.newer.interfaces});`,
  );
  publish(
    "The headers of requests in a version, and of answers to them.",
    code`export const versionHeaders = ${make("createHeaders")}(facts);`,
  );
  return out;
}

function emitTypes(out: SourceFile, plan: TranslationPlan): void {
  const { older, newer } = plan;
  const members = (methods: readonly VersionMethod[], part: "request" | "response") => (): void => {
    for (const method of methods) {
      const { name } = method[part];
      const type = name.includes(".") ? runtimeType("JsonEmpty") : `newer.${name}`;
      out.line(code`readonly ${method.name}: ${type};`);
    }
  };
  out.blank();
  out.doc("The versions that the layer speaks.");
  out.line(
    `export type LayerVersion = ${JSON.stringify(newer.protocolVersion)} | ${JSON.stringify(older.protocolVersion)};`,
  );
  out.blank();
  out.doc(`The requests of ${newer.title} by method.`);
  out.block("export interface LayerRequests {", members(newer.methods, "request"), "}");
  out.blank();
  out.doc("The answers to them, or the events that are streamed; a card is for `writeCard` and `readCard`.");
  const calls = newer.methods.filter(({ response }) => response.name !== newer.card);
  out.block("export interface LayerAnswers {", members(calls, "response"), "}");
}

function emitFacts(out: SourceFile, plan: TranslationPlan, sources: LayerSources): void {
  out.blank();
  out.block(
    code`const facts: ${codegenType("LayerFacts", "versions")} = {`,
    () => {
      printLiteral(out, sources.newer.parameter, { open: "parameter: ", close: "," });
      for (const side of ["newer", "older"] as const) {
        printLiteral(out, sources[side].facts, { open: `${side}: `, close: "," });
      }
      const methods = plan.newer.methods.map(({ key, name }) => {
        const row = plan.methods.find(({ newer }) => newer === key);
        const older = plan.older.methods.find((method) => method.key === row?.older)?.name;
        return [name, older === undefined ? [] : [older, ...(sources.older.aliases[older] ?? [])]] as const;
      });
      printLiteral(out, Object.fromEntries(methods), { open: "methods: ", close: "," });
      printLiteral(out, sources.newer.aliases, { open: "aliases: ", close: "," });
      printLiteral(
        out,
        plan.errors.map((error) => ({ ...error })),
        { open: "errors: ", close: "," },
      );
    },
    "};",
  );
}

interface RowContext {
  readonly plan: TranslationPlan;
  /** The name of the import of the translators. */
  readonly module: string;
}

interface Row {
  readonly method: VersionMethod;
  /** Undefined for a method that the older version lacks. */
  readonly row: MethodPlan | undefined;
}

function reading({ method, row }: Row, part: "request" | "response", { plan, module }: RowContext): Piece {
  const newer = checkOf("newer", method[part].name);
  if (row === undefined) return code`{ newer: ${newer} }`;
  const { key, older } = row[part];
  const typeName = JSON.stringify(fullName("older", older.name, plan));
  return code`{ newer: ${newer}, older: ${checkOf("older", older.name)}, upgrade: [${typeName}, ${module}.upgrade${key}] }`;
}

function writing(pair: PairPlan, name: string, { plan, module }: RowContext): string {
  return `[${JSON.stringify(fullName("newer", name, plan))}, ${module}.downgrade${pair.key}]`;
}

function checkOf(side: Side, name: string): Piece {
  return name.includes(".") ? codegenValue("checkEmpty") : `${side}Checks.check${name}`;
}

function fullName(side: Side, name: string, plan: TranslationPlan): string {
  return name.includes(".") ? name : `${plan[side].namespace}.${name}`;
}
