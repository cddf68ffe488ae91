import {
  callRemote,
  describeRemote,
  type RemoteAgent,
  type RemoteAnswer,
  type RemoteInput,
  type RemoteToolOptions,
  remoteInputSchema,
} from "./shared/call-remote.ts";

/** A tool of the AI SDK: `tools: { weather: remoteTool(connection) }`. */
export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: StandardJsonSchema<RemoteInput>;
  /** What it yields are preliminary results, and the last of them is the result. */
  execute(input: RemoteInput, options: { readonly abortSignal?: AbortSignal }): AsyncIterable<RemoteAnswer>;
}

/** A schema in the form of https://standardschema.dev, of which the SDK makes its own. */
export interface StandardJsonSchema<Value> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "a2agen";
    readonly types?: { readonly input: Value; readonly output: Value } | undefined;
    validate(
      value: unknown,
    ): { readonly value: Value } | { readonly issues: readonly { readonly message: string }[] };
    readonly jsonSchema: Readonly<Record<"input" | "output", () => Record<string, unknown>>>;
  };
}

/** Makes a tool of a remote agent, the connection to which `connect` has given. */
export function remoteTool(agent: RemoteAgent, options: Omit<RemoteToolOptions, "name"> = {}): AiSdkTool {
  const { description } = describeRemote(agent, options);
  return {
    description,
    inputSchema: {
      "~standard": {
        version: 1,
        vendor: "a2agen",
        validate: (value) =>
          isRemoteInput(value)
            ? { value }
            : { issues: [{ message: "expected an object with a text as message" }] },
        jsonSchema: { input: remoteInputSchema, output: remoteInputSchema },
      },
    },
    execute: (input, { abortSignal }) => callRemote(agent, input, abortSignal),
  };
}

function isRemoteInput(value: unknown): value is RemoteInput {
  return (
    typeof value === "object" && value !== null && "message" in value && typeof value.message === "string"
  );
}
