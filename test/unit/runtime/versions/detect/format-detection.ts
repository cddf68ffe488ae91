import { formatIssue } from "@a2agen/runtime";
import type { Detection, Finding } from "@a2agen/runtime/versions";

/** A detection as lines of text: "+" for what fits, "~" for what nearly does. */
export function formatDetection({ candidates, nearest, reason }: Detection): readonly string[] {
  return [
    ...(reason === undefined ? [] : [`! ${reason}`]),
    ...candidates.map((candidate) =>
      [`+ ${candidate.certainty} ${formatFinding(candidate)}`, ...candidate.unknownFields].join(" -"),
    ),
    ...nearest.map((miss) =>
      [
        `~ ${formatFinding(miss)}${miss.isReadLeniently ? " (leniently)" : ""}`,
        ...miss.issues.map((issue) => `    ${formatIssue(issue)}`),
      ].join("\n"),
    ),
  ];
}

function formatFinding({ dialect, what, typeName, at, methods, error }: Finding): string {
  return [dialect, what, typeName, ...at.map((name) => `at ${name}`), methods.join(", "), error ?? ""]
    .filter((word) => word !== "")
    .join(" ");
}
