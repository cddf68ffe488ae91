import { copyJson } from "../../core/copy-json.ts";
import type { JsonValue } from "../../core/index.ts";
import { copyMeasured, type Measured } from "../../core/measure.ts";
import { observeWork } from "../../service/observe.ts";
import type { StepRecord, TaskEntry } from "../contract/task-entry.ts";
import { AuthorError } from "../log/task-entries.ts";
import type { ObservedTurn } from "./observed-turn.ts";

/** The log of steps. */
export interface StepLog {
  /** Before a step runs; fails if the turn is not this process's any more. */
  beginStep(): Promise<void> | undefined;
  /** Keeps a step that has returned. */
  keepStep(entry: Measured<Extract<TaskEntry, { step: unknown }>>): Promise<void>;
}

export interface TurnStepsInit {
  /** Those that have returned before, by name. */
  readonly returned?: ReadonlyMap<string, StepRecord> | undefined;
  readonly observed?: ObservedTurn | undefined;
}

/** The steps of one turn: those that have returned before do not run again. */
export class TurnSteps {
  readonly #log: () => StepLog | undefined;
  readonly #returned: ReadonlyMap<string, StepRecord>;
  readonly #named = new Set<string>();
  readonly #observed: ObservedTurn | undefined;

  /** `log` is that of the task, once there is one. */
  constructor(log: () => StepLog | undefined, { returned = new Map(), observed }: TurnStepsInit = {}) {
    this.#log = log;
    this.#observed = observed;
    this.#returned = returned;
  }

  async run<Result extends JsonValue | undefined>(
    name: string,
    run: () => Result | Promise<Result>,
  ): Promise<Result> {
    if (this.#named.has(name)) {
      throw new AuthorError(
        `execute: the step ${JSON.stringify(name)} came twice in one turn: give each its own name`,
      );
    }
    this.#named.add(name);
    const returned = this.#returned.get(name);
    // The value is what the step of this name has returned before.
    if (returned !== undefined) return copyJson(returned.value) as Result;
    const log = this.#log();
    if (log === undefined) {
      throw new AuthorError("execute: a step needs a task: call it in an async iterable, not before");
    }
    await log.beginStep();
    const observed = this.#observed?.step(name);
    const value = observed === undefined ? await run() : await observeWork(observed, run);
    const step: StepRecord = value === undefined ? { name } : { name, value };
    const kept = copyMeasured({ step });
    await log.keepStep(kept);
    return copyJson(kept.value.step.value) as Result;
  }
}
