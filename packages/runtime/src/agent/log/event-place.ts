import type { CallContext } from "../../service/index.ts";
import type { AgentCore } from "../core/agent-core.ts";
import { TaskCount } from "../store/task-count.ts";

/**
 * Names the place of the next event: the number of the log's entry, after that of the event before it.
 * Numbers alone would not tell a loss from an entry that is no event.
 */
export function markEvent(call: CallContext, before: number, version: number): void {
  call.mark?.(`${before}-${version}`);
}

/**
 * The number of the last event that the client has; undefined where it names none from which the log
 * continues. A client that counts may name the generation of the event, as "g7": over gRPC events have no
 * identifiers.
 */
export async function lastEventOf(
  core: AgentCore,
  call: CallContext,
  { id, version, compacted }: { readonly id: string; readonly version: number; readonly compacted: number },
): Promise<number | undefined> {
  const [, place, generation] =
    /^(?:\d+-(\d{1,15})|g(\d{1,15}))$/.exec(call.header("last-event-id") ?? "") ?? [];
  if (place !== undefined) {
    return Number(place) > version || Number(place) < compacted ? undefined : Number(place);
  }
  if (generation === undefined || compacted > 0 || !core.counts(call)) return undefined;
  const count = new TaskCount();
  const entries = generation === "1" ? [] : await core.store.entries(id, 0, version);
  let number = 0;
  for (const entry of entries) {
    if (count.generation >= Number(generation)) break;
    count.add(entry);
    number++;
  }
  return count.generation === Number(generation) ? number : undefined;
}
