import type { JsonObject } from "../../core/index.ts";
import type { CallContext } from "../../service/index.ts";
import type { AuthorTypes } from "../contract/author-types.ts";
import type { Turn, TurnInput } from "../contract/execute.ts";
import type { ViewExtensions } from "../core/turn-views.ts";
import type { Message, Task } from "../generated/lf/a2a/v1/a2a_types.ts";

/** Translates what a turn shows. */
export interface TurnTranslation<Types extends AuthorTypes> {
  downgradeMessage(message: Message): Types["message"];
  downgradeConfiguration(turn: Turn): Types["configuration"];
  downgradeTask(task: Task): Types["task"];
}

/** The turn of 1.0 that an author's turn shows. Throws a TypeError for another object. */
export function turnBehind<Types extends AuthorTypes>(turn: Turn<Types>, place: string): Turn {
  const behind = DialectTurn.behind(turn);
  if (behind !== undefined) return behind;
  throw new TypeError(`${place}: expected the turn that execute was called with, found another object`);
}

/** A turn in the author's version, translated when it is looked at. */
export class DialectTurn<Types extends AuthorTypes> implements Turn<Types> {
  readonly taskId: string;
  readonly contextId: string;
  readonly #turn: Turn;
  readonly #translation: TurnTranslation<Types>;
  #message: Types["message"] | undefined;
  #task: Types["task"] | undefined;
  readonly #view: ViewExtensions;
  #extensions: object | undefined;

  constructor(turn: Turn, translation: TurnTranslation<Types>, view: ViewExtensions) {
    this.#turn = turn;
    this.#view = view;
    this.#translation = translation;
    this.taskId = turn.taskId;
    this.contextId = turn.contextId;
  }

  static behind(turn: object): Turn | undefined {
    return #turn in turn ? (turn as DialectTurn<AuthorTypes>).#turn : undefined;
  }

  get message(): Types["message"] {
    this.#message ??= this.#translation.downgradeMessage(this.#turn.message);
    return this.#message;
  }

  get text(): string {
    return this.#turn.text;
  }

  get task(): Types["task"] | undefined {
    const { task } = this.#turn;
    if (task !== undefined) this.#task ??= this.#translation.downgradeTask(task);
    return this.#task;
  }

  get input(): AsyncIterable<TurnInput<Types>> {
    return this.#readInput();
  }

  get metadata(): JsonObject {
    return this.#turn.metadata;
  }

  get acceptedOutputModes(): readonly string[] {
    return this.#turn.acceptedOutputModes;
  }

  get configuration(): Types["configuration"] {
    return this.#translation.downgradeConfiguration(this.#turn);
  }

  get call(): CallContext {
    return this.#turn.call;
  }

  get extensions(): object {
    const { configuration, metadata, call } = this;
    this.#extensions ??= this.#view({ request: { message: this.message, configuration, metadata }, call });
    return this.#extensions;
  }

  get signal(): AbortSignal {
    return this.#turn.signal;
  }

  get attempt(): number {
    return this.#turn.attempt;
  }

  /** Authors take it out of the turn. */
  get step(): Turn["step"] {
    return (name, run) => this.#turn.step(name, run);
  }

  get state(): Turn["state"] {
    return this.#turn.state;
  }

  get memory(): Turn["memory"] {
    return this.#turn.memory;
  }

  async *#readInput(): AsyncGenerator<TurnInput<Types>, void, undefined> {
    for await (const { message, text } of this.#turn.input) {
      yield { message: this.#translation.downgradeMessage(message), text };
    }
  }

  async references(): Promise<readonly Types["task"][]> {
    return (await this.#turn.references()).map((task) => this.#translation.downgradeTask(task));
  }

  async siblings(limit?: number): Promise<readonly Types["task"][]> {
    return (await this.#turn.siblings(limit)).map((task) => this.#translation.downgradeTask(task));
  }
}
