import { DecodeError } from "../core/decode-error.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import { isObject, own } from "../core/object.ts";
import type { PartLike } from "../parts/part-like.ts";
import type { Answer, Ask, AskOptions, Decision, Progress, Question } from "./answer.ts";
import type { AgentMembers } from "./bind-skills.ts";
import type { Skill, SkillTable } from "./skill.ts";
import { SkillError } from "./skill-error.ts";

/** Any agent that `bindSkills` has made. */
export type AnyAgent = AgentMembers<SkillTable, object>;

export interface ToolOptions {
  /** The names of the skills that are tools. Default: all. */
  readonly only?: readonly string[];
  /** What the names of the tools begin with, where a model has those of several agents: "packer_". */
  readonly prefix?: string;
  /**
   * Decides on what the agent asks approval for. Without it the model is told that a person has to decide; it
   * never decides itself.
   */
  readonly decide?: Decision;
}

/** What a model reads of an answer. */
export interface ToolResult {
  readonly state: Answer<unknown>["kind"] | "working" | "failed";
  readonly text: string;
  /** By the schema of the skill's output. */
  readonly output?: JsonValue;
  readonly data?: readonly JsonValue[];
  readonly files?: readonly PartLike[];
  /** Of the task that waits: for the tool "reply". */
  readonly taskId?: string;
}

/** Models take arguments by name. */
export type ObjectSchema = JsonObject & { readonly type: "object" };

/** A tool, whoever calls it. */
export interface SkillTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  /** Wrong input is a result, so that the model can mend it. The last of what it yields is the result. */
  execute(input: unknown, signal?: AbortSignal): AsyncGenerator<ToolResult, void, undefined>;
}

/** Questions that nobody has answered are forgotten, the oldest first. */
const mostWaiting = 1000;

/** The skills of an agent as tools, and one more, "reply", for what the agent asks. */
export function skillTools(agent: AnyAgent, options: ToolOptions = {}): readonly SkillTool[] {
  const { only, prefix = "", decide } = options;
  const waiting = new Map<string, Question<unknown>["reply"]>();
  const { skills } = agent;
  for (const name of only ?? []) {
    if (!Object.hasOwn(skills, name))
      throw new TypeError(`only: the agent has no skill ${JSON.stringify(name)}`);
  }
  const run = async function* <Input>(
    ask: Ask<Input, unknown>,
    input: Input,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ToolResult, void, undefined> {
    const options: AskOptions = signal === undefined ? {} : { signal };
    try {
      let answer: Progress | Answer<unknown> | undefined;
      for await (answer of ask.stream(input, options)) {
        if (answer.kind !== "approval" || decide === undefined) yield toResult(answer);
      }
      if (answer?.kind === "question" || answer?.kind === "sign-in") keep(answer);
      if (answer?.kind === "approval" && decide !== undefined) yield* run(answer.decide, decide, signal);
    } catch (error) {
      if (!(error instanceof SkillError || error instanceof DecodeError)) throw error;
      yield { state: "failed", text: error.message };
    }
  };
  const keep = ({ task, reply }: Question<unknown>): void => {
    waiting.delete(task.id);
    waiting.set(task.id, reply);
    const [oldest] = waiting.keys();
    if (waiting.size > mostWaiting && oldest !== undefined) waiting.delete(oldest);
  };
  const tools = Object.entries(skills)
    .filter(([name]) => only?.includes(name) ?? true)
    .map(([name, skill]): SkillTool => {
      // Each skill has its function, under its name.
      const ask = own(agent, name) as Ask<JsonValue, unknown>;
      return {
        name: prefix + name,
        description: describe(skill),
        inputSchema:
          skill.input === undefined
            ? messageSchema
            : { properties: {}, ...skill.input.schema, type: "object" },
        execute: (input, signal) => run(ask, inputOf(skill, input), signal),
      };
    });
  const reply: SkillTool = {
    name: `${prefix}reply`,
    description: "Answers what a task of another tool has asked: one with the state question or sign-in.",
    inputSchema: replySchema,
    async *execute(input, signal) {
      const { taskId, message } = isObject(input) ? input : {};
      const ask = waiting.get(String(taskId));
      if (ask === undefined)
        yield { state: "failed", text: `no task ${JSON.stringify(taskId)} has asked anything` };
      else yield* run(ask, textOf(message), signal);
    },
  };
  return [...tools, reply];
}

function inputOf({ input: known }: Skill, input: unknown): JsonValue {
  // Tools are called with JSON.
  return known === undefined ? textOf(isObject(input) ? input["message"] : input) : (input as JsonValue);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function describe({ name, description }: Skill): string {
  return description === "" ? name : description;
}

function toResult(answer: Progress | Answer<unknown>): ToolResult {
  switch (answer.kind) {
    case "working":
      return {
        state: answer.kind,
        text: answer.text === "" ? answer.note : answer.text,
        taskId: answer.task.id,
      };
    case "done": {
      const { text, output, data, files } = answer;
      return {
        state: answer.kind,
        text,
        // A codec has read it from JSON.
        ...(output === undefined ? data.length > 0 && { data } : { output: output as JsonValue }),
        ...(files.length > 0 && { files }),
      };
    }
    case "question":
    case "sign-in":
      return { state: answer.kind, text: answer.text, taskId: answer.task.id };
    case "approval":
      return { state: answer.kind, text: `A person has to decide: ${answer.text}`, taskId: answer.task.id };
  }
}

const messageSchema: ObjectSchema = {
  type: "object",
  properties: {
    message: { type: "string", description: "What the agent is asked, with all that it needs to know" },
  },
  required: ["message"],
  additionalProperties: false,
};

const replySchema: ObjectSchema = {
  type: "object",
  properties: {
    taskId: { type: "string", description: "The taskId of the result that asks" },
    message: { type: "string", description: "The answer" },
  },
  required: ["taskId", "message"],
  additionalProperties: false,
};
