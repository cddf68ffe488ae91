import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readScenario } from "../../../../cli/probe/read-scenario.ts";

async function read(text: string): Promise<unknown> {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-scenario-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, "probe.yaml");
  await writeFile(path, text);
  return readScenario(path, "n").catch((error: Error) => error.message.replace(path, "probe.yaml"));
}

test.each([
  ["", { plain: "Hello", nonce: "n" }],
  ['inputRequired: "Book a flight"\n', { plain: "Hello", inputRequired: "Book a flight", nonce: "n" }],
  ["plain: Hi\nworking: Wait\n", { plain: "Hi", working: "Wait", nonce: "n" }],
  ["inputRequird: a\n", '--scenario: probe.yaml: unknown name "inputRequird"; did you mean inputRequired?'],
  ["plain: 5\n", "--scenario: probe.yaml: plain: expected a text; found 5"],
  ["[a]\n", "--scenario: probe.yaml: expected texts by their names"],
])("%j", async (text, want) => {
  expect(await read(text)).toEqual(want);
});
