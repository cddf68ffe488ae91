import { findLoneSurrogate, isWellFormed } from "./well-formed.ts";

/**
 * What a walk finds: "depth" is an object or array nested too deep, "number" a number that JSON
 * cannot write, "text" a string or key with a lone surrogate, "json" a value that JSON has not.
 */
export type JsonProblemCode = "depth" | "number" | "text" | "json";

/**
 * Called once per problem, with segments of its own and a sentence of what was expected and what
 * came; returning false ends the walk.
 */
export type JsonReport = (
  segments: readonly (string | number)[],
  code: JsonProblemCode,
  detail: string,
) => unknown;

export interface JsonTreeOptions {
  /** Objects and arrays that may lie within each other, 100 unless said otherwise. */
  readonly maxDepth?: number;
  /** False leaves out lone surrogates, for a value whose text is known not to hold any. */
  readonly text?: boolean;
}

type Container = Record<string | number, unknown>;

const defaultDepth = 100;
// Checked for free within for-in, unlike Object.hasOwn.
const hasOwn = Object.prototype.hasOwnProperty;

/**
 * True when the value is a tree of JSON values that JSON.stringify writes without loss and
 * without overflowing the stack: what `walkJson` has nothing to report of.
 */
export function isJsonTree(value: unknown, options?: JsonTreeOptions): boolean {
  const checksText = options?.text !== false;
  if (!isObject(value)) return isJsonPrimitive(value, checksText);
  const maxDepth = options?.maxDepth ?? defaultDepth;
  let current: Container = value;
  let depth = 1;
  // Last in, first out: a cycle is followed straight down to the greatest depth.
  let pending: Pending | undefined;
  while (true) {
    if (depth > maxDepth) return false;
    if (Array.isArray(current)) {
      const { length } = current;
      for (let index = 0; index < length; index++) {
        const child: unknown = current[index];
        if (isObject(child)) {
          pending = addPending(pending, child, depth + 1);
        } else if (!isJsonPrimitive(child, checksText)) return false;
      }
    } else {
      if (!isPlain(current)) return false;
      for (const key in current) {
        if (!hasOwn.call(current, key)) continue;
        const child = current[key];
        if (checksText && !isWellFormed(key)) return false;
        if (isObject(child)) {
          pending = addPending(pending, child, depth + 1);
        } else if (!isJsonPrimitive(child, checksText)) return false;
      }
    }
    const next = pending?.nodes.pop();
    if (next === undefined) return true;
    current = next;
    depth = pending?.depths.pop() ?? 0;
  }
}

/** Objects and arrays that are still to be looked at, each with its depth. */
interface Pending {
  readonly nodes: Container[];
  readonly depths: number[];
}

function addPending(pending: Pending | undefined, node: Container, depth: number): Pending {
  const all = pending ?? { nodes: [], depths: [] };
  all.nodes.push(node);
  all.depths.push(depth);
  return all;
}

/**
 * Reports everything that `isJsonTree` objects to, in the order of the value. What is nested too
 * deep, contains itself or is no plain object is reported once and not looked into.
 */
export function walkJson(value: unknown, options: JsonTreeOptions, report: JsonReport): void {
  if (isJsonTree(value, options)) return;
  const checksText = options.text !== false;
  const maxDepth = options.maxDepth ?? defaultDepth;
  traverse(value, (child, path, isCycle) => {
    const key = path.at(-1);
    if (checksText && typeof key === "string" && !isWellFormed(key)) {
      if (report([...path], "text", describeSurrogate("a key", key)) === false) return "stop";
    }
    const problem = findProblem(child, { checksText, maxDepth, level: path.length, isCycle });
    if (problem === undefined) return isObject(child) ? "enter" : "skip";
    return report([...path], problem.code, problem.detail) === false ? "stop" : "skip";
  });
}

/** Reports strings and keys with a lone surrogate, at any depth. */
export function findLoneSurrogates(value: unknown, report: JsonReport): void {
  traverse(value, (child, path, isCycle) => {
    const key = path.at(-1);
    if (typeof key === "string" && !isWellFormed(key)) {
      if (report([...path], "text", describeSurrogate("a key", key)) === false) return "stop";
    }
    if (typeof child === "string" && !isWellFormed(child)) {
      return report([...path], "text", describeSurrogate("a string", child)) === false ? "stop" : "skip";
    }
    return isCopied(child) && !isCycle ? "enter" : "skip";
  });
}

/**
 * Copies arrays and plain objects at any depth with their own enumerable properties, and keeps
 * everything else by reference. The value must not contain itself. With `prototype: null` the
 * objects of the copy inherit nothing.
 */
