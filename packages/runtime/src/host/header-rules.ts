import type { CallContext } from "../service/call-context.ts";
import { CallError } from "../service/call-error.ts";
import type { ExtensionHeader } from "../service/extension-support.ts";
import { show } from "../service/service-parameters.ts";

/** A header of an extension, with what its value matches. */
export interface HeaderRule extends ExtensionHeader {
  readonly matches: RegExp | undefined;
}

export function toHeaderRule(header: ExtensionHeader): HeaderRule {
  const { pattern } = header;
  return { ...header, matches: pattern === undefined ? undefined : new RegExp(`^(?:${pattern})$`, "u") };
}

/** Throws INVALID_ARGUMENT for a header that is not there, or has another value. */
export function checkHeader(
  { name, required, pattern, matches }: HeaderRule,
  uri: string,
  context: CallContext,
): void {
  const value = context.header(name);
  if (value === undefined && !required) return;
  if (value !== undefined && (matches === undefined || matches.test(value))) return;
  const expected = pattern === undefined ? "a value" : `a value that matches ${pattern}`;
  const found = value === undefined ? "no header" : show(value);
  throw new CallError("INVALID_ARGUMENT", `header ${name} of ${uri}: expected ${expected}, found ${found}`);
}
