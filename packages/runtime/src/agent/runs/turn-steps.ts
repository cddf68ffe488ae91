import { copyJson } from "../../core/copy-json.ts";
import type { JsonValue } from "../../core/index.ts";
import { copyMeasured, type Measured } from "../../core/measure.ts";
import type { StepRecord, TaskEntry } from "../contract/task-entry.ts";
import { AuthorError } from "../log/task-entries.ts";

/** Keeps a step in the log. */
export type KeepStep = (entry: Measured<Extract<TaskEntry, { step: unknown }>>) => Promise<void>;

/** The steps of one turn: those that have returned before do not run again. */
export class TurnSteps {
  readonly #keep: KeepStep;
  readonly #returned: ReadonlyMap<string, StepRecord>;
  readonly #named = new Set<string>();

  constructor(keep: KeepStep, returned: ReadonlyMap<string, StepRecord> = new Map()) {
    this.#keep = keep;
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
    const value = await run();
    const step: StepRecord = value === undefined ? { name } : { name, value };
    const kept = copyMeasured({ step });
    await this.#keep(kept);
    return copyJson(kept.value.step.value) as Result;
  }
}
