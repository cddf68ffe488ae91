import type { CallOptions } from "../service/call-context.ts";
import type { Protocol } from "../service/protocol.ts";

/**
 * Reads from the headers of an answer which of the extensions that a call asks for are active, for
 * `onActivated`. What a server names beyond these is left out: nobody here follows it.
 */
export function tellActivated(
  options: CallOptions,
  { extensionsParameter }: Protocol,
): Pick<CallOptions, "onHeaders"> {
  const { onActivated, onHeaders, extensions = [] } = options;
  if (onActivated === undefined || extensionsParameter === undefined) return {};
  const { name, aliases, newerNames = [] } = extensionsParameter;
  const names = [name, ...aliases, ...newerNames].map((entry) => entry.toLowerCase());
  return {
    onHeaders(headers) {
      onHeaders?.(headers);
      const header = names.find((entry) => Object.hasOwn(headers, entry));
      const named = new Set(header === undefined ? [] : headers[header]?.split(",").map((uri) => uri.trim()));
      onActivated(extensions.filter((uri) => named.has(uri)));
    },
  };
}
