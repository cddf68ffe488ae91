import type {
  A2AServiceClient,
  Artifact,
  Message,
  SendMessageRequest,
  StreamResponse,
  TaskStatus,
} from "@a2agen/a2a-1.0";

/** The terminal of a conversation. */
export interface Terminal {
  /** Writes output of the agent: text without a line break at its end. */
  write(text: string): void;
  /** Reports progress, one line each. */
  report(line: string): void;
  /** Asks the user; undefined if there is no one to ask. */
  ask(question: string): Promise<string | undefined>;
}

export interface ConverseOptions {
  readonly terminal: Terminal;
  /** Whether the agent streams, as its card says. */
  readonly streaming: boolean;
  /** Cancels the current task. */
  readonly signal: AbortSignal;
}

/**
 * Sends a text to an agent, shows its answer, and replies to its questions until the task is done. Resolves
 * to the last state of the task; undefined if the agent answered without a task.
 */
export async function converse(
  client: A2AServiceClient,
  text: string,
  { terminal, streaming, signal }: ConverseOptions,
): Promise<TaskStatus["state"] | undefined> {
  let message: Message = { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }] };
  for (;;) {
    const turn = new Turn(client, terminal);
    const cancel = (): void => void turn.cancel();
    signal.addEventListener("abort", cancel);
    try {
      for await (const event of send(client, { message }, streaming)) await turn.show(event);
    } finally {
      signal.removeEventListener("abort", cancel);
    }
    const { status, taskId, contextId } = turn;
    if (status?.state !== "TASK_STATE_INPUT_REQUIRED" || taskId === undefined) return status?.state;
    const answer = await terminal.ask(textOf(status.message) || "The agent needs more input.");
    if (answer === undefined) {
      // Ctrl-C at the question. A missing answer alone leaves the task waiting.
      if (signal.aborted) await turn.cancel();
      return turn.status?.state;
    }
    message = {
      messageId: crypto.randomUUID(),
      role: "ROLE_USER",
      parts: [{ text: answer }],
      taskId,
      ...(contextId === undefined ? {} : { contextId }),
    };
  }
}

/** The events of one message: a stream, or the single answer of an agent without streaming. */
async function* send(
  client: A2AServiceClient,
  request: SendMessageRequest,
  streaming: boolean,
): AsyncGenerator<StreamResponse> {
  if (streaming) yield* client.sendStreamingMessage(request);
  else yield await client.sendMessage(request);
}

/** Shows the answer to one message. */
class Turn {
  readonly #client: A2AServiceClient;
  readonly #terminal: Terminal;
  /** Artifacts already shown in part. */
  readonly #begun = new Set<string>();
  #isCanceled = false;
  status: TaskStatus | undefined;
  taskId: string | undefined;
  contextId: string | undefined;

  constructor(client: A2AServiceClient, terminal: Terminal) {
    this.#client = client;
    this.#terminal = terminal;
  }

  async show({ message, task, statusUpdate, artifactUpdate }: StreamResponse): Promise<void> {
    if (message !== undefined) this.#terminal.write(`${textOf(message)}\n`);
    if (task !== undefined) {
      this.#showStatus(task.id, task.contextId, task.status);
      for (const artifact of task.artifacts ?? []) this.#showArtifact(artifact, false);
    }
    if (artifactUpdate !== undefined) this.#showArtifact(artifactUpdate.artifact, artifactUpdate.append);
    if (statusUpdate !== undefined) {
      this.#showStatus(statusUpdate.taskId, statusUpdate.contextId, statusUpdate.status);
    }
    // Canceled before the task existed.
    if (this.#isCanceled && task !== undefined) await this.cancel();
  }

  /** Cancels the task as soon as it exists. */
  async cancel(): Promise<void> {
    this.#isCanceled = true;
    if (this.taskId === undefined) return;
    this.#terminal.report("canceling");
    try {
      const { status } = await this.#client.cancelTask({ id: this.taskId });
      this.status = status;
    } catch (error) {
      // The task may have ended; the stream says how.
      this.#terminal.report(error instanceof Error ? error.message : String(error));
    }
  }

  #showStatus(taskId: string, contextId: string | undefined, status: TaskStatus): void {
    this.taskId = taskId;
    this.contextId = contextId;
    this.status = status;
    // Questions are asked later.
    const text = status.state === "TASK_STATE_INPUT_REQUIRED" ? "" : textOf(status.message);
    const state = status.state.replace("TASK_STATE_", "").toLowerCase().replaceAll("_", " ");
    this.#terminal.report(text === "" ? state : `${state}: ${text}`);
  }

  #showArtifact({ artifactId, name, parts }: Artifact, append = false): void {
    if (!append || !this.#begun.has(artifactId)) {
      this.#terminal.report(`artifact ${name ?? artifactId}`);
      this.#begun.add(artifactId);
    }
    this.#terminal.write(textOf({ parts }));
  }
}

/** The text of all parts; other parts by their kind. */
function textOf(message: Pick<Message, "parts"> | undefined): string {
  return (message?.parts ?? [])
    .map(({ text, url, data, filename, mediaType }) => {
      if (text !== undefined) return text;
      if (url !== undefined) return `[${url}]`;
      if (data !== undefined) return JSON.stringify(data, undefined, 2);
      return `[${filename ?? mediaType ?? "a file"}]`;
    })
    .join("");
}
