import { formatIssue } from "@a2agen/runtime";
import type { Detection, Finding, NearMiss } from "@a2agen/runtime/versions";

export interface Choice {
  /** Name of the wanted version. */
  readonly to: string;
  /** Whether the user named the type, so that it is no guess however much is missing. */
  readonly isNamed: boolean;
  /** Names of the types of cards. */
  readonly cards: ReadonlySet<string>;
}

/**
 * Chooses the findings by which a value is translated, all of one version unless several versions are equally
 * good; returns the reason when no version fits. A value that is valid in the wanted version is of that
 * version, and one that lacks only a field or two, which the lenient mode fills in, has the type that it
 * nearly has.
 */
export function chooseFindings(
  { candidates, nearest, reason }: Detection,
  { to, isNamed, cards }: Choice,
): readonly Finding[] | string {
  const [best] = candidates;
  const [miss] = nearest;
  // A card that a client can use is a candidate; what is missing in others is no detail.
  const isFilledIn = (each: NearMiss): boolean =>
    !cards.has(each.typeName) && lacksOnly(each, isNamed ? undefined : maximumFilledIn);
  const isMissing = miss !== undefined && isFilledIn(miss);
  if (best !== undefined && (best.unknownFields.length === 0 || !isMissing)) {
    const equals = candidates.filter(
      ({ at, unknownFields, requiredFields, certainty }) =>
        unknownFields.length === best.unknownFields.length &&
        certainty === best.certainty &&
        // A response may be that of several methods; of a value by itself, the most specific type counts.
        (at.length > 0 || requiredFields === best.requiredFields),
    );
    const wanted = equals.filter(({ dialect }) => dialect === to);
    return wanted.length > 0 ? wanted : equals;
  }
  if (miss !== undefined && isMissing) {
    const asNear = nearest.filter((each) => isFilledIn(each) && each.issues.length === miss.issues.length);
    return asNear.filter(({ dialect }) => dialect === miss.dialect || dialect === to);
  }
  return describeNothing(reason, miss);
}

/** With more fields filled in, the type would be a guess. */
const maximumFilledIn = 2;

/** True if at most so many fields are missing, in any number of places, and nothing else is wrong. */
function lacksOnly({ isReadLeniently, issues }: NearMiss, most = Number.POSITIVE_INFINITY): boolean {
  const fields = new Set(issues.map(({ segments }) => segments.at(-1)));
  return isReadLeniently && fields.size <= most && issues.every(({ code }) => code === "required");
}

function describeNothing(reason: string | undefined, miss: NearMiss | undefined): string {
  if (miss === undefined) return reason ?? "no known version";
  const shown = miss.issues.slice(0, 3).map((issue) => formatIssue(issue));
  const more = miss.issues.length > shown.length ? [`and ${miss.issues.length - shown.length} more`] : [];
  const method = miss.what === "request" ? ` of ${miss.methods.join(", ")}` : "";
  return `no known version accepts it; nearest is ${miss.typeName}${method}: ${[...shown, ...more].join("; ")}`;
}
