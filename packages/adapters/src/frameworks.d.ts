// What this package uses of the frameworks, which are not installed here: test/install/frameworks compiles it
// with them.

declare module "@openai/agents" {
  export class Agent {
    readonly name: string;
  }

  export interface RunToolApprovalItem {
    readonly rawItem: object;
    readonly name: string | undefined;
    readonly arguments: string | undefined;
  }

  export class RunState<Context, RunAgent> {
    static fromString<Context, RunAgent extends Agent>(
      agent: RunAgent,
      text: string,
    ): Promise<RunState<Context, RunAgent>>;
    readonly currentAgent: RunAgent;
    readonly context: Context;
    toString(): string;
    getInterruptions(): RunToolApprovalItem[];
    approve(item: RunToolApprovalItem): void;
    reject(item: RunToolApprovalItem, options?: { message?: string }): void;
  }

  export type AgentInputItem = object;

  export interface StreamedRunResult extends AsyncIterable<object> {
    readonly state: RunState<undefined, Agent>;
    readonly interruptions: RunToolApprovalItem[];
    readonly completed: Promise<void>;
    readonly finalOutput?: unknown;
  }

  export interface StreamRunOptions {
    readonly stream: true;
    readonly signal?: AbortSignal;
    readonly maxTurns?: number;
    readonly context?: undefined;
  }

  export function run(
    agent: Agent,
    input: AgentInputItem[] | RunState<undefined, Agent>,
    options: StreamRunOptions,
  ): Promise<StreamedRunResult>;

  export interface FunctionTool<Context, Parameters, Result> {
    readonly type: "function";
    readonly parameters: Parameters;
    invoke(context: Context, input: string): Promise<Result>;
  }

  export function tool<Parameters>(options: {
    name: string;
    description: string;
    parameters: Parameters;
    strict: true;
    execute(input: unknown, context: unknown, details?: { signal?: AbortSignal }): Promise<unknown>;
  }): FunctionTool<unknown, Parameters, unknown>;
}

declare module "@langchain/core/tools" {
  export class DynamicStructuredTool {
    readonly name: string;
  }

  export function tool(
    call: (input: unknown, config: unknown) => Promise<unknown>,
    options: { name: string; description: string; schema: object },
  ): object;
}

declare module "@langchain/langgraph" {
  export class Command {
    readonly resume: unknown;
    constructor(values: { resume: unknown });
  }

  export interface LangGraphRunnableConfig {
    configurable?: object;
  }

  export interface Checkpoint {
    id: string;
  }

  export type CheckpointMetadata = object;

  export interface CheckpointTuple {
    config: LangGraphRunnableConfig;
    checkpoint: Checkpoint;
    metadata?: CheckpointMetadata;
    parentConfig?: LangGraphRunnableConfig;
    pendingWrites?: [task: string, channel: string, value: unknown][];
  }

  export abstract class BaseCheckpointSaver {
    serde: {
      dumpsTyped(value: unknown): Promise<[type: string, data: Uint8Array]>;
      loadsTyped(type: string, data: Uint8Array): Promise<unknown>;
    };
  }
}
