import { defined } from "../core/object.ts";
/** The name of an extension on the wire: `discount`, `discount@2026-01-27`, `com.example.gifts`. */
export interface ExtensionName {
  /** The whole, as it stands on the wire. */
  readonly text: string;
  /** Without the version. */
  readonly identifier: string;
  /** A day, YYYY-MM-DD; absent asks for the latest stable version (ACP extensions, 6.2). */
  readonly version?: string;
  /** Whether the name is a third party's, in reverse-domain form (3.5). */
  readonly isReverseDomain: boolean;
}

/** No name is longer; in UTF-16 code units. */
const longest = 255;

const identifierForm = /^[a-z][a-z0-9_-]*(?:\.[a-z0-9][a-z0-9_-]*)*$/;

/**
 * Reads a name: lowercase letters, digits, "-" and "_", in parts joined by dots, and behind "@" a day
 * that exists (ACP extensions, 3.5 and 6.2). Undefined for everything else.
 */
export function parseExtensionName(value: unknown): ExtensionName | undefined {
  if (typeof value !== "string" || value.length > longest) return undefined;
  const [identifier = "", version, ...rest] = value.split("@");
  if (rest.length > 0 || !identifierForm.test(identifier)) return undefined;
  if (version !== undefined && !isDay(version)) return undefined;
  return defined({ text: value, identifier, version, isReverseDomain: identifier.includes(".") });
}

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
