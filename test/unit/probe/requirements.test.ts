import { expect, test } from "vitest";
import { namedChecks } from "../../../probe/checks/all-checks.ts";
import { cardIds, discoveryIds } from "../../../probe/checks/discovery-checks.ts";
import { countChecks } from "../../../probe/checks/request-checks.ts";
import { everywhere } from "../../../probe/judge-form.ts";
import { groups, requirements } from "../../../probe/requirements.ts";

const generated = [
  "requests.validated",
  "requests.validation-code",
  "requests.names-field",
  "requests.accepts",
  "requests.survives",
] as const;

test("each requirement has a check, and each check a requirement", () => {
  const covered = [...namedChecks, countChecks.after].flatMap(({ covers }) => covers);
  const all = new Set<string>([...covered, ...discoveryIds, ...cardIds, ...everywhere, ...generated]);
  expect([...all].sort()).toEqual(Object.keys(requirements).sort());
});

test("identifiers of checks are unique, and begin with a group", () => {
  const ids = namedChecks.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const names = new Set(Object.keys(groups));
  expect(Object.keys(requirements).filter((id) => !names.has(id.split(".")[0] ?? ""))).toEqual([]);
});
