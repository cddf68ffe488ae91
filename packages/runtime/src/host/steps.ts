import { isPromise } from "../core/object.ts";

export interface StepInit<Subject> {
  readonly name: string;
  /** Returns what it found, or a promise of it. */
  readonly run: (subject: Subject) => unknown;
  /** Takes what `run` found. */
  readonly keep?: (subject: Subject, found: unknown) => void;
  /** Makes the error of the pipeline from one that `run` threw or rejected with; the same when absent. */
  readonly explain?: (error: unknown) => unknown;
}

/** A step of a pipeline. Only `run` may be asynchronous: `keep` and `explain` need no `await`. */
export class Step<Subject> {
  readonly name: string;
  readonly run: StepInit<Subject>["run"];
  readonly keep: StepInit<Subject>["keep"] | undefined;
  readonly explain: StepInit<Subject>["explain"] | undefined;

  /** Steps have one shape, so that the loop that runs them stays fast. */
  constructor({ name, run, keep, explain }: StepInit<Subject>) {
    this.name = name;
    this.run = run;
    this.keep = keep;
    this.explain = explain;
  }
}

/**
 * Runs steps in their order, from one of them on; returns a promise only if a step does. An error ends it.
 */
export function runSteps<Subject>(
  steps: readonly Step<Subject>[],
  subject: Subject,
  from = 0,
): Promise<void> | undefined {
  for (let index = from; index < steps.length; index++) {
    const step = steps[index];
    if (step === undefined) break;
    const found = begin(step, subject);
    if (found !== undefined && isPromise(found)) {
      return found.then(
        (value) => {
          step.keep?.(subject, value);
          return runSteps(steps, subject, index + 1);
        },
        (error: unknown) => {
          throw step.explain === undefined ? error : step.explain(error);
        },
      );
    }
    if (step.keep !== undefined) step.keep(subject, found);
  }
  return undefined;
}

function begin<Subject>(step: Step<Subject>, subject: Subject): unknown {
  if (step.explain === undefined) return step.run(subject);
  try {
    return step.run(subject);
  } catch (error) {
    throw step.explain(error);
  }
}
