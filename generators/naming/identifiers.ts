/** Words that TypeScript refuses, or gives another meaning, as the name of a type or a module-level value. */
const reserved: ReadonlySet<string> = new Set(
  (
    "break case catch class const continue debugger default delete do else enum export extends false finally " +
    "for function if import in instanceof new null return super switch this throw true try typeof var void " +
    "while with yield let static implements interface package private protected public await async of " +
    "arguments as eval any unknown never number bigint boolean string symbol object undefined globalThis " +
    "asserts infer is keyof unique readonly require module exports"
  ).split(" "),
);

/** The name itself, with a "$" behind it when TypeScript reserves it. */
export function toIdentifier(name: string): string {
  return reserved.has(name) ? `${name}$` : name;
}

/** A property name as it stands in an object type or literal: quoted unless it is an identifier. */
export function toPropertyName(name: string): string {
  // Written otherwise, it would set the prototype of the object.
  if (name === "__proto__") return '["__proto__"]';
  return isIdentifierName(name) ? name : JSON.stringify(name);
}

/** Whether every object has something under this name without a property of its own. */
export function isInheritedName(name: string): boolean {
  return name in Object.prototype;
}

/** "m.text" or "m["a-b"]". */
export function toPropertyAccess(object: string, name: string): string {
  return isIdentifierName(name) ? `${object}.${name}` : `${object}[${JSON.stringify(name)}]`;
}

function isIdentifierName(name: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name);
}
