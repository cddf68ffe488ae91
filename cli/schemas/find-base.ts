import { schemaHost } from "../../generators/naming/schema-host.ts";
import { parentUrl } from "./site-url.ts";

/**
 * The bases of schemas, of which each `$id` begins with one: those that profiles name, the directory below
 * `schemaHost`, else the directories that are in no other one's.
 */
export function findBases(ids: readonly string[], known: readonly string[]): readonly string[] {
  const directories = ids.map((id) => knownBase(id, known) ?? new URL(".", id).href);
  const bases = new Set(directories);
  return [...bases].filter(
    (base) => ![...bases].some((other) => other !== base && isAbove(other, base, known)),
  );
}

function knownBase(id: string, known: readonly string[]): string | undefined {
  const named = known.find((base) => id.startsWith(base));
  if (named !== undefined) return named;
  if (!id.startsWith(schemaHost)) return undefined;
  const [directory, ...rest] = id.slice(schemaHost.length).split("/");
  return rest.length === 0 ? undefined : `${schemaHost}${directory}/`;
}

/** A directory whose profile says that it is one stands for itself. */
function isAbove(other: string, base: string, known: readonly string[]): boolean {
  return base.startsWith(other) && !known.includes(base) && parentUrl(base) !== schemaHost;
}
