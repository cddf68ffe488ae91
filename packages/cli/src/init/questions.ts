import { didYouMean } from "@a2agen/generators/naming/did-you-mean.ts";
import { parseUrl } from "@a2agen/runtime/internal";
import { versionLabels, versionsToTry, versionTable } from "@a2agen/versions/table.ts";
import { checkPackageName } from "../package/npm-name.ts";
import { dataPlaces } from "./data-places.ts";
import { dependencyNames } from "./dependency-versions.ts";
import { checkVersions, current, draft, previous, translated } from "./spoken-versions.ts";

/** A value parsed from a text, or the problem with the text. */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

interface Common {
  /** The flag without "--". */
  readonly flag: string;
  /** One line for the help. */
  readonly help: string;
  /** The question in a conversation. */
  readonly message: string;
  /** Whether a conversation asks it; others keep their defaults unless the flag is given. */
  readonly isAsked: boolean;
  /** The answer to another question without which it has no meaning. */
  readonly needs?: readonly [name: string, value: string];
}

export interface TextQuestion extends Common {
  readonly kind: "text";
  /** What the value is called in the help. */
  readonly value: string;
  check(text: string): string | undefined;
}

export interface PortQuestion extends Common {
  readonly kind: "port";
}

export interface ChoiceQuestion extends Common {
  readonly kind: "choice";
  readonly choices: readonly { readonly value: string; readonly hint: string }[];
}

export interface ListQuestion extends Common {
  readonly kind: "list";
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly hint: string }[];
  /** Whether the values keep the order in which they were given; else they have that of the choices. */
  readonly isOrdered: boolean;
  check(values: readonly string[]): string | undefined;
}

export interface SwitchQuestion extends Common {
  readonly kind: "switch";
}

export type Question = TextQuestion | PortQuestion | ChoiceQuestion | ListQuestion | SwitchQuestion;

const versionChoices = versionsToTry.flatMap((name) =>
  versionTable.flatMap((row) =>
    row.name === name && "hint" in row ? { value: row.label, hint: row.hint } : [],
  ),
);

