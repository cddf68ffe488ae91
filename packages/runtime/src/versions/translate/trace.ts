import { DecodeError } from "../../core/decode-error.ts";
import { formatPath } from "../../core/problems.ts";
import type { Loss, LossKind } from "./translator.ts";

/** One step from a value to a part of it, or several: a field, a list index, a map key. */
export type Step = string | number | readonly (string | number)[];

/** Translates a part of a value; undefined when nothing can stand for it, which is in the losses then. */
export type Translate<From, To> = (value: From, trace: Trace) => To;

/** Most losses of one kind that are listed: a peer can send any number of fields that no version has. */
const maximumLosses = 1000;

/**
 * Where a translation is in the value that it reads, and what it could not carry over: of more than 1,000
 * losses of one kind the first ones, and one of the whole value that says so.
 */
export class Trace {
  /** Full name of the type that is translated. */
  readonly typeName: string;
  #losses: Loss[] | undefined;
  readonly #listed: Record<LossKind, number> = { "no-counterpart": 0, replaced: 0, invalid: 0 };
  readonly #path: (string | number)[] = [];

  constructor(typeName: string) {
    this.typeName = typeName;
  }

  get losses(): readonly Loss[] {
    return this.#losses ?? none;
  }

  /** Notes that the other version has no place for what is at `step`, and why. */
  lose(step: Step, message: string): void {
    this.#note("no-counterpart", this.#path.concat(step), message);
  }

  /** Notes that something stands in for what is at `step`, and why. */
  replace(step: Step, message: string): void {
    this.#note("replaced", this.#path.concat(step), message);
  }

  /** Notes that what is at `step` is not what its own version wants. */
  fault(step: Step, message: string): void {
    this.#note("invalid", this.#path.concat(step), message);
  }

  /** Where the translation is. */
  here(): readonly (string | number)[] {
    return [...this.#path];
  }

  /** Like `lose`, at a place where the translation was. */
  loseAt(segments: readonly (string | number)[], message: string): void {
    this.#note("no-counterpart", segments, message);
  }

  #note(kind: LossKind, segments: readonly (string | number)[], message: string): void {
    const { typeName } = this;
    this.#losses ??= [];
    // Counted by kind, so that none can hide behind many of another.
    const listed = this.#listed[kind]++;
    if (listed < maximumLosses) {
      this.#losses.push({ kind, typeName, path: formatPath(segments), segments, message });
    } else if (listed === maximumLosses) {
      this.#losses.push({ kind, typeName, path: "", segments: [], message: notListed });
    }
  }

  /** Notes the fields of an object that its type does not have. */
  checkFields(value: object, known: ReadonlySet<string>, step?: Step): void {
    for (const name in value) if (!known.has(name)) this.#loseField(value, name, step);
  }

  #loseField(value: object, name: string, step: Step = []): void {
    if (!Object.hasOwn(value, name) || (value as Record<string, unknown>)[name] === undefined) return;
    const at = typeof step === "object" ? [...step, name] : [step, name];
    this.lose(at, "unknown field, which has no place in the other version");
  }

  /** Translates what is at `step`. */
  field<From, To>(step: Step, value: From, translate: Translate<From, To>): To {
    const depth = this.#enter(step);
    const result = translate(value, this);
    this.#path.length = depth;
    return result;
  }

  /** Translates a list; elements that nothing can stand for are left out. */
  list<From, To>(
    step: Step,
    values: readonly From[],
    translate: Translate<From, To>,
  ): Exclude<To, undefined>[] {
    const depth = this.#enter(step);
    const results: Exclude<To, undefined>[] = [];
    for (let index = 0; index < values.length; index++) {
      this.#path.push(index);
      // The index is below the length of the list.
      const result = translate(values[index] as From, this);
      if (result === undefined) this.lose([], leftOut);
      else results.push(result as Exclude<To, undefined>);
      this.#path.pop();
    }
    this.#path.length = depth;
    return results;
  }

  /** Translates the values of a map; entries that nothing can stand for are left out. */
  map<From, To>(
    step: Step,
    values: { readonly [key: string]: From },
    translate: Translate<From, To>,
  ): { [key: string]: Exclude<To, undefined> } {
    const depth = this.#enter(step);
    const results: [string, Exclude<To, undefined>][] = [];
    for (const [key, value] of Object.entries(values)) {
      this.#path.push(key);
      const result = translate(value, this);
      if (result === undefined) this.lose([], leftOut);
      else results.push([key, result as Exclude<To, undefined>]);
      this.#path.pop();
    }
    this.#path.length = depth;
    // Unlike assignment, this makes a property of every key, "__proto__" too.
    return Object.fromEntries(results);
  }

  /** Ends a translation that has no result. */
  refuse(step: Step, message: string): never {
    const segments = this.#path.concat(step);
    throw new UntranslatableError(this.typeName, [
      { code: "type", path: formatPath(segments), segments, message },
    ]);
  }

  /** The error of a value that its own codec would refuse, where the translation came to a stop. */
  misfit(cause: unknown): UntranslatableError {
    const segments = this.here();
    const message = `expected a value that the codec of ${this.typeName} accepts: decode it first`;
    const issue = { code: "type", path: formatPath(segments), segments, message } as const;
    return new UntranslatableError(this.typeName, [issue], { cause });
  }

  /** Ends a translation of which only losses are left. */
  refuseAll(): never {
    const issues = this.losses.map(({ path, segments, message }) => ({
      code: "type" as const,
      path,
      segments,
      message,
    }));
    throw new UntranslatableError(this.typeName, issues);
  }

  #enter(step: Step): number {
    const depth = this.#path.length;
    if (typeof step === "object") this.#path.push(...step);
    else this.#path.push(step);
    return depth;
  }
}

const notListed = "further losses of this kind are not listed";

const leftOut = "left out, since nothing in the other version can stand for it";

const none: readonly Loss[] = /* @__PURE__ */ Object.freeze([]);

/**
 * Thrown for a value that nothing in the other version can stand for: only where it is translated by
 * itself, since as a part of another value it is left out and reported. A DecodeError, whose issues
 * say where and why.
 */
export class UntranslatableError extends DecodeError {}
