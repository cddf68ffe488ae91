import type { Loss } from "./translator.ts";

/** The losses of a call on its way to the other version, or back. */
export interface CallLosses {
  /** Name of the method that was called, in the newer version. */
  readonly method: string;
  /** The part with the losses: the request, the answer or one event of it, or the options of the call. */
  readonly of: "request" | "response" | "options";
  readonly losses: readonly Loss[];
}

/** The hook of a translated transport. */
export interface TranslateTransportOptions {
  /** Called with the losses of a call, at every call. Default: nothing. */
  readonly onLosses?: (losses: CallLosses) => void;
}
