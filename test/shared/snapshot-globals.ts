/** Properties by where they are, `Array.prototype.map`. */
export type Snapshot = ReadonlyMap<string, PropertyDescriptor>;

/**
 * What test files share that run in one process: globals, what is in them, the environment, the directory.
 */
export function takeSnapshot(): Snapshot {
  const snapshot = new Map<string, PropertyDescriptor>();
  for (const key of Reflect.ownKeys(globalThis)) {
    if (isOfRunner(key)) continue;
    // Node has getters there that replace themselves by what they return.
    const value: unknown = Reflect.get(globalThis, key);
    const name = String(key);
    snapshot.set(name, { value });
    if (!isObject(value) || value === globalThis || value === process) continue;
    addProperties(snapshot, name, value);
    const prototype: unknown = Reflect.getOwnPropertyDescriptor(value, "prototype")?.value;
    if (isObject(prototype)) addProperties(snapshot, `${name}.prototype`, prototype);
  }
  for (const [name, prototype] of hiddenPrototypes) addProperties(snapshot, name, prototype);
  addProperties(snapshot, "process.env", process.env);
  snapshot.set("process.cwd()", { value: process.cwd() });
  snapshot.set("process.exitCode", { value: process.exitCode });
  return snapshot;
}

/** Names of what has come, gone or changed; a library may leave a symbol of its own on the global object. */
export function findChanges(before: Snapshot, after: Snapshot): readonly string[] {
  const changed = [...before].flatMap(([name, property]) => {
    const now = after.get(name);
    return now !== undefined && isSame(property, now) ? [] : [name];
  });
  const added = [...after.keys()].filter((name) => !before.has(name) && !name.startsWith("Symbol("));
  const names = [...changed, ...added].sort();
  return names.filter((name) => !names.some((other) => name.startsWith(`${other}.`)));
}

const hiddenPrototypes: readonly (readonly [string, object])[] = [
  ["%TypedArray%.prototype", Object.getPrototypeOf(Uint8Array.prototype) as object],
  ["%ArrayIteratorPrototype%", Object.getPrototypeOf([].values()) as object],
  ["%IteratorPrototype%", Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object],
];

function addProperties(snapshot: Map<string, PropertyDescriptor>, owner: string, object: object): void {
  for (const key of Reflect.ownKeys(object)) {
    const property = Reflect.getOwnPropertyDescriptor(object, key);
    if (property !== undefined) snapshot.set(`${owner}.${String(key)}`, property);
  }
}

function isSame(one: PropertyDescriptor, other: PropertyDescriptor): boolean {
  return fields.every((field) => Object.is(one[field], other[field]));
}

const fields = ["value", "get", "set", "writable", "enumerable", "configurable"] as const;

/** Vitest, Vite and their matchers keep what they need on the global object. */
function isOfRunner(key: string | symbol): boolean {
  return /vite|jest/i.test(String(key));
}

function isObject(value: unknown): value is object {
  return typeof value === "function" || (typeof value === "object" && value !== null);
}
