import type { CallContext } from "../../service/index.ts";

/**
 * Names the place of the next event: the number of the log's entry, after that of the event before it. Numbers alone
 * would not tell a loss from an entry that is no event.
 */
export function markEvent(call: CallContext, before: number, version: number): void {
  call.mark?.(`${before}-${version}`);
}

/** The number of the last event that the client has; undefined where it names none that the log has. */
export function lastEventOf(call: CallContext, version: number): number | undefined {
  const [, number] = /^\d+-(\d{1,15})$/.exec(call.header("last-event-id") ?? "") ?? [];
  if (number === undefined || Number(number) > version) return undefined;
  return Number(number);
}
