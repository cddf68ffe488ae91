import type { A2AService, Message, StreamResponse, SubscribeToTaskRequest, Task } from "@a2agen/a2a-1.0";
import { errors } from "@a2agen/a2a-1.0";
import type { CallContext } from "@a2agen/runtime/service";
import { TestAgent } from "../../../shared/bindings/test-agent.ts";

const contextId = "context-1";
const timestamp = "2026-01-02T03:04:05Z";

export const hostileText = "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202eright\r\nnext\rcompleted\u0000";

export const hugeText: string = "0123456789".repeat(200_000);

export const pixel = "AAEC/w==";

const pay = { approvalId: "call-1", toolName: "pay\u001b[2J", input: { cents: 1250 } };
const mail = { approvalId: "call-2", toolName: "mail", input: {} };

/** An agent for the command line: the text of a message says what the task goes through. */
export class CommandAgent extends TestAgent {
  /** Tasks that were canceled, in order. */
  readonly canceled: string[] = [];
  readonly received: Message[] = [];
  #task = 10;
  readonly #waiting = new Map<string, () => void>();
  #whenWaiting: ((id: string) => void) | undefined;

  /** Resolves with the identifier of the next task that waits until it is canceled. */
  nextWait(): Promise<string> {
    return new Promise((resolve) => {
      this.#whenWaiting = resolve;
    });
  }

  override async sendMessage(
    ...[request, context]: Parameters<A2AService["sendMessage"]>
  ): ReturnType<A2AService["sendMessage"]> {
    const { message } = request;
    this.received.push(message);
    const command = message.parts[0]?.text ?? "";
    if (["echo", "context", "fail"].includes(command.split(" ")[0] ?? "")) {
      return super.sendMessage(request, context);
    }
    let task: Task | undefined;
    for await (const event of this.#run(message)) {
      task = event.task ?? task;
      if (task !== undefined) task = applied(task, event);
      if (task !== undefined) this.tasks.set(task.id, task);
      if (request.configuration?.returnImmediately === true) break;
    }
    if (task === undefined) throw errors.InvalidAgentResponseError();
    return { task };
  }

  override async *sendStreamingMessage({
    message,
  }: Parameters<A2AService["sendStreamingMessage"]>[0]): AsyncGenerator<StreamResponse, void, undefined> {
    this.received.push(message);
    if (message.parts[0]?.text?.startsWith("fail") === true) throw errors.TaskNotFoundError("told to fail");
    for await (const event of this.#run(message)) {
      if (event.task !== undefined) this.tasks.set(event.task.id, event.task);
      yield event;
    }
  }

  /** The task as it is, and then nothing until the caller goes. */
  override async *subscribeToTask(
    { id }: SubscribeToTaskRequest,
    context?: CallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    yield { task: await this.getTask({ id, historyLength: 0 }) };
    const signal = context?.signal;
    if (signal === undefined || signal.aborted) return;
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  override async cancelTask({ id }: Parameters<A2AService["cancelTask"]>[0]): Promise<Task> {
    const task = this.tasks.get(id);
    if (task === undefined) throw errors.TaskNotFoundError(`there is no task ${id}`);
    this.canceled.push(id);
    this.#waiting.get(id)?.();
    const { history: _history, ...rest } = task;
    const canceled: Task = { ...rest, status: { state: "TASK_STATE_CANCELED", timestamp } };
    this.tasks.set(id, canceled);
    return canceled;
  }

  async *#run(message: Message): AsyncGenerator<StreamResponse, void, undefined> {
    const [command = "", argument = ""] = (message.parts[0]?.text ?? "").split(" ");
    const id = message.taskId ?? `task-${this.#task++}`;
    const place = { taskId: id, contextId };
    const status = (state: Task["status"]["state"], text?: string): Task["status"] => ({
      state,
      timestamp,
      ...(text === undefined
        ? {}
        : { message: { messageId: `${state}-${text.length}`, role: "ROLE_AGENT", parts: [{ text }] } }),
    });
    const task: Task = { id, contextId, status: status("TASK_STATE_WORKING"), history: [message] };
    yield { task };
    const artifact = (artifactId: string, part: object): StreamResponse =>
      ({ artifactUpdate: { ...place, artifact: { artifactId, parts: [part] } } }) as StreamResponse;
    const end = (state: Task["status"]["state"], text?: string): StreamResponse => ({
      statusUpdate: { ...place, status: status(state, text) },
    });
    const asking = (asked: readonly object[]): StreamResponse => {
      const parts = asked.flatMap((data) => [{ text: "May I?" }, { data }]) as Message["parts"];
      const asks: Message = { messageId: "asks", role: "ROLE_AGENT", parts };
      const state = "TASK_STATE_INPUT_REQUIRED";
      return { statusUpdate: { ...place, status: { state, timestamp, message: asks } } };
    };
    switch (command) {
      case "ask":
        yield end("TASK_STATE_INPUT_REQUIRED", "What colour?");
        return;
      case "approve":
        yield asking(argument === "both" ? [pay, mail] : [pay]);
        return;
      case "login":
        yield end("TASK_STATE_AUTH_REQUIRED");
        return;
      case "reject":
        yield end("TASK_STATE_REJECTED", "no\nnever");
        return;
      case "wait":
        yield end("TASK_STATE_WORKING", "thinking");
        this.#whenWaiting?.(id);
        await new Promise<void>((resolve) => this.#waiting.set(id, resolve));
        return;
      case "file":
        yield artifact("f", { raw: pixel, mediaType: "image/png", filename: argument });
        yield artifact("d", { data: { list: [1, "two"] } });
        yield artifact("u", { url: "https://example.com/a.pdf", mediaType: "application/pdf" });
        break;
      case "hostile":
        yield artifact(hostileText, { text: hostileText });
        yield end("TASK_STATE_FAILED", hostileText);
        return;
      case "huge":
        yield artifact("huge", { text: hugeText });
        break;
      case "flood":
        for (;;) yield artifact("flood", { text: "drop ".repeat(1000) });
      default:
        yield {
          artifactUpdate: {
            ...place,
            artifact: { artifactId: "a", name: "Answer", parts: [{ text: "first\nsec" }] },
          },
        };
        yield {
          artifactUpdate: { ...place, artifact: { artifactId: "a", parts: [{ text: "ond" }] }, append: true },
        };
    }
    yield end("TASK_STATE_COMPLETED", message.taskId === undefined ? undefined : `so it is ${command}`);
  }
}

/** A task as it is after an event. */
function applied(task: Task, { statusUpdate, artifactUpdate }: StreamResponse): Task {
  if (statusUpdate !== undefined) return { ...task, status: statusUpdate.status };
  if (artifactUpdate === undefined) return task;
  const { artifacts = [] } = task;
  const { artifact, append } = artifactUpdate;
  const last = artifacts.at(-1);
  if (append !== true || last === undefined) return { ...task, artifacts: [...artifacts, artifact] };
  return {
    ...task,
    artifacts: [...artifacts.slice(0, -1), { ...last, parts: [...last.parts, ...artifact.parts] }],
  };
}
