import type { StreamResponse } from "@a2agen/a2a-1.1-dev";
import type { TaskEntry } from "@a2agen/runtime/agent";
import { countPieces } from "./count-pieces.ts";

/** What a client was told of a task, over one connection or many. */
export interface FollowedStream {
  readonly taskId: string;
  readonly events: readonly StreamResponse[];
  /** Whether its events have generations, as those of 1.1. */
  readonly isCounted: boolean;
}

/**
 * What is wrong with a stream. It is the log from where its first task stands to the end, each event once, in
 * order. Each update of a log is one generation, since the task gets no second message.
 */
export function checkFollowed(
  { events, isCounted }: FollowedStream,
  log: readonly TaskEntry[],
): string | undefined {
  const [first, ...rest] = events;
  const updates = log.filter((entry) => "statusUpdate" in entry || "artifactUpdate" in entry);
  if (first?.task === undefined) return "it begins without a task";
  const before = updates.slice(0, updates.length - rest.length);
  const parts = before.filter((entry) => "artifactUpdate" in entry).length;
  const known = countPieces(first.task.artifacts);
  if (parts !== known) return `its task has ${known} parts, and ${parts} came before what followed`;
  const expected = updates.slice(before.length);
  const wrong = rest.findIndex((event, at) => toText(event) !== toText(expected[at]));
  if (wrong >= 0) return `event ${wrong + 1} of ${rest.length} is not that of the log`;
  const begin = before.length + 1;
  const wanted = events.map((_, at) => (isCounted ? String(begin + at) : undefined)).join(" ");
  const found = events.map(generationOf).join(" ");
  return found === wanted ? undefined : `its generations are ${found}, expected ${wanted}`;
}

function generationOf({ task, statusUpdate, artifactUpdate }: StreamResponse): string | undefined {
  return (task ?? statusUpdate ?? artifactUpdate)?.generation;
}

/** Beside the events of the log. */
const added = new Set(["generation", "timeline", "startGeneration", "endGeneration"]);

/** Equal for any order of properties, version and form of times: gRPC shortens full seconds. */
function toText(value: unknown): string {
  return JSON.stringify(value, (key, member: unknown) => {
    if (key === "timestamp") return Date.parse(String(member));
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    const kept = Object.entries(member).filter(([name]) => !added.has(name));
    return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
