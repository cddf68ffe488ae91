import type { Turn } from "../agent/contract/execute.ts";
import type { Message } from "../agent/generated/lf/a2a/v1/a2a_types.ts";
import type { JsonValue } from "../core/json.ts";
import type { Approval } from "../parts/approvals.ts";

/** What is kept of a remote task over turns and restarts. */
export interface DelegateRecord {
  readonly taskId?: string;
  readonly contextId?: string;
  /** Approvals that it waits for. */
  readonly asked?: readonly Approval[];
  /** The message of this agent's task with which it has gone on last. */
  readonly answered?: string;
  /** Whether its task is completed. */
  readonly isDone?: true;
  /** The message that was the whole answer. */
  readonly reply?: Message;
}

/** Keeps the record in the state of the turn's task. */
export class KeptDelegate {
  readonly #turn: Turn;
  readonly #key: string;
  #record: DelegateRecord;
  #steps = 0;

  private constructor(turn: Turn, key: string, record: DelegateRecord) {
    this.#turn = turn;
    this.#key = key;
    this.#record = record;
  }

  static async open(turn: Turn, key: string): Promise<KeptDelegate> {
    const name = stateKey(key);
    // Of this type, as written by `set`.
    const record = (await turn.state.get<JsonValue>(name)) as DelegateRecord | undefined;
    return new KeptDelegate(turn, key, record ?? {});
  }

  get record(): DelegateRecord {
    return this.#record;
  }

  /** Written with the next event, or with the end of the turn. */
  set(change: DelegateRecord): void {
    this.#record = { ...this.#record, ...change };
    this.#turn.state.set(stateKey(this.#key), this.#record as JsonValue);
  }

  /** Written at once; nothing is shown. */
  async keep(change: DelegateRecord): Promise<void> {
    this.set(change);
    const name = `${stateKey(this.#key)} ${this.#turn.attempt}.${++this.#steps}`;
    await this.#turn.step(name, () => undefined);
  }
}

function stateKey(key: string): string {
  return `a2agen.delegate ${key}`;
}
