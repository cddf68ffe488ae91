import { code } from "../print/piece.ts";
import { codegenType, codegenValue, runtimeType } from "../print/runtime-import.ts";
import { createSourceFile, type SourceFile } from "../print/source-file.ts";
import type { TranslationPlan } from "./plan.ts";

export interface AgentKitInit {
  readonly path: string;
  /** The module with the translation. */
  readonly from: string;
  /** Name of the version in which agents keep their tasks. */
  readonly kept: string;
}

/** Emits the agent kit in the types of the one version, whose agents are those of the other one. */
export function emitAgentKit(plan: TranslationPlan, { path, from, kept }: AgentKitInit): SourceFile {
  const { name } = plan;
  const side = plan.older.name === kept ? "newer" : "older";
  const own = plan[side];
  const keeper = plan[side === "older" ? "newer" : "older"];
  const out = createSourceFile({ path });
  for (const exported of [...Object.keys(types), ...Object.keys(functions), ...others]) out.declare(exported);
  out.line(`import type * as ${side} from ${JSON.stringify(own.module)};`);
  out.line(`import { ${name} } from ${JSON.stringify(from)};`);
  out.blank();
  out.doc(`The types of ${own.title} that an author meets.`);
  out.block(
    code`export interface Types extends ${runtimeType("AuthorTypes", "agent")} {`,
    () => {
      for (const [member, type] of Object.entries(authorTypes))
        out.line(`readonly ${member}: ${type(side)};`);
    },
    "}",
  );
  for (const [type, about] of Object.entries(types)) {
    out.blank();
    out.doc(about);
    out.line(code`export type ${type} = ${runtimeType(type, "agent")}<Types>;`);
  }
  out.blank();
  out.doc("An agent: its author's code, its store, and what it may use.");
  out.line(
    code`export type AgentOptions = ${codegenType("DialectAgentOptions", "agent")}<Types, ${side}.${own.card}>;`,
  );
  out.blank();
  const service = `${side}.${own.service}`;
  out.doc(
    `The handler of \`${own.service}\` of ${own.module} that \`createAgent\` makes: give it to \`implement\`.`,
  );
  out.line(code`export type Agent = ${service} & Pick<${runtimeType("Agent", "agent")}, "close">;`);
  out.blank();
  const translation =
    side === "older"
      ? code`${name}`
      : code`/* @__PURE__ */ ${codegenValue("invertTranslation", "versions")}(${name})`;
  out.line(
    code`const kit: ${codegenType("AgentKit", "agent")}<Types, ${service}, ${side}.${own.card}> = /* @__PURE__ */ ${codegenValue("createAgentKit", "agent")}(${translation});`,
  );
  out.blank();
  out.doc(
    `Makes an agent of code that is written in the types of ${own.title}: it keeps tasks with their history and\nartifacts, as tasks of ${keeper.title}, and implements all methods of the service.\n\nThrows a TypeError for a store with one of \`hold\` and \`lapsed\`, and a RangeError for invalid limits.`,
  );
  out.line('export const createAgent: (typeof kit)["createAgent"] = kit.createAgent;');
  out.blank();
  out.doc(
    `The same code for \`createAgent\` of @a2agen/runtime/agent, whose service is that of ${keeper.title}: for an agent\nthat is served in ${keeper.title} too.`,
  );
  out.line('export const upgradeExecute: (typeof kit)["upgradeExecute"] = kit.upgradeExecute;');
  for (const [helper, about] of Object.entries(functions)) {
    out.blank();
    out.doc(about);
    out.line(`export const ${helper}: (typeof kit)["${helper}"] = kit.${helper};`);
  }
  return out;
}

/** Names of the types in every version of A2A that has an agent kit. */
const authorTypes = {
  message: typed("Message"),
  task: typed("Task"),
  status: typed("TaskStatus"),
  artifact: typed("Artifact"),
  configuration: typed("SendMessageConfiguration"),
  role: (side: string) => `typeof ${side}.Role.Agent`,
};

function typed(name: string): (side: string) => string {
  return (side) => `${side}.${name}`;
}

const others = ["Types", "Agent", "AgentOptions", "createAgent", "upgradeExecute"] as const;

const types = {
  Execute: "The author's code of an agent: called once for each message.",
  Turn: "The agent's work on one message.",
  AgentEvent: "An update of the task. Identifiers of task and context are filled in.",
  StatusEvent: "The task changes its status.",
  ArtifactEvent: "The task gets an artifact, or more parts of one.",
  Reply: "A message of the agent. Missing identifiers and the role are filled in.",
} as const;

const functions = {
  working: "The agent is at work; a message reports its progress.",
  inputRequired:
    "The agent waits for another message of its client, which its own message asks for. End the turn after it.",
  authRequired: "The agent needs further credentials to continue. End the turn after it.",
  completed: "Ends the task: the work is done, its results are in the artifacts.",
  failed: "Ends the task: the agent could not do it, and the message says why.",
  rejected: "Ends the task: the agent declines it, and the message says why.",
  canceled: "Ends the task before it is done, after the signal of the turn was aborted.",
  textArtifact: "An artifact with one text part, or, with `append`, one more part of it.",
  dataArtifact: "An artifact with one data part. A value that is no object is wrapped in one.",
  fileArtifact:
    "An artifact with one file, sent whole or by its URL. A file is one part: `append` would add a second file.",
  streamText:
    "The events of an artifact whose text comes in pieces, as models make it: an async iterable of strings, or a\nReadableStream of them. They are joined by time and size.",
  askApproval:
    "Asks the client whether tools may run. End the turn after it; `approvalIn` reads the answer in the turn that the next\nmessage begins.",
  approvalIn:
    "The answer to an approval that the agent's last message asks for: to that with `id`, or the first one that is answered.\nUndefined for a message without one.",
  history:
    "The conversation up to a turn, for the prompt of a model: the earlier tasks of the context, then the task of the turn,\nand its message at the end.",
  filePart: "A part with a file: whole, in base64, or by its URL.",
  bytesOf: "The bytes of a file that was sent whole, or of a text in UTF-8; undefined for other parts.",
  textOf: 'The texts of parts, joined with newlines; "" for none.',
  dataOf: "The values of the data parts.",
} as const;
