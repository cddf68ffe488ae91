import { expect, test } from "vitest";
import { namedChecks } from "../../../../packages/probe/src/checks/all-checks.ts";
import { inOrder } from "../../../../packages/probe/src/checks/in-order.ts";
import type { Check } from "../../../../packages/probe/src/core/check.ts";

type Row = Pick<Check, "id" | "needs" | "makes" | "usesUp">;

function order(rows: readonly Row[]): readonly string[] {
  const checks = rows.map((row) => ({ covers: [], *run() {}, ...row }));
  return inOrder(checks).map(({ id }) => id);
}

const cases: readonly { name: string; given: readonly Row[]; want: readonly string[] }[] = [
  { name: "checks that need nothing stay as listed", given: [{ id: "b" }, { id: "a" }], want: ["b", "a"] },
  {
    name: "what makes something comes before what needs it",
    given: [{ id: "needs", needs: ["task"] }, { id: "other" }, { id: "makes", makes: ["task"] }],
    want: ["other", "makes", "needs"],
  },
  {
    name: "what uses something up comes after what needs it",
    given: [
      { id: "ends", needs: ["open task"], usesUp: ["open task"] },
      { id: "makes", makes: ["open task"] },
      { id: "needs", needs: ["open task"] },
    ],
    want: ["makes", "needs", "ends"],
  },
  {
    name: "what goes on with what there is stays behind what it is listed after",
    given: [
      { id: "begins", makes: ["task", "text"] },
      { id: "goes on", needs: ["task"], makes: ["task"] },
      { id: "opens", needs: ["task"], makes: ["open task", "text"] },
    ],
    want: ["begins", "goes on", "opens"],
  },
];

test.each(cases)("$name", ({ given, want }) => expect(order(given)).toEqual(want));

test("checks that wait for each other are told", () => {
  const given: readonly Row[] = [
    { id: "a", needs: ["task"], makes: ["stream"] },
    { id: "b", needs: ["stream"], makes: ["task"] },
  ];
  expect(() => order(given)).toThrow(new TypeError("checks wait for each other: a, b"));
});

test("the order of checks does not depend on how they are listed", () => {
  const at = new Map(inOrder(namedChecks.toReversed()).map(({ id }, index) => [id, index] as const));
  const isAfter = (id: string, other: string): boolean => (at.get(id) ?? 0) > (at.get(other) ?? 0);
  expect(isAfter("http.query", "send.context")).toBe(true);
  expect(isAfter("list.pages", "send.context")).toBe(true);
  expect(isAfter("cancel.running", "push.life")).toBe(true);
  expect(isAfter("push.send-config", "push.delivery")).toBe(true);
});
