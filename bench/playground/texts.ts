import { buildPayload } from "../payloads.ts";

/** A text to type in: JSON of at least 100 kB, as people look at it. */
export interface TypedText {
  readonly title: string;
  readonly text: string;
  /** The line whose end is a string that keys go into. */
  readonly line: number;
}

const least = 100_000;

/** The same tasks, right, and with two mistakes in each. */
export function buildTexts(): { readonly right: TypedText; readonly wrong: TypedText } {
  const [payload = "{}"] = buildPayload("f");
  const whole = JSON.parse(payload) as { tasks: readonly Record<string, unknown>[] };
  const right = typed(
    "right",
    grow(whole.tasks, (tasks) => ({ ...whole, tasks })),
  );
  const wrong = typed(
    "wrong",
    grow(
      whole.tasks.map((task) => ({ ...task, status: { state: "working" }, priority: 1 })),
      (tasks) => ({ ...whole, tasks }),
    ),
  );
  return { right, wrong };
}

/** Takes as many tasks as make the text long enough. */
function grow<Task>(tasks: readonly Task[], build: (tasks: readonly Task[]) => unknown): string {
  for (let count = 1; count < tasks.length; count += 1) {
    const text = JSON.stringify(build(tasks.slice(0, count)), undefined, 2);
    if (text.length >= least) return text;
  }
  throw new Error(`expected tasks for ${least} characters`);
}

function typed(title: string, text: string): TypedText {
  const lines = text.split("\n");
  const middle = Math.floor(lines.length / 2);
  const line = middle + lines.slice(middle).findIndex((each) => /"text": ".*\w",?$/.test(each)) + 1;
  return { title, text, line };
}
