import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readScenario } from "../../../../packages/probe/src/command/read-scenario.ts";

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
  [
    "inputRequird: a\n",
    '--scenario: probe.yaml:1:1: unknown name "inputRequird"; did you mean inputRequired?',
  ],
  [
    "plain: Hi\nflight: a\n",
    '--scenario: probe.yaml:2:1: unknown name "flight"; expected plain, artifact, working, inputRequired, answer, failing or reply',
  ],
  ["plain: 5\n", "--scenario: probe.yaml:1:8: plain: expected a text; got 5; write it in quotes"],
  ['plain: ""\n', '--scenario: probe.yaml:1:8: plain: expected a text; got ""'],
  ["plain: [a]\n", "--scenario: probe.yaml:1:1: plain: expected a text; got a list or a map"],
  [
    "[a]\n",
    "--scenario: probe.yaml:1:1: expected texts by their names: plain, artifact, working, inputRequired, answer, failing or reply",
  ],
  ["plain: Hi\nplain: Ho\n", "--scenario: probe.yaml:2:1: expected YAML; Map keys must be unique"],
  ['plain: "Hi\n', '--scenario: probe.yaml:2:1: expected YAML; Missing closing "quote'],
])("%j", async (text, want) => {
  expect(await read(text)).toEqual(want);
});
