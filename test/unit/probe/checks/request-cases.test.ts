import { buildCases } from "@a2agen/generators/cases/build-cases.ts";
import { expect, test } from "vitest";
import { findModel } from "../../../../packages/probe/src/core/models.ts";

test("agents are to ignore members of later versions, and may refuse one without a name", async () => {
  const model = await findModel("a2a-1.0");
  if (model === undefined) throw new Error("no model of 1.0");
  const cases = buildCases("lf.a2a.v1.GetTaskRequest", { ...model, base: { id: "t" }, texts: new Map() });
  const unknown = cases.filter(({ mistake, forms }) => mistake === "unknown-field" && forms.includes("json"));
  expect(unknown.map(({ id, verdict }) => `${id.split(": ")[1]}: ${verdict}`)).toEqual([
    "text: accepted",
    "object: accepted",
    "list: accepted",
    "null: accepted",
    "empty name: either",
    "__proto__: accepted",
    "constructor: accepted",
  ]);
});
