import { follow } from "@a2agen/runtime/client";
import type { RemoteAgent, RemoteClient, RemoteTask } from "@a2agen/runtime/delegate";
import type { Part } from "./run-event.ts";

export type { RemoteAgent, RemoteClient };

type Followed = AsyncIterable<{
  readonly task: RemoteTask | undefined;
  readonly event: { readonly message?: { readonly parts: readonly Part[] } };
}>;

/** What a tool for a remote agent is called, and what models read of it. */
export interface RemoteToolOptions {
  /** Default: the name in its card, in the letters that all models allow. */
  readonly name?: string;
  /** Default: the description in its card. */
  readonly description?: string;
}

/** What a model says to a remote agent. */
export interface RemoteInput {
  readonly message: string;
  /** Of the task that the message goes on with, for an agent that has asked something. */
  readonly taskId?: string | null | undefined;
}

/** What the agent has answered so far, and at last. */
export interface RemoteAnswer {
  readonly text: string;
  /** Of its task, which an agent that answers at once does not have. */
  readonly state?: string;
  readonly taskId?: string;
}

/** What a model is told of `RemoteInput`, in the form that strict models take: all members are required. */
export function remoteInputSchema(): RemoteInputSchema {
  return {
    type: "object",
    properties: {
      message: { type: "string", description: "What the agent is asked, with all that it needs to know" },
      taskId: {
        type: ["string", "null"],
        description: "The taskId of an answer that asks for more, to answer that; otherwise null",
      },
    },
    required: ["message", "taskId"],
    additionalProperties: false,
  };
}

export type RemoteInputSchema = {
  type: "object";
  properties: Record<keyof RemoteInput, { type: "string" | ("string" | "null")[]; description: string }>;
  required: (keyof RemoteInput)[];
  additionalProperties: false;
};

export function describeRemote(
  { card }: RemoteAgent,
  options: RemoteToolOptions,
): Required<RemoteToolOptions> {
  // Of a card that `connect` has read. Its type is unknown where no `cardCodec` was given.
  const named: { readonly name?: unknown; readonly description?: unknown } = card;
  const title = typeof named.name === "string" ? named.name : "agent";
  const about = typeof named.description === "string" ? named.description : `Asks ${title}`;
  const { name = title.replaceAll(/[^\w-]+/g, "_").slice(0, 64), description = about } = options;
  return { name, description };
}

/**
 * Asks a remote agent: yields what it has answered so far, at last the whole. Its task is canceled with the
 * signal.
 */
export async function* callRemote(
  { client }: RemoteAgent,
  { message, taskId }: RemoteInput,
  signal?: AbortSignal,
): AsyncGenerator<RemoteAnswer, void, undefined> {
  const parts = [{ text: message }];
  const request = {
    message: {
      messageId: crypto.randomUUID(),
      role: "ROLE_USER",
      parts,
      ...(typeof taskId === "string" && { taskId }),
    },
  };
  let begun = taskId ?? undefined;
  try {
    const followed: Followed = follow(client, request as never, signal && { signal });
    for await (const { task, event } of followed) {
      begun = task?.id;
      if (task !== undefined) yield { state: task.status.state, text: textOfTask(task), taskId: task.id };
      else yield { text: textOf(event.message?.parts ?? []) };
    }
  } finally {
    if (signal?.aborted === true && begun !== undefined) await cancel(client, begun);
  }
}

/** The whole answer. `progress` is told what the agent has answered so far. */
export async function answerOf(
  agent: RemoteAgent,
  input: RemoteInput,
  {
    signal,
    progress,
  }: {
    readonly signal?: AbortSignal | undefined;
    readonly progress?: ((answer: RemoteAnswer) => void) | undefined;
  },
): Promise<RemoteAnswer> {
  let last: RemoteAnswer = { text: "" };
  for await (last of callRemote(agent, input, signal)) progress?.(last);
  return last;
}

/** Its artifacts, and what it says last: progress, a question, or why it has failed. */
function textOfTask({ artifacts = [], status }: RemoteTask): string {
  const said = [...artifacts, status.message].flatMap((each) =>
    each === undefined ? [] : textOf(each.parts),
  );
  return said.filter((text) => text !== "").join("\n");
}

function textOf(parts: readonly Part[]): string {
  const texts = parts.map(
    ({ text, url, data }) => text ?? url ?? (data === undefined ? "" : JSON.stringify(data)),
  );
  return texts.filter((text) => text !== "").join("\n");
}

/** It may have ended by now, and an agent that does not answer holds nobody up. */
async function cancel(client: RemoteClient, id: string): Promise<void> {
  await client.cancelTask({ id }, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
}
