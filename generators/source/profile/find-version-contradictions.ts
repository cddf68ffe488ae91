import type { VersionsData } from "../../model/versions-types.ts";
import { joinWithOr } from "./describe-value.ts";
import type { ProfileFinding } from "./profile-finding.ts";

/** Finds what a schema cannot: rows of the table of versions that name others which are not there. */
export function findVersionContradictions({ current, versions }: VersionsData): readonly ProfileFinding[] {
  const names = versions.map(({ name }) => name);
  const expected = joinWithOr(names);
  const repeated = names.flatMap((name, index): readonly ProfileFinding[] =>
    names.indexOf(name) === index
      ? []
      : [
          {
            code: "duplicate",
            path: ["versions", index, "name"],
            at: "value",
            expected: "each version once",
          },
        ],
  );
  const unknown = versions.flatMap((row, index) =>
    (["formOf", "addsTo"] as const).flatMap((key): readonly ProfileFinding[] => {
      const named = row[key];
      return named === undefined || (names.includes(named) && named !== row.name)
        ? []
        : [{ code: "contradiction", path: ["versions", index, key], at: "value", expected }];
    }),
  );
  return [
    ...repeated,
    ...unknown,
    ...(names.includes(current)
      ? []
      : [{ code: "contradiction", path: ["current"], at: "value", expected } as const]),
  ];
}
