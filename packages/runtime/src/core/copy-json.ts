type Container = Record<string | number, unknown>;

/** Checked for free within for-in, unlike Object.hasOwn. */
export const hasOwn = Object.prototype.hasOwnProperty;

/** Copies without a look at what was copied before; a larger value might be without end. */
const most = 100_000;

/**
 * Copies arrays and plain objects at any depth with their own enumerable properties, and keeps
 * everything else by reference. Where a value contains itself, so does the copy.
 */
export function copyJson<T>(value: T): T {
  if (!isCopied(value)) return value;
  // A copy has the properties of its original.
  return (copyTree(value, undefined) ?? copyTree(value, new Map())) as T;
}

/** Undefined for a value with too many objects, unless `copies` has the copies of those already seen. */
function copyTree(value: Container, copies: Map<Container, Container> | undefined): Container | undefined {
  let left = copies === undefined ? most : Number.POSITIVE_INFINITY;
  const root = copyContainer(value);
  const pending = [root];
  copies?.set(value, root);
  const copyInner = (target: Container, key: string | number): void => {
    const child = target[key];
    if (!isCopied(child)) return;
    const known = copies?.get(child);
    const copy = known ?? copyContainer(child);
    setEntry(target, key, copy);
    if (known !== undefined) return;
    copies?.set(child, copy);
    pending.push(copy);
    left--;
  };
  for (let target = pending.pop(); target !== undefined; target = pending.pop()) {
    if (left < 0) return undefined;
    if (Array.isArray(target)) for (let index = 0; index < target.length; index++) copyInner(target, index);
    else for (const key in target) if (hasOwn.call(target, key)) copyInner(target, key);
  }
  return root;
}

/** Sets an own property under any key; a plain assignment of "__proto__" would set the prototype. */
export function setEntry<T>(object: { [key: string]: T }, key: string | number, value: T): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
  } else {
    object[key] = value;
  }
}

function isObject(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

function isCopied(value: unknown): value is Container {
  return isObject(value) && (Array.isArray(value) || isPlain(value));
}

/** Whether an object is neither of a class nor exotic; it may be of another realm. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // Objects of another realm have a prototype of that realm, which has itself none.
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

function copyContainer(value: Container): Container {
  // Spreading defines properties, "__proto__" included, and never calls a setter.
  return Array.isArray(value) ? ([...value] as unknown as Container) : { ...value };
}