/** All questions about a project, in order; flags, help, prompts and checks read this table. */
export const questions = {
  name: {
    kind: "text",
    flag: "name",
    value: "NAME",
    help: "name of the npm package; by default that of the directory",
    message: "Name of the npm package",
    isAsked: true,
    check: (text) => checkPackageName(text, dependencyNames),
  },
  title: {
    kind: "text",
    flag: "title",
    value: "TEXT",
    help: "display name in the agent card",
    message: "Display name",
    isAsked: true,
    check: checkLine,
  },
  description: {
    kind: "text",
    flag: "description",
    value: "TEXT",
    help: "what it does, in one line",
    message: "What it does, in one line",
    isAsked: true,
    check: checkLine,
  },
  model: {
    kind: "choice",
    flag: "model",
    help: "how an agent thinks: none (default), or with a model, by ai-sdk, langgraph or openai-agents",
    message: "Model",
    isAsked: true,
    choices: [
      { value: "none", hint: "plain code; you can add one later" },
      { value: "ai-sdk", hint: "Vercel AI SDK, with OpenAI, Anthropic or Google" },
      { value: "langgraph", hint: "LangGraph.js, with OpenAI" },
      { value: "openai-agents", hint: "OpenAI Agents SDK" },
    ],
  },
  provider: {
    kind: "choice",
    flag: "provider",
    help: "whose model the AI SDK calls: openai (default), anthropic, google",
    message: "Provider of the model",
    isAsked: true,
    needs: ["model", "ai-sdk"],
    choices: [
      { value: "openai", hint: "key in OPENAI_API_KEY" },
      { value: "anthropic", hint: "key in ANTHROPIC_API_KEY" },
      { value: "google", hint: "key in GOOGLE_GENERATIVE_AI_API_KEY" },
    ],
  },
  methods: {
    kind: "choice",
    flag: "methods",
    help: "methods beside those of A2A: none (default), or own, from a proto of yours",
    message: "Methods beside those of A2A",
    isAsked: true,
    choices: [
      { value: "none", hint: "those of A2A only" },
      { value: "own", hint: "a proto with a service, and the class that implements it" },
    ],
  },
  agentUrl: {
    kind: "text",
    flag: "agent-url",
    value: "URL",
    help: "URL of the agent that the client calls",
    message: "URL of the agent that is called",
    isAsked: true,
    check: (text) => checkUrl(text, ["http:", "https:"]),
  },
  extensionUri: {
    kind: "text",
    flag: "extension-uri",
    value: "URI",
    help: "identifies an extension and its version",
    message: "URI of the extension, with its version",
    isAsked: true,
    check: (text) => checkUrl(text, undefined),
  },
  source: {
    kind: "choice",
    flag: "source",
    help: "what defines the data of an extension: proto (default), or schema, a JSON Schema with a manifest",
    message: "What defines the data",
    isAsked: true,
    choices: [
      { value: "proto", hint: "a proto message, generated by buf" },
      { value: "schema", hint: "a JSON Schema and extension.yaml" },
    ],
  },
  place: {
    kind: "choice",
    flag: "place",
    help: "where the data of an extension stands; default: uri, metadata[URI]",
    message: "Where the data stands",
    isAsked: true,
    choices: dataPlaces,
  },
  schemaBase: {
    kind: "text",
    flag: "schema-base",
    value: "URL",
    help: "base URL of the $ids of a package's schemas, on a host of yours",
    message: "URL that the $ids of the schemas begin with",
    isAsked: true,
    check: checkSchemaBase,
  },
  bindings: {
    kind: "list",
    flag: "bindings",
    value: "LIST",
    help: "JSONRPC, HTTP+JSON, GRPC, separated by commas; default: all",
    message: "Bindings",
    isAsked: true,
    choices: [
      { value: "JSONRPC", hint: "JSON-RPC over HTTP" },
      { value: "HTTP+JSON", hint: "REST" },
      { value: "GRPC", hint: "on a port of its own" },
    ],
    isOrdered: false,
    check: (values) =>
      values.includes("JSONRPC") || values.includes("HTTP+JSON")
        ? undefined
        : "expected JSONRPC or HTTP+JSON among them: the agent card is served over HTTP",
  },
  versions: {
    kind: "list",
    flag: "versions",
    value: "LIST",
    help: `protocol versions to speak: ${versionLabels.join(", ")}, separated by commas; you code against the first one other than ${translated.join(", ")}; default: ${current},${previous}; client: ${current},${previous},${draft}; minimal, extension: ${current}; schema-package: the one whose JSON the protos have`,
    message: "Protocol versions",
    isAsked: true,
    choices: versionChoices,
    isOrdered: true,
    check: checkVersions,
  },
  store: {
    kind: "choice",
    flag: "store",
    help: "where tasks are kept: pglite (default): a directory, written by a database inside the agent; postgres: PostgreSQL, for several processes, with a compose file; memory: until the process ends",
    message: "Where tasks are kept",
    isAsked: true,
    choices: [
      { value: "pglite", hint: "a directory; adds 27 MB to node_modules" },
      { value: "postgres", hint: "PostgreSQL, for several processes" },
      { value: "memory", hint: "until the process ends" },
    ],
  },
  auth: {
    kind: "choice",
    flag: "auth",
    help: "none (default): anyone may call; bearer: callers present a token",
    message: "Authentication",
    isAsked: true,
    choices: [
      { value: "none", hint: "anyone may call; you can require a token later" },
      { value: "bearer", hint: "callers present a token" },
    ],
  },
  push: {
    kind: "switch",
    flag: "push",
    help: "send push notifications to webhooks; default: no",
    message: "Push notifications",
    isAsked: false,
  },
  telemetry: {
    kind: "switch",
    flag: "telemetry",
    help: "send traces and metrics by OpenTelemetry, and log calls; with a collector and Jaeger to run; default: no",
    message: "Telemetry",
    isAsked: false,
  },
  port: {
    kind: "port",
    flag: "port",
    help: "HTTP port; default: 4000",
    message: "HTTP port",
    isAsked: false,
  },
  grpcPort: {
    kind: "port",
    flag: "grpc-port",
    help: "gRPC port; default: 4001",
    message: "gRPC port",
    isAsked: false,
  },
  license: {
    kind: "text",
    flag: "license",
    value: "SPDX",
    help: "identifier of the license, or UNLICENSED; default: Apache-2.0",
    message: "License",
    isAsked: false,
    check: (text) =>
      /^[A-Za-z0-9][A-Za-z0-9.+-]{0,60}$/.test(text)
        ? undefined
        : `expected an identifier such as Apache-2.0, MIT or UNLICENSED; found ${JSON.stringify(text)}`,
  },
  docker: {
    kind: "switch",
    flag: "docker",
    help: "add a Dockerfile; default: yes",
    message: "Dockerfile",
    isAsked: false,
  },
  ci: {
    kind: "switch",
    flag: "ci",
    help: "add a GitHub Actions workflow; default: yes",
    message: "GitHub Actions workflow",
    isAsked: false,
  },
} as const satisfies Record<string, Question>;

