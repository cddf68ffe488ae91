import * as proto03 from "@a2agen/a2a-0.3/proto";
import * as current from "@a2agen/a2a-1.0";
import * as draft from "@a2agen/a2a-1.0-draft";
import type { BinaryType } from "@a2agen/runtime/binary";
import { isObject } from "../../../runtime/core/object.ts";

/** The binary types of every version, by its name; those of 0.3 are of its proto, whose JSON is another. */
export const binaryTypes: ReadonlyMap<string, readonly BinaryType[]> = new Map([
  ["a2a-1.0", typesOf(current)],
  ["a2a-1.0-draft", typesOf(draft)],
  ["a2a-0.3", typesOf(proto03)],
]);

function typesOf(module: object): readonly BinaryType[] {
  return Object.entries(module)
    .filter(([name, value]) => name.endsWith("Binary") && isBinaryType(value))
    .map(([, value]) => value as BinaryType);
}

function isBinaryType(value: unknown): boolean {
  return isObject(value) && typeof value["encode"] === "function" && typeof value["decode"] === "function";
}
