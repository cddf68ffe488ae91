import { isInt32 } from "../core/integer.ts";
import { BinaryError, quote } from "./binary-error.ts";

const unnamed = /^#(?:0|-?[1-9][0-9]{0,9})$/;

/**
 * Stands for a number that an open enum has no name for: "#7", which is the spelling of no value in
 * any dialect. Strict decoding refuses it with the code "enum"; the lenient mode keeps it, and
 * `fromEnumText` makes the number of it again.
 */
export function toEnumText(number: number): string {
  return `#${number}`;
}

/** The number of such a text; throws a BinaryError for any other value. */
export function fromEnumText(enumName: string, value: unknown): number {
  const number = typeof value === "string" && unnamed.test(value) ? Number(value.slice(1)) : Number.NaN;
  return isInt32(number) ? number : refuseEnum(enumName, value);
}

/** A number that an open enum has no name for; throws a BinaryError for any other value. */
export function checkEnumNumber(enumName: string, value: unknown): number {
  return typeof value === "number" && isInt32(value) ? value : refuseEnum(enumName, value);
}

/** Throws a BinaryError for an unknown value of a closed enum. */
export function refuseEnum(enumName: string, value: unknown): never {
  throw new BinaryError(`expected a value of ${enumName}, got ${quote(value)}`);
}
