import { callHook } from "../../core/call-hook.ts";
import { copyJson } from "../../core/copy-json.ts";
import { formatIssue } from "../../core/index.ts";
import { isObject, isPromise } from "../../core/object.ts";
import { isCallError } from "../../service/index.ts";
import type { Method } from "../../service/method.ts";
import { createLossLog } from "../../versions/translate/loss-log.ts";
import type { Direction } from "../../versions/translate/name-map.ts";
import type { MethodTranslation, ServiceTranslation } from "../../versions/translate/service-translation.ts";
import type { HandlerLosses } from "../../versions/translate/translate-handler.ts";
import type { Translated } from "../../versions/translate/translator.ts";
import type { AuthorTypes } from "../contract/author-types.ts";
import type { AgentEvent, ArtifactEvent, Execute, Reply, StatusEvent, Turn } from "../contract/execute.ts";
import type { ViewExtensions } from "../core/turn-views.ts";
import {
  type AgentCard,
  type Message,
  type Part,
  Role,
  type Task,
  TaskState,
} from "../generated/lf/a2a/v1/a2a_types.ts";
import { AuthorError } from "../log/task-entries.ts";
import { DialectTurn } from "./dialect-turn.ts";

/** A task with a message: what authors write is translated in its place. */
const sample: Task & { status: { message: Message } } = {
  id: "task",
  contextId: "context",
  status: {
    state: TaskState.Working,
    message: { messageId: "message", role: Role.Agent, parts: [{ text: "" }] },
  },
};

/** The sample in the author's version, as far as it is used. */
interface OlderTask {
  readonly status: { readonly state: unknown; readonly message: object };
  readonly artifacts?: readonly unknown[];
}

/** Translates between the kit, which is written in 1.0, and an author who writes in an older version. */
export class AuthorTranslation<Types extends AuthorTypes> {
  readonly #translation: ServiceTranslation;
  readonly #send: MethodTranslation;
  readonly #task: MethodTranslation;
  readonly #taskMethod: Method;
  readonly #sample: OlderTask;
  readonly #onLosses: (losses: HandlerLosses) => void;

  /** Throws a TypeError for a translation that does not end at A2AService of 1.0. */
  constructor(translation: ServiceTranslation, onLosses: (losses: HandlerLosses) => void = createLossLog()) {
    this.#translation = translation;
    this.#send = this.#row("sendMessage");
    this.#task = this.#row("getTask");
    const methods: Readonly<Record<string, Method | undefined>> = translation.older.methods;
    const method = methods[this.#task.older];
    if (method === undefined) throw new TypeError(`translation: ${translation.older.typeName} has no tasks`);
    this.#taskMethod = method;
    // Of a translator of tasks.
    this.#sample = this.#task.response.downgrade(sample).value as OlderTask;
    this.#onLosses = onLosses;
  }

  /** The name that a method of 1.0 has in the author's version. */
  olderKey(newer: string): string {
    return this.#row(newer).older;
  }

  upgradeCard(card: object): AgentCard {
    return this.#translation.card.upgrade(card).value as AgentCard;
  }

  /** The author's code as the kit calls it. */
  toExecute(execute: Execute<Types>, view: ViewExtensions = () => ({})): Execute {
    return (turn) => {
      const given = execute(new DialectTurn<Types>(turn, this, view));
      if (isPromise(given)) return given.then((answer) => this.#upgradeAnswer(answer));
      return isEvents(given) ? this.#upgradeEvents(given) : given;
    };
  }

  downgradeMessage(message: Message): Types["message"] {
    return this.#downgradeRequest({ message }).message;
  }

  downgradeConfiguration({ message, configuration }: Turn): Types["configuration"] {
    return this.#downgradeRequest({ message, configuration }).configuration ?? {};
  }

  downgradeTask(task: Task): Types["task"] {
    return this.#tell("GetTask", "downgrade", this.#task.response.downgrade(task)) as Types["task"];
  }

  /** An event with a state of 1.0, in the author's version. */
  statusEvent(state: TaskState, message: Reply<Types> | undefined): StatusEvent<Types> {
    const { status } = this.#task.response.downgrade({ ...sample, status: { state } }).value as OlderTask;
    return {
      status: { state: status.state, ...(message !== undefined && { message }) },
    } as unknown as StatusEvent<Types>;
  }

  /** An event with a message of 1.0, in the author's version. */
  askingEvent({ status: { state, message } }: StatusEvent): StatusEvent<Types> {
    if (!isObject(message)) return this.statusEvent(state, message);
    return this.statusEvent(state, { parts: this.downgradeParts(message.parts) } as Reply<Types>);
  }

  downgradeParts(parts: Part[]): Types["message"]["parts"] {
    return this.downgradeMessage({ ...sample.status.message, parts }).parts;
  }

  upgradeParts(parts: Types["message"]["parts"]): readonly Part[] {
    return this.upgradeMessage({ parts }).parts;
  }

  /** An event with an artifact of 1.0, in the author's version. */
  artifactEvent({ artifact, ...rest }: ArtifactEvent): ArtifactEvent<Types> {
    const task = this.#task.response.downgrade({ ...sample, artifacts: [artifact] }).value as OlderTask;
    return { artifact: task.artifacts?.[0] as Types["artifact"], ...rest };
  }

  async #upgradeAnswer(
    answer: AsyncIterable<unknown> | Reply<Types>,
  ): Promise<AsyncIterable<AgentEvent> | Reply> {
    if (isEvents(answer)) return this.#upgradeEvents(answer);
    // The kit says what is wrong with anything else.
    if (!isObject(answer) || !("parts" in answer)) return answer;
    return this.upgradeMessage(answer);
  }

  #upgradeEvents(events: AsyncIterable<unknown>): AsyncIterable<AgentEvent> {
    return {
      [Symbol.asyncIterator]: () => {
        const inner = events[Symbol.asyncIterator]();
        return {
          next: async () => {
            const step = await inner.next();
            return step.done === true
              ? { done: true, value: undefined }
              : { done: false, value: this.#upgradeEvent(step.value) };
          },
          return: async () => {
            await inner.return?.();
            return { done: true, value: undefined };
          },
        };
      },
    };
  }

  #upgradeEvent(event: unknown): AgentEvent {
    // The kit says what is wrong with events that are neither.
    if (!isObject(event)) return event as AgentEvent;
    const { status, artifact, ...rest } = event;
    if ((status === undefined) === (artifact === undefined)) return event as unknown as AgentEvent;
    if (artifact !== undefined) {
      const [upgraded] = this.#upgradeTask({ artifacts: [artifact] }).artifacts ?? [];
      return { artifact: upgraded, ...rest } as AgentEvent;
    }
    const { state, message } = isObject(status) ? status : {};
    const task = this.#upgradeTask({ status: { ...this.#sample.status, state } });
    const upgraded = isObject(message) ? this.upgradeMessage(message) : message;
    return {
      status: { state: task.status.state, ...(upgraded !== undefined && { message: upgraded }) },
      ...rest,
    } as AgentEvent;
  }

