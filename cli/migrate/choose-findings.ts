import { formatIssue } from "@a2agen/runtime";
import type { Detection, Finding, NearMiss } from "@a2agen/runtime/versions";

export type Choice =
  /** What the value may be: equally good findings, all of one version unless they say what is equally good in several. */
  | { readonly kind: "some"; readonly findings: readonly Finding[] }
  | { readonly kind: "none"; readonly reason: string };

/**
 * Decides what a value is taken for. What is valid in the wanted version as well as in others is of the
 * wanted one; what lacks only one or two fields that the lenient mode fills in is taken for what it nearly is.
 */
export function chooseFindings({ candidates, nearest, reason }: Detection, to: string): Choice {
  const [best] = candidates;
  const [miss] = nearest;
  const isMissing = miss !== undefined && isFilledIn(miss);
  if (best !== undefined && (best.unknownFields.length === 0 || !isMissing)) {
    const equals = candidates.filter(
      ({ at, unknownFields, requiredFields, certainty }) =>
        unknownFields.length === best.unknownFields.length &&
        certainty === best.certainty &&
        // A response may be what several methods return; a value by itself is what says most about it.
        (at.length > 0 || requiredFields === best.requiredFields),
    );
    const wanted = equals.filter(({ dialect }) => dialect === to);
    return { kind: "some", findings: wanted.length > 0 ? wanted : equals };
  }
  if (miss !== undefined && isMissing) {
    const asNear = nearest.filter((each) => isFilledIn(each) && each.issues.length === miss.issues.length);
    const dialect = asNear.some((each) => each.dialect === to) ? to : miss.dialect;
    const equals = asNear.filter((each) => each.dialect === dialect);
    return { kind: "some", findings: equals };
  }
  return { kind: "none", reason: describeNothing(reason, miss) };
}

/** How many fields may be filled in for a value still to be what its author meant. */
const maximumFilledIn = 2;

/** Whether nothing is wrong but fields that are missing, and few of them, however often. */
function isFilledIn({ isReadLeniently, issues }: NearMiss): boolean {
  const fields = new Set(issues.map(({ segments }) => segments.at(-1)));
  return isReadLeniently && fields.size <= maximumFilledIn && issues.every(({ code }) => code === "required");
}

function describeNothing(reason: string | undefined, miss: NearMiss | undefined): string {
  if (miss === undefined) return reason ?? "no known version";
  const shown = miss.issues.slice(0, 3).map((issue) => formatIssue(issue));
  const more = miss.issues.length > shown.length ? [`and ${miss.issues.length - shown.length} more`] : [];
  const method = miss.what === "request" ? ` of ${miss.methods.join(", ")}` : "";
  return `no known version accepts it; nearest is ${miss.typeName}${method}: ${[...shown, ...more].join("; ")}`;
}
