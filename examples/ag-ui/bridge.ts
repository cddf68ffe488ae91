import type { A2AServiceClient, Message, Part, StreamResponse, Task } from "@a2agen/a2a-1.0";
import { approvalsIn, approve, follow, phaseOf, refuse, textOf } from "@a2agen/runtime/client";

/** What AG-UI posts, as far as the bridge reads it. */
export interface RunInput {
  readonly threadId: string;
  readonly runId: string;
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly resume?: readonly {
    readonly interruptId: string;
    readonly status: string;
    readonly payload?: unknown;
  }[];
}

/** An event of AG-UI. */
export interface UiEvent {
  readonly type: string;
  readonly [name: string]: unknown;
}

/** Runs an agent of A2A for clients of AG-UI: a thread is a context, and what a task asks is an interrupt. */
export class Bridge {
  readonly #client: A2AServiceClient;
  /** The last task of each thread. */
  readonly #tasks = new Map<string, Task>();

  constructor(client: A2AServiceClient) {
    this.#client = client;
  }

  /** The answer to a POST of a run: its events, as server-sent events. */
  async answer(request: Request): Promise<Response> {
    const input = (await request.json()) as RunInput;
    const events = this.run(input, request.signal);
    const encoder = new TextEncoder();
    const body = new ReadableStream({
      async pull(controller) {
        const { done, value } = await events.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));
      },
      cancel: () => void events.return(),
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  }

  async *run(input: RunInput, signal?: AbortSignal): AsyncGenerator<UiEvent, void, undefined> {
    const { threadId, runId } = input;
    const texts = new Texts(runId);
    yield { type: "RUN_STARTED", threadId, runId };
    try {
      const message = this.#messageOf(input);
      for await (const { event, task } of follow(this.#client, { message }, signal && { signal })) {
        yield* texts.eventsOf(event);
        if (task !== undefined) this.#tasks.set(threadId, task);
      }
      yield* texts.end();
      yield this.#endOf(input);
    } catch (error) {
      yield { type: "RUN_ERROR", message: (error as Error).message };
    }
  }

  #messageOf({ threadId, messages, resume = [] }: RunInput): Message {
    const task = this.#tasks.get(threadId);
    const waits = task !== undefined && phaseOf(this.#client, task) === "waiting";
    const approvals = waits ? approvalsIn(task.status) : [];
    const answers = resume.flatMap(({ interruptId, status, payload }): Part[] => {
      const approval = approvals.find(({ id }) => id === interruptId);
      if (approval === undefined) return [{ text: String(payload) }];
      return (status === "resolved" && payload !== false ? approve : refuse)(approval);
    });
    const said = messages.findLast(({ role }) => role === "user")?.content;
    return {
      messageId: crypto.randomUUID(),
      role: "ROLE_USER",
      parts:
        answers.length > 0 ? answers : [{ text: typeof said === "string" ? said : JSON.stringify(said) }],
      ...(task?.contextId !== undefined && { contextId: task.contextId }),
      ...(waits && { taskId: task.id }),
    };
  }

  #endOf({ threadId, runId }: RunInput): UiEvent {
    const task = this.#tasks.get(threadId);
    const finished = { type: "RUN_FINISHED", threadId, runId };
    if (task === undefined || phaseOf(this.#client, task) === "ended") {
      if (task?.status.state !== "TASK_STATE_FAILED") return { ...finished, outcome: { type: "success" } };
      return { type: "RUN_ERROR", message: textOf(task.status.message?.parts ?? []) || "The agent failed." };
    }
    const { message } = task.status;
    const approvals = approvalsIn(task.status);
    const asked = { id: message?.messageId ?? task.id, reason: "input_required" };
    const interrupts =
      approvals.length === 0
        ? [{ ...asked, message: textOf(message?.parts ?? []) }]
        : approvals.map(({ id, name, input, text = name }) => ({
            id,
            reason: "tool_call",
            message: text,
            metadata: { name, input },
          }));
    return { ...finished, outcome: { type: "interrupt", interrupts } };
  }
}

/** The texts of a run as messages of AG-UI, one for each artifact. */
class Texts {
  readonly #runId: string;
  #open: string | undefined;

  constructor(runId: string) {
    this.#runId = runId;
  }

  *eventsOf({ artifactUpdate, message }: StreamResponse): Generator<UiEvent> {
    const { artifactId, parts = [] } = artifactUpdate?.artifact ?? {};
    const delta = textOf(message?.parts ?? parts);
    if (delta === "") return;
    const messageId = `${this.#runId}-${artifactId ?? message?.messageId ?? ""}`;
    if (messageId !== this.#open) {
      yield* this.end();
      this.#open = messageId;
      yield { type: "TEXT_MESSAGE_START", messageId, role: "assistant" };
    }
    yield { type: "TEXT_MESSAGE_CONTENT", messageId, delta };
  }

  *end(): Generator<UiEvent> {
    if (this.#open !== undefined) yield { type: "TEXT_MESSAGE_END", messageId: this.#open };
    this.#open = undefined;
  }
}
