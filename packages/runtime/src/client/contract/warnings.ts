import type { CallLosses } from "../../versions/translate/call-losses.ts";
import type { ConnectionWarning } from "./connect-options.ts";
import type { StreamGap } from "./retry-options.ts";

/** Most warnings that are kept, since a peer can cause any number of them. */
const maximumWarnings = 100;

/** Keeps the warnings of a connection and passes them on. */
export class WarningList {
  readonly list: ConnectionWarning[] = [];
  readonly #onWarning: ((warning: ConnectionWarning) => void) | undefined;

  constructor(onWarning: ((warning: ConnectionWarning) => void) | undefined) {
    this.#onWarning = onWarning;
  }

  add(warning: ConnectionWarning): void {
    if (this.list.length < maximumWarnings) this.list.push(warning);
    this.#onWarning?.(warning);
  }
}

/** Warns of events of streams that may be missing, after the caller was told. */
export function warnOfGaps(
  warnings: WarningList,
  onGap: ((gap: StreamGap) => void) | undefined,
): (gap: StreamGap) => void {
  return (gap) => {
    onGap?.(gap);
    const rest = gap.isFilled ? "the task as it is now stands in for them" : "the task cannot be read either";
    const message = `the connection broke, and the server does not send the events between again: ${rest}`;
    warnings.add({ about: "stream", path: gap.taskId, message });
  };
}

/** Most places that are remembered, since a peer chooses the keys of maps. */
const maximumPlaces = 1000;

/** Warns of the losses of calls between two versions, once for each place in a method's messages. */
export function warnOfLosses(warnings: WarningList): (losses: CallLosses) => void {
  const seen = new Set<string>();
  return ({ method, of, losses }) => {
    for (const { path, message } of losses) {
      const place = `${method}: ${path.replaceAll(/\[\d+\]/g, "[]")}`;
      const key = `${of} ${place}`;
      if (seen.has(key) || seen.size >= maximumPlaces) continue;
      seen.add(key);
      warnings.add({ about: "translation", path: place, message });
    }
  };
}