export type QuestionName = keyof typeof questions;

/** What the answers to all questions are. */
export type Answers = {
  readonly [Name in QuestionName]: AnswerOf<(typeof questions)[Name]["kind"]>;
};

type AnswerOf<Kind extends Question["kind"]> = Kind extends "list"
  ? readonly string[]
  : Kind extends "switch"
    ? boolean
    : Kind extends "port"
      ? number
      : string;

export type Answer = string | number | boolean | readonly string[];

export function isQuestionName(name: string): name is QuestionName {
  return Object.hasOwn(questions, name);
}

/** Reads the answer to a question from the text of a flag or of a prompt. */
export function parseAnswer(question: Question, text: string): Parsed<Answer> {
  switch (question.kind) {
    case "text": {
      const value = text.trim();
      const problem = question.check(value);
      return problem === undefined ? { ok: true, value } : { ok: false, problem };
    }
    case "port": {
      const value = /^[0-9]{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN;
      if (value >= 1 && value <= 65_535) return { ok: true, value };
      return { ok: false, problem: `expected a number from 1 to 65535; found ${JSON.stringify(text)}` };
    }
    case "choice": {
      const names = question.choices.map(({ value }) => value);
      if (names.includes(text)) return { ok: true, value: text };
      return { ok: false, problem: `expected ${names.join(" or ")}; found ${JSON.stringify(text)}` };
    }
    case "list":
      return parseList(question, text.split(","));
    case "switch":
      if (text === "yes" || text === "no") return { ok: true, value: text === "yes" };
      return { ok: false, problem: `expected yes or no; found ${JSON.stringify(text)}` };
  }
}

/** A list of values in the order of the table, each once. */
export function parseList(question: ListQuestion, given: readonly string[]): Parsed<readonly string[]> {
  const names = question.choices.map(({ value }) => value);
  const chosen = given
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map((text) => names.find((name) => name.toLowerCase() === text.toLowerCase()) ?? text);
  const unknown = chosen.find((text) => !names.includes(text));
  if (unknown !== undefined) {
    const problem = `expected some of ${names.join(", ")}, separated by commas; found ${JSON.stringify(unknown)}`;
    return { ok: false, problem: `${problem}${didYouMean(unknown, names)}` };
  }
  const problem = question.check(chosen);
  if (problem !== undefined) {
    return { ok: false, problem: `${problem}; found ${chosen.length === 0 ? "nothing" : chosen.join(", ")}` };
  }
  const value = question.isOrdered ? [...new Set(chosen)] : names.filter((name) => chosen.includes(name));
  return { ok: true, value };
}

function checkLine(text: string): string | undefined {
  if (text === "") return "expected a text; found an empty one";
  if (text.length > maximumLine) {
    return `expected at most ${maximumLine} characters; found ${text.length}`;
  }
  // Line ends, invisible characters, and those that change the direction of a text.
  const [wrong] = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.exec(text) ?? [];
  if (wrong === undefined) return undefined;
  return `expected one line without control characters; found ${JSON.stringify(wrong)} at ${text.indexOf(wrong) + 1}`;
}

const maximumLine = 200;

/** The URL stands in an option of a plugin, where a comma ends it. */
function checkSchemaBase(text: string): string | undefined {
  const problem = checkUrl(text, ["http:", "https:"]);
  if (problem !== undefined || !/[?#,]/.test(text)) return problem;
  return `expected a URL without "?", "#" and ","; found ${JSON.stringify(text)}`;
}

function checkUrl(text: string, protocols: readonly string[] | undefined): string | undefined {
  const example =
    protocols === undefined
      ? "an absolute URI such as https://example.com/ext/v1"
      : "a URL with http or https";
  const isPlain = /^[a-z][a-z0-9+.-]*:[!#-&(-;=?-[\]_a-z~]+$/i.test(text);
  const url = isPlain ? parseUrl(text) : undefined;
  if (url !== undefined && (protocols?.includes(url.protocol) ?? true)) return undefined;
  return `expected ${example}; found ${JSON.stringify(text)}`;
}
