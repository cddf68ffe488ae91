import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { loadCommands } from "../../../packages/cli/src/commands.ts";
import { parseCommandLine } from "../../../packages/terminal/src/parse-command-line.ts";
import { listFiles } from "../../../scripts/list-files.ts";
import { runA2agen } from "../../shared/run-a2agen.ts";

const repository = join(import.meta.dirname, "../../..");
const skill = await readFile(join(repository, "skills/a2agen/SKILL.md"), "utf8");

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

test("a2agen skill prints it, or writes it where coding agents look", async () => {
  expect(await runA2agen(["skill"])).toEqual({ status: 0, stdout: skill, stderr: "" });
  const directory = await mkdtemp(join(tmpdir(), "a2agen-skill-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(".claude", "skills", "a2agen", "SKILL.md");
  const written = await runA2agen(["skill", "--out", join(".claude", "skills")], { directory });
  expect(written).toEqual({ status: 0, stdout: `${path}\n`, stderr: "" });
  expect(await readFile(join(directory, path), "utf8")).toBe(skill);
});

test("the plugin for coding agents has this skill, this release, and nothing that runs by itself", async () => {
  const read = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
    JSON.parse(await readFile(join(repository, path), "utf8")) as Readonly<Record<string, unknown>>;
  const files = await listFiles(join(repository, "skills/plugin"));
  const copy = "skills/a2agen/SKILL.md";
  expect([...files].sort()).toEqual([".claude-plugin/plugin.json", "plugin.json", copy]);
  expect(await readFile(join(repository, "skills/plugin", copy), "utf8")).toBe(skill);
  const { $schema: _, ...manifest } = await read("skills/plugin/plugin.json");
  const { version, license } = await read("package.json");
  expect(manifest).toMatchObject({ name: "a2agen", version, license });
  expect(await read("skills/plugin/.claude-plugin/plugin.json")).toMatchObject(manifest);
  const { name, description, keywords } = manifest;
  const [listed] = (await read(".claude-plugin/marketplace.json"))["plugins"] as readonly unknown[];
  expect(listed).toMatchObject({ name, description, keywords, source: "./skills/plugin" });
});
