import type { DescMessage } from "@bufbuild/protobuf";

/** True when the message is, or can at any depth contain, a message of which the predicate holds. */
export function reaches(desc: DescMessage, predicate: (desc: DescMessage) => boolean): boolean {
  const seen = new Set<DescMessage>();
  function visit(current: DescMessage): boolean {
    if (seen.has(current)) return false;
    seen.add(current);
    if (predicate(current)) return true;
    return current.fields.some((field) => field.message !== undefined && visit(field.message));
  }
  return visit(desc);
}

/** Messages that can carry google.protobuf.Any: their codecs take a registry of types. */
export function reachesAny(desc: DescMessage): boolean {
  return reaches(desc, ({ typeName }) => typeName === "google.protobuf.Any");
}

const mergedAsText: ReadonlySet<string> = new Set(["google.protobuf.Timestamp", "google.protobuf.Duration"]);

/** Messages that can carry a time, of which two halves cannot be merged once they are text. */
export function reachesTime(desc: DescMessage): boolean {
  return reaches(desc, ({ typeName }) => mergedAsText.has(typeName));
}
