import fc from "fast-check";

/** By another name, since nothing else should have the property. */
export const thenKey: string = ["th", "en"].join("");

/** Values that no author should give, made anew for every run: some can be used once only. */
const makers: readonly (() => unknown)[] = [
  () => () => "function",
  () => Symbol("symbol"),
  () => 10n,
  () => Number.NaN,
  () => Promise.resolve({ status: { state: "TASK_STATE_WORKING" } }),
  () => new Promise(() => undefined),
  () => new Map([["a", 1]]),
  () => new Date(0),
  () => /a/,
  () => new Uint8Array(3),
  () => new Error("swordfish"),
  () =>
    new (class Thing {
      state = "TASK_STATE_WORKING";
    })(),
  () => Object.create(null) as unknown,
  () => Object.assign([], { length: 3 }),
  () => throwing("get"),
  () => throwing("has"),
  () => throwing("ownKeys"),
  () => throwing("getPrototypeOf"),
  () => throwing("getOwnPropertyDescriptor"),
  () => revoked(),
  () => ({
    get status(): never {
      throw new Error("swordfish");
    },
  }),
  () => Object.defineProperty({}, thenKey, { get: swordfish }),
  () => Object.defineProperty({}, thenKey, { value: (resolve: (value: unknown) => void) => resolve(1) }),
  () => ({ toJSON: () => ({ text: "other" }) }),
  () => ({
    [Symbol.toPrimitive]: () => {
      throw new Error("swordfish");
    },
  }),
  () => cycle(),
  () => nested(5000),
  () => "x".repeat(200_000),
  () => Array.from({ length: 50_000 }, () => ({ text: "x" })),
  () =>
    JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as unknown,
  // An error that only looks like one that is made for clients.
  () => Object.assign(new Error("swordfish"), { code: "ERR_A2AGEN_CALL", message: { text: "no text" } }),
  () => Object.assign(new Error("half a character \ud800"), { code: "ERR_A2AGEN_CALL" }),
];

function swordfish(): never {
  throw new Error("swordfish");
}

function throwing(trap: keyof ProxyHandler<object>): unknown {
  const handler: ProxyHandler<object> = {
    [trap]: () => {
      throw new Error("swordfish");
    },
  };
  return new Proxy({ status: { state: "TASK_STATE_WORKING" }, parts: [{ text: "a" }] }, handler);
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function cycle(): unknown {
  const own: unknown[] = [];
  own.push({ text: "a", metadata: own });
  return own;
}

function nested(depth: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
}

/** Makes a value anew; shown by the text of its maker. */
export class Made {
  readonly make: () => unknown;

  constructor(make: () => unknown) {
    this.make = make;
  }

  toString(): string {
    return `made(${String(this.make)})`;
  }
}

const anything = fc
  .anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withSparseArray: true,
    withTypedArray: true,
  })
  .map((value) => new Made(() => value));

/** Any value, as hostile as one can think of. */
export const hostileValue: fc.Arbitrary<Made> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...makers).map((make) => new Made(make)) },
  { weight: 2, arbitrary: anything },
);

/** Places of events at which something else may be. */
const holes: readonly ((value: unknown) => unknown)[] = [
  (value) => value,
  (status) => ({ status }),
  (state) => ({ status: { state } }),
  (message) => ({ status: { state: "TASK_STATE_WORKING", message } }),
  (parts) => ({ status: { state: "TASK_STATE_WORKING", message: { parts } } }),
  (part) => ({ status: { state: "TASK_STATE_WORKING", message: { parts: [part] } } }),
  (messageId) => ({
    status: { state: "TASK_STATE_WORKING", message: { messageId, parts: [{ text: "a" }] } },
  }),
  (role) => ({ status: { state: "TASK_STATE_WORKING", message: { role, parts: [{ text: "a" }] } } }),
  (taskId) => ({ taskId, status: { state: "TASK_STATE_WORKING" } }),
  (metadata) => ({ status: { state: "TASK_STATE_WORKING" }, metadata }),
  (artifact) => ({ artifact }),
  (artifactId) => ({ artifact: { artifactId, parts: [{ text: "a" }] } }),
  (parts) => ({ artifact: { artifactId: "a", parts } }),
  (part) => ({ artifact: { artifactId: "a", parts: [part] } }),
  (data) => ({ artifact: { artifactId: "a", parts: [{ data }] } }),
  (text) => ({ artifact: { artifactId: "a", parts: [{ text }] } }),
  (metadata) => ({ artifact: { artifactId: "a", parts: [{ text: "a" }], metadata } }),
  (extensions) => ({ artifact: { artifactId: "a", parts: [{ text: "a" }], extensions } }),
  (append) => ({ artifact: { artifactId: "a", parts: [{ text: "a" }] }, append }),
  (lastChunk) => ({ artifact: { artifactId: "a", parts: [{ text: "a" }] }, lastChunk }),
  (name) => ({ artifact: { artifactId: "a", name, parts: [{ text: "a" }] } }),
  (other) => ({ artifact: { artifactId: "a", parts: [{ text: "a" }] }, other }),
];

/** An event with something hostile in one of its places, or all of it. */
export const hostileEvent: fc.Arbitrary<Made> = fc
  .tuple(fc.constantFrom(...holes), hostileValue)
  .map(([hole, { make }]) => {
    const event = new Made(() => hole(make()));
    event.toString = () => `${String(hole)} with ${String(make)}`;
    return event;
  });
