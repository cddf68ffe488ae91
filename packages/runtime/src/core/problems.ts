import type { Issue, IssueCode } from "./issue.ts";

/** Where a value stands in what holds it: a field, a list element, a map entry. */
export type Segment = string | number | { readonly key: string };

/** What holds the value that is checked. */
export type Container = Readonly<Record<string, unknown>> | readonly unknown[];

/** A change that gives a value its declared spelling; made only when the whole value is accepted. */
type Repair = () => void;

export interface Problem {
  readonly code: IssueCode;
  readonly message: string;
  /** From the inside out: a check knows the way below itself only. */
  readonly segments: Segment[];
  /** Makes the value acceptable to the lenient mode; a problem without it is an error there too. */
  readonly mend: Repair | undefined;
}

/**
 * What a check found: problems, and other spellings that it accepts. `undefined` stands for
 * nothing found, so that a good value costs no allocation.
 */
export interface Problems {
  readonly problems: Problem[];
  readonly repairs: Repair[];
  /** Made after all repairs and mends: they write what those have changed in copies of messages. */
  readonly writes: Repair[];
}

/** Finds out whether a value is of a type; `depth` counts the messages around it. */
export type Check = (value: unknown, depth: number) => Problems | undefined;

/** Problems that are reported, since a hostile value can have a million of them. */
const maximumProblems = 1000;

function create(): Problems {
  return { problems: [], repairs: [], writes: [] };
}

/** Adds a problem; `at` is undefined for the value itself. */
export function addProblem(
  found: Problems | undefined,
  at: Segment | undefined,
  { code, message, mend }: { code: IssueCode; message: string; mend?: Repair },
): Problems {
  const all = found ?? create();
  keep(all, { code, message, segments: at === undefined ? [] : [at], mend });
  return all;
}

/**
 * Adds a problem unless there are too many. Beyond that, problems that the lenient mode mends are mended
 * silently, and problems that it refuses replace those that it mends, so that they are never lost.
 */
export function keep(all: Problems, problem: Problem): void {
  if (all.problems.length < maximumProblems) {
    all.problems.push(problem);
    return;
  }
  if (problem.mend !== undefined) {
    all.repairs.push(problem.mend);
    return;
  }
  const last = all.problems.length - 1;
  if (all.problems[last]?.mend !== undefined) all.problems[last] = problem;
}

/** Whether further problems would not be reported. */
export function isFull(found: Problems): boolean {
  return found.problems.length >= maximumProblems;
}

/**
 * Whether the check that runs has to find all that can be mended; it is one synchronous call, as in trust.ts.
 */
let mends = false;

/** Runs a check of the lenient mode, which continues after the last problem that is reported. */
export function withMending<T>(run: () => T): T {
  const before = mends;
  mends = true;
  try {
    return run();
  } finally {
    mends = before;
  }
}

/** Whether nothing further matters: no problem is reported any more, and nothing is mended. */
export function isSettled(found: Problems): boolean {
  return isFull(found) && !(mends && found.problems.at(-1)?.mend !== undefined);
}

/** Adds the change of a value to the spelling of its type. */
export function addRepair(found: Problems | undefined, repair: Repair): Problems {
  const all = found ?? create();
  all.repairs.push(repair);
  return all;
}

/** Adds a change that comes after all repairs and mends. */
export function addWrite(found: Problems | undefined, write: Repair): Problems {
  const all = found ?? create();
  all.writes.push(write);
  return all;
}

/** Adds what was found in the value at `at`; null and undefined in a field are the same as no field. */
export function within(
  found: Problems | undefined,
  container: Container,
  at: Segment,
  inner: Problems,
): Problems {
  if (typeof at === "string") {
    const value = valueAt(container, at);
    if (value === undefined) return ignoreUndefined(found);
    if (value === null) return removeNull(found, container, at);
  }
  for (const problem of inner.problems) problem.segments.push(at);
  return found === undefined ? inner : merge(found, inner);
}

/**
 * Adds what was found elsewhere; by loops, since the call stack has no room for the arguments of a long list.
 */
export function merge(found: Problems, inner: Problems): Problems {
  for (const problem of inner.problems) keep(found, problem);
  for (const repair of inner.repairs) found.repairs.push(repair);
  for (const write of inner.writes) found.writes.push(write);
  return found;
}

/** What was found, for a second place: each gets its own way to a problem. */
export function copyProblems({ problems, repairs, writes }: Problems): Problems {
  return {
    problems: problems.map((problem) => ({ ...problem, segments: [...problem.segments] })),
    repairs: [...repairs],
    writes: [...writes],
  };
}

/** undefined in a field is the same as no field, to readers too: nothing is wrong, and nothing is changed. */
export function ignoreUndefined(found: Problems | undefined): Problems {
  return found ?? create();
}

/** null in a field is accepted and taken out. */
export function removeNull(found: Problems | undefined, container: Container, field: string): Problems {
  return addRepair(found, () => {
    // Throws for one that cannot be deleted.
    delete (container as Record<string, unknown>)[field];
  });
}

/** The value at a place. */
export function valueAt(container: Container, at: Segment): unknown {
  const key = typeof at === "object" ? at.key : at;
  return (container as Readonly<Record<string | number, unknown>>)[key];
}

/** Replaces the value at a place; safe for a map key "__proto__". */
export function replace(container: Container, at: Segment, value: unknown): void {
  const key = typeof at === "object" ? at.key : at;
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * The problems as users see them; for a check that `wasStopped` the last issue says that there may be more.
 */
export function toIssues(problems: readonly Problem[], wasStopped = false): readonly Issue[] {
  const issues = problems.map(({ code, message, segments }) => {
    const path = segments.toReversed();
    return {
      code,
      path: formatPath(path),
      segments: path.map((segment) => (typeof segment === "object" ? segment.key : segment)),
      message,
    };
  });
  const message = `stopped after ${maximumProblems} problems; there may be more`;
  return wasStopped ? [...issues, { code: "too-many", path: "", segments: [], message }] : issues;
}

/** Longest key, and longest path, told in full: many problems may be below one key, and each has its path. */
const longestKey = 200;
const longestPath = 2000;

/** `message.parts[1].file`; map keys and names that are not identifiers in brackets: `schemes["a b"]`. */
export function formatPath(segments: readonly Segment[]): string {
  let path = "";
  for (const segment of segments) {
    if (path.length > longestPath) return `${path}...`;
    if (typeof segment === "number") path += `[${segment}]`;
    else if (typeof segment === "object") path += `[${quoteKey(segment.key)}]`;
    else if (segment.length > longestKey || !/^[A-Za-z_$][\w$]*$/.test(segment)) {
      path += `[${quoteKey(segment)}]`;
    } else path += path === "" ? segment : `.${segment}`;
  }
  return path;
}

function quoteKey(key: string): string {
  return JSON.stringify(key.length > longestKey ? `${key.slice(0, longestKey)}...` : key);
}
