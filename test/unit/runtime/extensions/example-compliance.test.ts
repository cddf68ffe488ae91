import { describe, expect, test } from "vitest";
import {
  type Compliance,
  ComplianceExtension,
  compliance,
  complianceOf,
} from "../../../../examples/compliance/src/index.ts";
import { answer, bindingNames, say, startAgent } from "./start-agent.ts";

const facts: Compliance = {
  controller: "Example Ltd",
  contact: "privacy@example.com",
  countries: ["DE", "IE"],
  retentionDays: 0,
  lawfulBasis: "LAWFUL_BASIS_CONTRACT",
  processors: [{ name: "Example Hosting", country: "IE" }],
};

describe.each(bindingNames)("compliance over %s", (binding) => {
  test("the facts are on the card, and calls are as they were, asked for or not", async () => {
    const support = compliance(facts);
    const agent = await startAgent({ extensions: [support], declared: [support.declaration] });
    const { card, client } = await agent.connect(binding);
    expect(complianceOf(card)).toEqual(facts);
    const { uri } = ComplianceExtension;
    for (const extensions of [[], [uri]]) {
      const active: unknown[] = [];
      const { message } = await client.sendMessage(say("hello"), {
        extensions,
        onActivated: (uris) => active.push(uris),
      });
      expect({ message, active }).toEqual({ message: answer({ activated: [], extensions }), active: [[]] });
    }
  });
});

test("a card that says nothing has no facts", () => {
  expect(complianceOf({ capabilities: {} })).toBeUndefined();
  expect(complianceOf({ capabilities: { extensions: [{ uri: "urn:x:y", params: facts }] } })).toBeUndefined();
});

test.each<readonly [string, unknown, readonly string[]]>([
  ["no params", undefined, ["params.controller", "params.contact", "params.countries"]],
  ["a list for a text", { ...facts, controller: [] }, ["params.controller"]],
  ["a country by its name", { ...facts, countries: ["DE", "Germany"] }, ["params.countries[1]"]],
  ["no country", { ...facts, countries: [] }, ["params.countries"]],
  ["an address of the web", { ...facts, contact: "https://example.com" }, ["params.contact"]],
  ["a negative time", { ...facts, retentionDays: -1 }, ["params.retentionDays"]],
  ["a basis that there is not", { ...facts, lawfulBasis: "LAWFUL_BASIS_NONE" }, ["params.lawfulBasis"]],
  [
    "a processor nowhere",
    { ...facts, processors: [{ name: "X", country: "" }] },
    ["params.processors[0].country"],
  ],
])("facts with %s are refused by servers and clients", (_name, params, paths) => {
  const read = (run: () => unknown): unknown => {
    try {
      return run();
    } catch (error) {
      return (error as { readonly issues: readonly { readonly path: string }[] }).issues.map(
        ({ path }) => path,
      );
    }
  };
  const card = { capabilities: { extensions: [{ uri: ComplianceExtension.uri, params }] } };
  expect(read(() => complianceOf(card))).toEqual(paths);
  expect(read(() => compliance(params as Compliance))).toEqual(paths);
});

test("facts of names of prototypes pollute nothing", () => {
  const params: unknown = JSON.parse(
    `{"__proto__": {"polluted": true}, "constructor": 1, ${JSON.stringify(facts).slice(1)}`,
  );
  const card = { capabilities: { extensions: [{ uri: ComplianceExtension.uri, params }] } };
  expect(complianceOf(card)).toMatchObject(facts);
  expect({}).not.toHaveProperty("polluted");
});
