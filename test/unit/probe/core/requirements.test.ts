import { expect, test } from "vitest";
import { namedChecks } from "../../../../packages/probe/src/checks/all-checks.ts";
import { cardIds, discoveryIds } from "../../../../packages/probe/src/checks/discovery-checks.ts";
import { countChecks } from "../../../../packages/probe/src/checks/request-checks.ts";
import { everywhere } from "../../../../packages/probe/src/core/judge-form.ts";
import { requirementIn } from "../../../../packages/probe/src/core/requirement-in.ts";
import {
  groups,
  isFor,
  type RequirementId,
  requirementOf,
  requirements,
} from "../../../../packages/probe/src/core/requirements.ts";
import { manifestIds } from "../../../../packages/probe/src/extensions/extension-checks.ts";

const generated = [
  "requests.validated",
  "requests.validation-code",
  "requests.names-field",
  "requests.accepts",
  "requests.survives",
] as const;

test("each requirement has a check, and each check a requirement", () => {
  const covered = [...namedChecks, countChecks.after].flatMap(({ covers }) => covers);
  const written = [...discoveryIds, ...cardIds, ...everywhere, ...manifestIds];
  const all = new Set<string>([...covered, ...written, ...generated]);
  expect([...all].sort()).toEqual(Object.keys(requirements).sort());
});

test("identifiers of checks are unique, and begin with a group", () => {
  const ids = namedChecks.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const names = new Set(Object.keys(groups));
  expect(Object.keys(requirements).filter((id) => !names.has(id.split(".")[0] ?? ""))).toEqual([]);
});

/** The headings that older specifications have, of the parts that requirements are about. */
const headings = {
  "0.3": `3.1 3.2 3.2.1 3.2.2 3.2.3 3.3.1 3.3.2 3.3.3 3.4.1 3.4.2 3.5.3 4.1 4.2 4.3 4.4 4.5 4.6
    5.1 5.2 5.3 5.4 5.5 5.5.1 5.5.2 5.5.2.1 5.5.3 5.5.4 5.5.5 5.5.6 5.6 5.6.1 5.6.2 5.6.3 5.6.4
    6 6.1 6.2 6.3 6.4 6.5 6.7 6.8 6.9 6.10 6.11 6.12
    7.1 7.1.1 7.2 7.2.1 7.2.2 7.2.3 7.3 7.3.1 7.4 7.4.1 7.5 7.6 7.6.1 7.7 7.7.1 7.8 7.8.1 7.9 7.10
    8 8.1 8.2 9.1 9.2 9.3 9.4 9.5 10.2 11.1.5`,
  draft: `3.1.1 3.1.2 3.1.3 3.1.4 3.1.5 3.1.6 3.1.7 3.1.8 3.1.9 3.1.10 3.1.11
    3.2.2 3.2.4 3.2.6 3.3.1 3.3.2 3.3.4 3.4.1 3.4.2 3.5.2 3.6
    4.1.1 4.1.2 4.1.4 4.1.9 4.2.1 4.2.2 4.3.1 4.3.3 4.4.1 4.4.5 4.4.6 4.6 4.6.3 5.1 5.4 5.6.1 5.7 7.1 7.4
    8.2 8.3.1 8.4.2 8.4.3 9.1 9.3 9.4.2 9.4.8 9.5 10.1 10.3 10.6 11.1 11.3 11.5 11.6 13.1 13.2 13.3 13.4`,
} as const;

test.each(["0.3", "draft"] as const)(
  "sections in %s are those of its text, or said to be of 1.0",
  (version) => {
    const known = new Set(headings[version].split(/\s+/));
    const bindings = ["JSONRPC", "HTTP+JSON", "GRPC"];
    const stray = (Object.keys(requirements) as RequirementId[])
      .filter((id) => bindings.some((binding) => isFor(requirementOf(id), version, binding)))
      .map((id) => [id, requirementIn(id, version)] as const)
      .filter(
        ([, { section, level }]) => !known.has(section) && !(section.endsWith(" of 1.0") && level === "MAY"),
      );
    expect(stray).toEqual([]);
  },
);
