import { setTimeout as delay } from "node:timers/promises";
import type { A2AServiceClient, SendMessageRequest, StreamResponse, Task } from "@a2agen/a2a-1.0";
import { userMessage } from "../../../shared/agent/start-agent.ts";
import type { Answer, SentMessage, Stream } from "./history.ts";

export interface ClientsInit {
  /** Neither repeats a call nor resumes a stream. */
  readonly plain: A2AServiceClient;
  /** Resumes streams. */
  readonly resuming: A2AServiceClient;
  /** Where notifications go. */
  readonly webhook: string;
  /** When to give up, by `performance.now`. */
  readonly deadline: number;
}

/** Users of the agent, and what they have seen. */
export class Clients {
  readonly #init: ClientsInit;
  readonly streams: Stream[] = [];
  readonly answers: Answer[] = [];
  readonly messages: SentMessage[] = [];
  readonly repeated: SentMessage[] = [];
  readonly watched: Set<string> = new Set<string>();
  readonly canceled: Set<string> = new Set<string>();
  /** The numbers to which the tasks count that they know of. */
  readonly wanted: Map<string, number> = new Map<string, number>();

  constructor(init: ClientsInit) {
    this.#init = init;
  }

  /** Begins a task in one of several ways, and follows it to its end, however often a connection is cut. */
  async use(index: number): Promise<void> {
    const isBurst = index % 4 === 3;
    const number = isBurst ? 100 : 3 + (index % 6);
    if (index % 9 === 8) return this.#answerBack(3 + (index % 6));
    const isWatched = index % 2 === 0;
    const url = `${this.#init.webhook}/${index}`;
    const request: SendMessageRequest = {
      message: userMessage(isBurst ? `${number} tokens` : String(number)),
      configuration: { ...(isWatched && { taskPushNotificationConfig: { url } }) },
    };
    const taskId = await this.#begin(request, index);
    // The task may have begun nevertheless, and has to end, unseen.
    if (taskId === undefined) return;
    this.wanted.set(taskId, number);
    if (isWatched) this.watched.add(taskId);
    if (index % 7 === 0) void this.#cancel(taskId);
    await this.#follow(taskId);
  }

  /** Sends a message; the identifier of its task, if that is known. */
  async #begin(request: SendMessageRequest, index: number): Promise<string | undefined> {
    const { plain, resuming } = this.#init;
    const way = index % 5;
    if (way === 0) return this.#readStream(plain.sendStreamingMessage(request));
    if (way === 1) return this.#readStream(resuming.sendStreamingMessage(request));
    if (way === 4) return this.#beginOnce(request);
    const configuration = { ...request.configuration, returnImmediately: way === 2 };
    const sent = await plain.sendMessage({ ...request, configuration }).catch(() => undefined);
    if (sent?.task !== undefined) this.#note(sent.task);
    return sent?.task?.id;
  }

  /** Sends a message until it was answered; with several answers the first one counts. */
  async #beginOnce(request: SendMessageRequest): Promise<string | undefined> {
    let taskId: string | undefined;
    const configuration = { ...request.configuration, returnImmediately: true };
    await this.#retry(async () => {
      const { task } = await this.#init.plain.sendMessage({ ...request, configuration });
      taskId = task?.id;
    });
    if (taskId !== undefined) this.repeated.push({ taskId, messageId: request.message.messageId });
    return taskId;
  }

  /** A task that asks back, and is answered until the answer has arrived. */
  async #answerBack(number: number): Promise<void> {
    const { plain } = this.#init;
    const asked = await plain.sendMessage({ message: userMessage("ask") }).catch(() => undefined);
    const taskId = asked?.task?.id;
    if (asked?.task?.status.state !== "TASK_STATE_INPUT_REQUIRED" || taskId === undefined) return;
    this.wanted.set(taskId, number);
    const message = userMessage(String(number), { taskId });
    await this.#retry(() => plain.sendMessage({ message, configuration: { returnImmediately: true } }));
    this.messages.push({ taskId, messageId: message.messageId });
    await this.#follow(taskId);
  }

  async #cancel(id: string): Promise<void> {
    this.canceled.add(id);
    const task = await this.#init.plain.cancelTask({ id }).catch(() => undefined);
    if (task !== undefined) this.#note(task);
  }

  async #follow(id: string): Promise<void> {
    const { plain, deadline } = this.#init;
    while (performance.now() < deadline) {
      await this.#readStream(plain.subscribeToTask({ id }), id);
      const task = await plain.getTask({ id }).catch(() => undefined);
      if (task !== undefined && this.#note(task)) return;
      // What a user waits before asking again.
      await delay(20);
    }
  }

  /** The identifier of the task of a stream, if it was told. */
  async #readStream(stream: AsyncIterable<StreamResponse>, known?: string): Promise<string | undefined> {
    const events: StreamResponse[] = [];
    let isWhole = true;
    try {
      for await (const event of stream) events.push(event);
    } catch {
      isWhole = false;
    }
    const taskId = events[0]?.task?.id ?? known;
    if (taskId !== undefined) this.streams.push({ taskId, events, isWhole });
    return taskId;
  }

  async #retry(call: () => Promise<unknown>): Promise<void> {
    while (performance.now() < this.#init.deadline) {
      try {
        await call();
        return;
      } catch {
        await delay(20);
      }
    }
  }

  /** Remembers the end of a task; false if it has none yet. */
  #note({ id, status: { state } }: Task): boolean {
    const isEnd = /COMPLETED|CANCELED|FAILED/.test(state);
    if (isEnd) this.answers.push({ taskId: id, state });
    return isEnd;
  }
}
