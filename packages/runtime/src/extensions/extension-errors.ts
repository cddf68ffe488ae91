import { defined } from "../core/object.ts";
import { CallError, isCallError, type ProtocolErrorInit } from "../service/call-error.ts";
import type { StatusName } from "../service/status.ts";

/** An error of an extension in every binding. */
export interface ExtensionErrorRow {
  readonly status: StatusName;
  readonly http: number;
  /** Absent for an error that has no code of its own: JSON-RPC has that of the status then. */
  readonly jsonRpc?: number;
  /** The text of the error unless another one is given. */
  readonly description: string;
}

/** The errors of an extension, by name. */
export interface ExtensionErrors<Name extends string> {
  readonly errors: { readonly [name in Name]: ExtensionErrorRow };
  /** Makes an error, for a handler to throw. */
  error(name: Name, message?: string, init?: ProtocolErrorInit): CallError;
  /** Whether what a call threw is an error of the extension, and the one with this name if one is given. */
  isError(error: unknown, name?: Name): error is CallError;
}

/** Makes what is to do with the errors of the extension with these URIs, its own first. */
export function createErrors<Name extends string>(
  errors: ExtensionErrors<Name>["errors"],
  uris: readonly string[],
): ExtensionErrors<Name> {
  const names = Object.keys(errors) as Name[];
  return {
    errors,
    error(name, message, init) {
      const { status, http, jsonRpc, description } = errors[name];
      const codes = defined({ http, jsonRpc, domain: uris[0] });
      return new CallError(status, message ?? description, { ...init, ...codes, name, reason: name });
    },
    isError: (error, name): error is CallError =>
      isCallError(error) &&
      !isOfOther(error, uris) &&
      (name === undefined ? names : [name]).some((one) => isThat(error, one, errors[one].jsonRpc)),
  };
}

/** Whether an error says that it is of another extension, which may have the same names. */
function isOfOther({ domain }: CallError, uris: readonly string[]): boolean {
  return domain?.includes(":") === true && !uris.includes(domain);
}

/** Peers that give no reason have the code alone; one that gives another reason means another error. */
function isThat({ reason, status, jsonRpc }: CallError, name: string, code: number | undefined): boolean {
  return reason === name || (reason === status && code !== undefined && jsonRpc === code);
}