  /** A message with what its author wrote, and nothing of the sample. */
  upgradeMessage(message: object): Exclude<Reply, string> {
    const status = { ...this.#sample.status, message: { ...this.#sample.status.message, ...message } };
    const { messageId, ...upgraded } = this.#upgradeTask({ status }).status.message ?? sample.status.message;
    // The kit checks the role.
    return { ...upgraded, ...("messageId" in message && { messageId }) } as Exclude<Reply, string>;
  }

  /** Puts what an author wrote into the sample, checks it as the author's version does, and translates it. */
  #upgradeTask(written: object): Task {
    const task: unknown = copyJson({ ...this.#sample, ...written });
    const { output } = this.#taskMethod;
    if (!output.is(task)) {
      // Decoding brings accepted spellings into the declared one.
      const result = output.tryDecode(task);
      if (!result.ok) {
        const [first] = result.issues;
        const what = first === undefined ? "" : `: ${formatIssue(first)}`;
        throw new AuthorError(
          `execute: its event or reply does not match ${this.#translation.older.protocol.name}${what}`,
        );
      }
    }
    return this.#tell("SendStreamingMessage", "upgrade", this.#task.response.upgrade(task)) as Task;
  }

  #downgradeRequest(request: object): Pick<Types, "message"> & Partial<Pick<Types, "configuration">> {
    const translated = this.#send.request.downgrade(request);
    // Of a translator of requests.
    return this.#tell("SendMessage", "downgrade", translated) as Pick<Types, "message" | "configuration">;
  }

  #tell(method: string, direction: Direction, { value, losses }: Translated<unknown>): unknown {
    if (losses.length > 0) {
      const of = direction === "upgrade" ? "response" : "request";
      callHook("onLosses", () => this.#onLosses({ method, of, direction, losses }), { passes: isCallError });
    }
    return value;
  }

  #row(newer: string): MethodTranslation {
    const row = this.#translation.methods.find((each) => each.newer === newer);
    if (row !== undefined) return row;
    throw new TypeError(`translation: expected one with ${newer} of A2AService of 1.0, found none`);
  }
}

function isEvents(value: unknown): value is AsyncIterable<unknown> {
  return isObject(value) && Symbol.asyncIterator in value;
}
