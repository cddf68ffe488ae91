/** True for objects that JSON writes with braces: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of an object's own property; undefined for inherited ones. */
export function own(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Readonly<Record<string, unknown>>)[name] : undefined;
}

export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
}

/** The text of a caught value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of a caught error, such as ENOENT or ERR_A2AGEN_DECODE; undefined without one. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && (error as { readonly code?: unknown }).code;
  return typeof code === "string" ? code : undefined;
}

/** An object without its undefined properties: those that may be undefined become optional. */
export type Defined<T> = {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** Copies an object without undefined properties, for exactOptionalPropertyTypes. Not for hot paths. */
export function defined<const T extends object>(object: T): Defined<T> {
  // fromEntries makes own properties even of \"__proto__\".
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
}
