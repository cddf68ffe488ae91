import { copyJson } from "../../core/copy-json.ts";
import type { JsonObject } from "../../core/index.ts";
import { textOf } from "../../parts/part-content.ts";
import type { CallContext, CallError, TraceCarrier } from "../../service/index.ts";
import type { Turn } from "../contract/execute.ts";
import { type AgentCore, readTask } from "../core/agent-core.ts";
import type { Message, SendMessageConfiguration, Task } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { ExpectedGeneration } from "../log/expected-generation.ts";
import type { LiveHold } from "./live-hold.ts";
import type { ObservedTurn } from "./observed-turn.ts";
import type { TurnInputs } from "./turn-inputs.ts";
import type { TurnSteps } from "./turn-steps.ts";

/** A message to the agent, with its request. */
export interface TurnRequest {
  /** As the task keeps it. */
  readonly message: Message;
  readonly configuration: SendMessageConfiguration;
  readonly metadata: JsonObject;
  readonly call: CallContext;
  /** What its client wants of the task; undefined for nothing. */
  readonly expected?: ExpectedGeneration | undefined;
  /** Of a client that may send more. */
  readonly hold?: LiveHold | undefined;
  /** The trace of the call, for a turn that begins later. */
  readonly carrier?: TraceCarrier | undefined;
  /** When it came, by `performance.now`; with an observer only. */
  readonly since?: number | undefined;
}

/** The task that a run works on, or would begin. */
export interface RunPlace {
  readonly taskId: string;
  readonly contextId: string;
  readonly scope: string;
}

/** References of a message that are looked up. */
const maximumReferences = 100;

export interface TurnInit {
  readonly place: RunPlace;
  readonly request: TurnRequest;
  /** The task at the beginning of the turn, called at most once; undefined if the message begins a task. */
  readonly task: (() => Task | undefined) | undefined;
  readonly attempt: number;
  readonly steps: TurnSteps;
  readonly input: TurnInputs;
  readonly kept: Pick<Turn, "state" | "memory">;
  readonly observed: ObservedTurn | undefined;
}

/** A turn as its author sees it: lazy, and of copies, which the author may change. */
export class AuthorTurn implements Turn {
  readonly taskId: string;
  readonly contextId: string;
  readonly #core: AgentCore;
  readonly #init: TurnInit;
  #message: Message | undefined;
  #text: string | undefined;
  #task: Task | undefined;
  #hasTask = false;
  #extensions: object | undefined;
  #controller: AbortController | undefined;
  #reason: CallError | undefined;

  constructor(core: AgentCore, init: TurnInit) {
    this.#core = core;
    this.#init = init;
    this.taskId = init.place.taskId;
    this.contextId = init.place.contextId;
  }

  get message(): Message {
    if (this.#message === undefined) {
      this.#message = copyJson(this.#init.request.message);
      // The task that it would begin does not exist yet.
      if (this.#init.task === undefined) delete this.#message.taskId;
    }
    return this.#message;
  }

  get text(): string {
    this.#text ??= textOf(this.#init.request.message.parts);
    return this.#text;
  }

  get task(): Task | undefined {
    if (!this.#hasTask) {
      this.#hasTask = true;
      this.#task = copyJson(this.#init.task?.());
    }
    return this.#task;
  }

  get input(): TurnInputs {
    return this.#init.input;
  }

  get metadata(): JsonObject {
    return this.#init.request.metadata;
  }

  get acceptedOutputModes(): readonly string[] {
    return this.#init.request.configuration.acceptedOutputModes ?? [];
  }

  get configuration(): SendMessageConfiguration {
    return this.#init.request.configuration;
  }

  get call(): CallContext {
    return this.#init.request.call;
  }

  get extensions(): object {
    const { configuration, metadata, call } = this;
    const request = { message: this.message, configuration, metadata };
    this.#extensions ??= this.#core.viewExtensions({ request, call });
    return this.#extensions;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  get attempt(): number {
    return this.#init.attempt;
  }

  /** Undefined without an observer. */
  get observed(): ObservedTurn | undefined {
    return this.#init.observed;
  }

  /** Authors take it out of the turn. */
  get step(): Turn["step"] {
    return (name, run) => this.#init.steps.run(name, run);
  }

  get state(): Turn["state"] {
    return this.#init.kept.state;
  }

  get memory(): Turn["memory"] {
    return this.#init.kept.memory;
  }

  async references(): Promise<readonly Task[]> {
    const { place, request } = this.#init;
    const ids = request.message.referenceTaskIds?.slice(0, maximumReferences) ?? [];
    const found = await Promise.all(ids.map((id) => readTask(this.#core, id)));
    return copyJson(found.flatMap((stored) => (stored?.scope === place.scope ? [stored.task] : [])));
  }

  async siblings(limit = 20): Promise<readonly Task[]> {
    const { scope, contextId, taskId } = this.#init.place;
    const page = await this.#core.store.list({ scope, contextId, limit: limit + 1, artifacts: true });
    return copyJson(page.tasks.filter(({ id }) => id !== taskId).slice(0, limit));
  }

  /** Asks the author to stop; the first reason counts. */
  abort(reason: CallError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#init.input.abort(reason);
  }

  /** The author has ended it. */
  close(): void {
    this.#init.input.close();
  }
}
