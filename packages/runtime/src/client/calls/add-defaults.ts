import { linkSignals } from "../../core/on-abort.ts";
import type { CallOptions } from "../../service/call-context.ts";
import type { ClientProtocol } from "../../service/protocol.ts";
import type { ClientInterceptor } from "../../service/transport.ts";
import { changeCalls } from "./change-calls.ts";

export interface CallDefaults {
  /** Ends every call. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number | undefined;
  /** Sent with every call, before the call's own. */
  readonly extensions: () => readonly string[];
  /** The version in use. */
  readonly protocol: ClientProtocol;
}

/** Gives every call the connection's signal, time limit and extensions. */
export function addDefaults(defaults: CallDefaults): ClientInterceptor {
  return changeCalls((options) => {
    const { signal, timeoutMs = defaults.timeoutMs } = options;
    const extensions = [...new Set([...defaults.extensions(), ...(options.extensions ?? [])])];
    const { controller, release } = linkSignals(defaults.signal, signal);
    return {
      options: {
        ...options,
        ...(extensions.length > 0 && { extensions }),
        ...(timeoutMs !== undefined && { timeoutMs }),
        ...reportActivated({ ...options, extensions }, defaults.protocol),
        signal: controller.signal,
      },
      done: release,
    };
  });
}

/** Calls `onActivated` with the requested extensions that the headers of the answer name. */
function reportActivated(
  options: CallOptions,
  { extensionsParameter }: ClientProtocol,
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