export function copyJson<T>(value: T, options?: { readonly prototype: null }): T {
  if (!isCopied(value)) return value;
  const copyShallow = options === undefined ? copyContainer : copyBare;
  const root = copyShallow(value);
  const pending = [root];
  for (let target = pending.pop(); target !== undefined; target = pending.pop()) {
    if (Array.isArray(target)) {
      for (let index = 0; index < target.length; index++) {
        const child: unknown = target[index];
        if (!isCopied(child)) continue;
        const copy = copyShallow(child);
        target[index] = copy;
        pending.push(copy);
      }
    } else {
      for (const key in target) {
        if (!hasOwn.call(target, key)) continue;
        const child = target[key];
        if (!isCopied(child)) continue;
        const copy = copyShallow(child);
        setEntry(target, key, copy);
        pending.push(copy);
      }
    }
  }
  // A copy has the properties of what it copies.
  return root as T;
}

/** Sets an own property under any key; a plain assignment of "__proto__" would set the prototype. */
export function setEntry<T>(object: { [key: string]: T }, key: string, value: T): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
  } else {
    object[key] = value;
  }
}

type Step = "enter" | "skip" | "stop";

interface Frame {
  readonly node: Container;
  /** Not set for an array. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

/** Depth first, with a stack of its own; `path` is one array that changes as the walk goes on. */
function traverse(
  root: unknown,
  visit: (value: unknown, path: readonly (string | number)[], isCycle: boolean) => Step,
): void {
  const path: (string | number)[] = [];
  const frames: Frame[] = [];
  const ancestors = new Set<unknown>();
  let value = root;
  while (true) {
    const step = visit(value, path, ancestors.has(value));
    if (step === "stop") return;
    if (step === "enter" && isObject(value)) {
      ancestors.add(value);
      frames.push(openFrame(value));
    } else path.pop();
    let frame = frames.at(-1);
    while (frame !== undefined && frame.next === frame.length) {
      ancestors.delete(frame.node);
      frames.pop();
      path.pop();
      frame = frames.at(-1);
    }
    if (frame === undefined) return;
    const index = frame.next++;
    const key = frame.keys === undefined ? index : (frame.keys[index] ?? "");
    path.push(key);
    value = frame.node[key];
  }
}

function openFrame(node: Container): Frame {
  if (Array.isArray(node)) return { node, keys: undefined, length: node.length, next: 0 };
  const keys = Object.keys(node);
  return { node, keys, length: keys.length, next: 0 };
}

interface Place {
  readonly checksText: boolean;
  readonly maxDepth: number;
  /** Objects and arrays around the value. */
  readonly level: number;
  readonly isCycle: boolean;
}

interface Problem {
  readonly code: JsonProblemCode;
  readonly detail: string;
}

function findProblem(value: unknown, place: Place): Problem | undefined {
  if (typeof value === "string") {
    return place.checksText && !isWellFormed(value)
      ? { code: "text", detail: describeSurrogate("a string", value) }
      : undefined;
  }
  if (typeof value === "number") {
    return Number.isFinite(value)
      ? undefined
      : { code: "number", detail: `expected a finite number, got ${value}` };
  }
  if (typeof value === "boolean" || value === null) return undefined;
  if (!isObject(value)) return { code: "json", detail: `expected a JSON value, got ${typeof value}` };
  if (!isCopied(value)) return { code: "json", detail: `expected a JSON value, got ${describeClass(value)}` };
  if (place.isCycle) return { code: "json", detail: "expected a tree, got a value that contains itself" };
  if (place.level >= place.maxDepth) {
    return {
      code: "depth",
      detail: `expected at most ${place.maxDepth} levels of objects and arrays, got more`,
    };
  }
  return undefined;
}

function describeSurrogate(what: "a key" | "a string", text: string): string {
  return `expected ${what} of valid Unicode, got a lone surrogate at index ${findLoneSurrogate(text)}`;
}

function describeClass(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  const itsClass: unknown = isObject(prototype) ? prototype["constructor"] : undefined;
  return typeof itsClass === "function" && itsClass.name !== ""
    ? itsClass.name
    : "an object with a prototype";
}

function isJsonPrimitive(value: unknown, checksText: boolean): boolean {
  if (typeof value === "string") return !checksText || isWellFormed(value);
  // The difference is NaN for NaN and for both infinities.
  if (typeof value === "number") return value - value === 0;
  return typeof value === "boolean" || value === null;
}

function isObject(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

function isCopied(value: unknown): value is Container {
  return isObject(value) && (Array.isArray(value) || isPlain(value));
}

/** Objects of another realm have a prototype of that realm, which has itself none. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

function copyContainer(value: Container): Container {
  // Spreading defines properties, "__proto__" included, and never calls a setter.
  return Array.isArray(value) ? ([...value] as unknown as Container) : { ...value };
}

function copyBare(value: Container): Container {
  return Array.isArray(value) ? copyContainer(value) : Object.assign(Object.create(null) as Container, value);
}
