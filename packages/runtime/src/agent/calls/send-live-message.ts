import type { JsonObject } from "../../core/index.ts";
import type { CallContext } from "../../service/index.ts";
import { type AgentCore, findTask } from "../core/agent-core.ts";
import { invalidField, showText } from "../core/agent-errors.ts";
import type { Message, SendMessageRequest, StreamResponse } from "../generated/lf/a2a/v1/a2a_types.ts";
import { LiveHold } from "../runs/live-hold.ts";
import type { MessageSender } from "./send-message.ts";

/** A message of a live stream, as A2A 1.1 has it. */
export interface LiveRequest {
  readonly tenant?: string;
  readonly message?: Message;
  readonly artifactUpdate?: object;
  readonly metadata?: JsonObject;
}

/** One live stream: its first message begins or continues a task, and further ones are for that task. */
export class LiveCall {
  readonly #core: AgentCore;
  readonly #sender: MessageSender;
  readonly #call: CallContext;
  readonly #requests: AsyncIterator<LiveRequest>;
  readonly #hold = new LiveHold();
  /** Identifiers of its messages. */
  readonly #own = new Set<string>();
  readonly #until = new AbortController();
  /** The version of the task after the last message, once the client sends no more. */
  #lastVersion: number | undefined;
  /** The error of a further message. */
  #failure: Error | undefined;

  constructor(
    core: AgentCore,
    sender: MessageSender,
    { requests, call }: { readonly requests: AsyncIterable<LiveRequest>; readonly call: CallContext },
  ) {
    this.#core = core;
    this.#sender = sender;
    this.#call = call;
    this.#requests = requests[Symbol.asyncIterator]();
  }

  /** The events of the task, until it has ended, or rests and the client sends no more. */
  async *events(): AsyncGenerator<StreamResponse, void, undefined> {
    const call = this.#call;
    try {
      const first = await this.#requests.next();
      if (first.done === true) return;
      if (call.isUplink === true) {
        await this.#add(first.value, undefined);
        return;
      }
      const outcome = await this.#accept(first.value, this.#hold);
      if (outcome.kind === "task") void this.#read(outcome.taskId);
      const { isTerminal, isAtRest } = this.#core.states;
      yield* this.#sender.follow(outcome, {
        call,
        until: this.#until.signal,
        own: this.#own,
        ends: (state, version) =>
          isTerminal(state) ||
          (this.#lastVersion !== undefined && version >= this.#lastVersion && isAtRest(state)),
      });
      if (this.#failure !== undefined) throw this.#failure;
    } finally {
      this.#hold.close();
      // A client's stream that waits for something settles after that; it is not awaited.
      this.#requests.return?.().then(undefined, () => undefined);
    }
  }

  /** Reads the further messages. Never rejects. */
  async #read(taskId: string): Promise<void> {
    try {
      for (;;) {
        const next = await this.#requests.next();
        if (next.done === true) break;
        await this.#add(next.value, taskId);
      }
      this.#hold.close();
      const { task, version } = await findTask(this.#core, this.#core.scopeOf(this.#call), taskId);
      this.#lastVersion = version;
      if (this.#core.states.isAtRest(task.status.state)) this.#until.abort();
    } catch (error) {
      this.#failure = error as Error;
      this.#until.abort();
    }
  }

  /** Adds a message to a task; without one, to that which it names. */
  async #add(request: LiveRequest, taskId: string | undefined): Promise<void> {
    const { message } = request;
    const named = message?.taskId ?? "";
    if (taskId === undefined && named === "") {
      throw invalidField(
        "message.taskId",
        "expected the task of an open stream, found none; to open a stream, accept text/event-stream",
      );
    }
    if (taskId !== undefined && named !== "" && named !== taskId) {
      throw invalidField(
        "message.taskId",
        `expected the task of this stream, ${showText(taskId)}, or none, found ${showText(named)}`,
      );
    }
    const hold = taskId === undefined ? undefined : this.#hold;
    await this.#accept(message && taskId ? { ...request, message: { ...message, taskId } } : request, hold);
  }

  #accept({ tenant = "", message, metadata }: LiveRequest, hold: LiveHold | undefined) {
    const call = this.#call;
    if (tenant !== "" && tenant !== call.tenant) {
      throw invalidField("tenant", `expected that of the stream, found ${showText(tenant)}`);
    }
    if (message === undefined) throw this.#core.errors.noArtifacts();
    this.#own.add(message.messageId);
    const request: SendMessageRequest = { message, ...(metadata && { metadata }) };
    return this.#sender.accept(request, { call, scope: this.#core.scopeOf(call), hold, waits: true });
  }
}
