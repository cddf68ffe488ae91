import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { loadCommands } from "../../../packages/cli/src/commands.ts";
import { parseCommandLine } from "../../../packages/terminal/src/parse-command-line.ts";

const skill = await readFile(join(import.meta.dirname, "../../../skills/a2agen/SKILL.md"), "utf8");

test("the skill has what agents read before they load it", () => {
  const [, head = ""] = /^---\n([\s\S]*?)^---\n/m.exec(skill) ?? [];
  expect(parse(head)).toEqual({
    name: "a2agen",
    description: expect.stringMatching(/^.{50,1024}$/),
    license: "Apache-2.0",
    compatibility: expect.stringMatching(/^.{1,500}$/),
  });
});

test("each command of the skill is one of ours, with flags that it takes", async () => {
  const commands = await loadCommands([]);
  const lines = [...skill.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, text = ""]) =>
    text.trim().split("\n"),
  );
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) {
    const [npx, program, ...args] = line.split(" ").map((word) => word.replaceAll('"', ""));
    expect([npx, program]).toEqual(["npx", "a2agen"]);
    expect({ line, ...parseCommandLine(args, commands) }).toMatchObject({ line, kind: "run" });
  }
});
