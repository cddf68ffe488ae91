import type { JsonObject } from "../core/json.ts";
import { errorMessage } from "../core/object.ts";
import type { StandardJsonSchemaV1 } from "../core/standard-schema.ts";
import {
  type AnyAgent,
  type ObjectSchema,
  type SkillTool,
  skillTools,
  type ToolOptions,
  type ToolResult,
} from "./skill-tools.ts";

/** A tool of the AI SDK. */
export interface AiSdkSkillTool {
  readonly description: string;
  readonly inputSchema: StandardJsonSchemaV1<unknown>;
  /** What it yields are preliminary results, and the last of them is the result. */
  execute(input: unknown, options: { readonly abortSignal?: AbortSignal }): AsyncIterable<ToolResult>;
}

/** The skills as tools of the AI SDK: `generateText({ tools: aiSdkTools(agent) })`. */
export function aiSdkTools(agent: AnyAgent, options?: ToolOptions): Record<string, AiSdkSkillTool> {
  return Object.fromEntries(
    skillTools(agent, options).map(({ name, description, inputSchema, execute }) => {
      const convert = (): JsonObject => inputSchema;
      const schema: StandardJsonSchemaV1<unknown> = {
        // `execute` checks it, and answers what is wrong.
        "~standard": {
          version: 1,
          vendor: "a2agen",
          validate: (value) => ({ value }),
          jsonSchema: { input: convert, output: convert },
        },
      };
      return [
        name,
        {
          description,
          inputSchema: schema,
          execute: (input, { abortSignal }) => execute(input, abortSignal),
        },
      ] as const satisfies readonly [string, AiSdkSkillTool];
    }),
  );
}

/** The result of a tool of MCP. */
export interface McpResult {
  content: { type: "text"; text: string }[];
  structuredContent?: JsonObject;
  isError?: boolean;
  [key: string]: unknown;
}

/** What the handlers of tools/list and tools/call of an MCP server answer with. */
export interface McpTools {
  readonly tools: { name: string; description: string; inputSchema: ObjectSchema }[];
  callTool(name: string, input: unknown, signal?: AbortSignal): Promise<McpResult>;
}

/** The skills as tools of MCP. */
export function mcpTools(agent: AnyAgent, options?: ToolOptions): McpTools {
  const all = skillTools(agent, options);
  return {
    tools: all.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    async callTool(name, input, signal) {
      const result = await call(all, { name, input, signal });
      const { state, output } = result;
      return {
        content: [{ type: "text", text: JSON.stringify(result) }],
        ...(typeof output === "object" &&
          output !== null &&
          !Array.isArray(output) && { structuredContent: output }),
        ...(state === "failed" && { isError: true }),
      };
    },
  };
}

/** A function that a model of OpenAI may call. */
export interface OpenAiFunction {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  strict: false;
}

/** What OpenAI's Responses API takes as `tools`, and what answers its function calls. */
export interface OpenAiTools {
  readonly tools: ({ type: "function" } & OpenAiFunction)[];
  /** The same for chat completions. */
  readonly chatTools: { type: "function"; function: OpenAiFunction }[];
  /** The output of a function call, as a JSON text, of its name and arguments. */
  call(name: string, args: string, signal?: AbortSignal): Promise<string>;
}

/** The skills as function tools of OpenAI. */
export function openAiTools(agent: AnyAgent, options?: ToolOptions): OpenAiTools {
  const all = skillTools(agent, options);
  const functions = all.map(({ name, description, inputSchema: parameters }): OpenAiFunction => {
    return { name, description, parameters, strict: false };
  });
  return {
    tools: functions.map((each) => ({ type: "function", ...each })),
    chatTools: functions.map((each) => ({ type: "function", function: each })),
    async call(name, args, signal) {
      return JSON.stringify(await call(all, { name, input: readArguments(args), signal }));
    },
  };
}

/** Models write what is no JSON, too; the schema then says what is wrong. */
function readArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The result; what fails on the way is one, for models cannot catch. */
async function call(
  tools: readonly SkillTool[],
  {
    name,
    input,
    signal,
  }: { readonly name: string; readonly input: unknown; readonly signal: AbortSignal | undefined },
): Promise<ToolResult> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) return { state: "failed", text: `there is no tool ${JSON.stringify(name)}` };
  let last: ToolResult = { state: "failed", text: "no answer" };
  try {
    for await (last of tool.execute(input, signal));
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return { state: "failed", text: errorMessage(error) };
  }
  return last;
}
