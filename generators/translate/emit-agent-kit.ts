import { code } from "../print/piece.ts";
import { codegenType, codegenValue, runtimeType } from "../print/runtime-import.ts";
import { createSourceFile, type SourceFile } from "../print/source-file.ts";
import type { TranslationPlan } from "./plan.ts";

/** Emits the agent kit in the types of the older version, whose agents are those of the newer one. */
export function emitAgentKit(
  { name, older, newer }: TranslationPlan,
  path: string,
  from: string,
): SourceFile {
  const out = createSourceFile({ path });
  for (const exported of [...Object.keys(types), ...Object.keys(functions), ...others]) out.declare(exported);
  out.line(`import type * as older from ${JSON.stringify(older.module)};`);
  out.line(`import { ${name} } from ${JSON.stringify(from)};`);
  out.blank();
  out.doc(`The types of ${older.title} that an author meets.`);
  out.block(
    code`export interface Types extends ${runtimeType("AuthorTypes", "agent")} {`,
    () => {
      for (const [member, type] of Object.entries(authorTypes)) out.line(`readonly ${member}: ${type};`);
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
    code`export type AgentOptions = ${codegenType("DialectAgentOptions", "agent")}<Types, older.${older.card}>;`,
  );
  out.blank();
  const service = `older.${older.service}`;
  out.doc(
    `The handler of \`${older.service}\` of ${older.module} that \`createAgent\` makes: give it to \`implement\`.`,
  );
  out.line(code`export type Agent = ${service} & Pick<${runtimeType("Agent", "agent")}, "close">;`);
  out.blank();
  out.line(
    code`const kit: ${codegenType("AgentKit", "agent")}<Types, ${service}, older.${older.card}> = /* @__PURE__ */ ${codegenValue("createAgentKit", "agent")}(${name});`,
  );
  out.blank();
  out.doc(
    `Makes an agent of code that is written in the types of ${older.title}: it keeps tasks with their history and\nartifacts, as tasks of ${newer.title}, and implements all methods of the service.\n\nThrows a TypeError for a store with one of \`hold\` and \`lapsed\`, and a RangeError for invalid limits.`,
  );
  out.line("export const createAgent: (options: AgentOptions) => Agent = kit.createAgent;");
  out.blank();
  out.doc(
    `The same code for \`createAgent\` of @a2agen/runtime/agent, whose service is that of ${newer.title}: for an agent\nthat is served in ${newer.title} too.`,
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
  message: "older.Message",
  task: "older.Task",
  status: "older.TaskStatus",
  artifact: "older.Artifact",
  configuration: "older.SendMessageConfiguration",
  role: "typeof older.Role.Agent",
} as const;

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
} as const;
