import { copyJson } from "../../core/copy-json.ts";
import type { JsonObject } from "../../core/index.ts";
import type { CallContext, CallError } from "../../service/index.ts";
import type { Turn } from "../contract/execute.ts";
import type { Message, SendMessageConfiguration, Task } from "../generated/lf/a2a/v1/a2a_types.ts";

/** A message to the agent, and what came with it. */
export interface TurnRequest {
  /** As the task keeps it. */
  readonly message: Message;
  readonly configuration: SendMessageConfiguration;
  readonly metadata: JsonObject;
  readonly call: CallContext;
}

export interface TurnInit {
  readonly request: TurnRequest;
  readonly taskId: string;
  readonly contextId: string;
  /** Whether the message does not continue a task. */
  readonly isFirst: boolean;
  /** The task as it is when the turn begins; asked for once at most. */
  readonly task: () => Task | undefined;
  readonly references: (ids: readonly string[]) => Promise<readonly Task[]>;
  readonly siblings: (limit: number) => Promise<readonly Task[]>;
}

/**
 * A turn. What is kept elsewhere is copied for the author, who may change what it is given; what costs
 * time is made when it is asked for.
 */
export class AuthorTurn implements Turn {
  readonly taskId: string;
  readonly contextId: string;
  readonly #init: TurnInit;
  #message: Message | undefined;
  #text: string | undefined;
  #task: Task | undefined;
  #hasTask = false;
  #controller: AbortController | undefined;
  #reason: CallError | undefined;

  constructor(init: TurnInit) {
    this.#init = init;
    this.taskId = init.taskId;
    this.contextId = init.contextId;
  }

  get message(): Message {
    if (this.#message === undefined) {
      this.#message = copyJson(this.#init.request.message);
      // The task that it would begin is not there yet.
      if (this.#init.isFirst) delete this.#message.taskId;
    }
    return this.#message;
  }

  get text(): string {
    this.#text ??= textOf(this.#init.request.message);
    return this.#text;
  }

  get task(): Task | undefined {
    if (!this.#hasTask) {
      this.#hasTask = true;
      this.#task = copyJson(this.#init.task());
    }
    return this.#task;
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

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  async references(): Promise<readonly Task[]> {
    const { referenceTaskIds = [] } = this.#init.request.message;
    return copyJson(await this.#init.references(referenceTaskIds));
  }

  async siblings(limit = 20): Promise<readonly Task[]> {
    return copyJson(await this.#init.siblings(limit));
  }

  /** Tells the author to stop. The first reason stays. */
  abort(reason: CallError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}

function textOf({ parts }: Message): string {
  let texts: string | undefined;
  for (const { text } of parts) {
    if (text !== undefined) texts = texts === undefined ? text : `${texts}\n${text}`;
  }
  return texts ?? "";
}
