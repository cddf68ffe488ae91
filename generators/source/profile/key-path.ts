import { parsePointer } from "../../json-schema/json-pointer.ts";

/** Keys and list positions from the root of a document to a value. */
export type KeyPath = readonly (string | number)[];

/** Prints "errors[0].http" and `fields["a2a.v1.Task.id"].pattern`; the root is "". */
export function printKeyPath(path: KeyPath): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `${text}[${JSON.stringify(key)}]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}

/** Reads a JSON pointer into a document, whose lists tell positions from keys. */
export function parseJsonPointer(pointer: string, root: unknown): KeyPath {
  const path: (string | number)[] = [];
  let value = root;
  for (const key of parsePointer(pointer) ?? []) {
    path.push(Array.isArray(value) ? Number(key) : key);
    value = Object.entries(value ?? {}).find(([name]) => name === key)?.[1];
  }
  return path;
}
