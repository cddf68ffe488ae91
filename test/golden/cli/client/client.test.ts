import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyCard } from "../../../shared/client/company-card.ts";
import { hostileCard } from "../../../shared/client/hostile-card.ts";
import { packerCard } from "../../../shared/client/packer-card.ts";
import { installSessions } from "../../../shared/client/sessions-extension.ts";
import { copyWorkspace } from "../../../shared/process/build-workspace.ts";
import {
  compileProject,
  outerCompilers,
  resolutions,
  strictest,
} from "../../../shared/process/compile-project.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";

const expected = join(import.meta.dirname, "../../../expected/client");
const sessions = ["@acme/ext-sessions", "@other/ext-sessions"];
const cards = {
  packer: packerCard("https://packer.example"),
  hostile: hostileCard,
  company: companyCard,
  sessions: {
    ...packerCard("https://packer.example"),
    capabilities: { extensions: sessions.map((name) => ({ uri: `https://${name.slice(1)}/v1` })) },
  },
};

let root: string;

beforeAll(async () => {
  root = await copyWorkspace("client");
  await writeFile(join(root, "package.json"), '{ "type": "module" }\n');
  await writeFile(join(root, "use.ts"), use);
  for (const name of sessions) await installSessions(root, name, `https://${name.slice(1)}/v1`);
  for (const [name, card] of Object.entries(cards)) {
    await writeFile(join(root, `${name}.json`), JSON.stringify(card));
  }
});

const use = `import { aiSdkTools, connectPacking, type PackInput } from "./packer/index.js";

export async function use(input: PackInput): Promise<number> {
  const agent = await connectPacking("https://packer.example", { credentials: { key: "k" } });
  const answer = await agent.pack(input);
  if (answer.kind === "approval") await answer.decide(({ name }) => name === "pay");
  if (answer.kind === "question") await answer.reply("large");
  await agent.sendAway("now");
  // @ts-expect-error -- a text is no input of this skill
  await agent.pack("three");
  // @ts-expect-error -- a number
  await agent.pack({ boxes: "3" });
  // @ts-expect-error -- a text
  await agent.sendAway({ boxes: 3 });
  // @ts-expect-error -- the card has no such scheme
  await connectPacking("https://packer.example", { credentials: { other: "k" } });
  // @ts-expect-error -- no such skill
  await agent.unpack("all");
  return answer.kind === "done" ? answer.output.packed : Object.keys(aiSdkTools(agent)).length;
}
`;

afterAll(() => rm(root, { recursive: true, force: true }));

function packagesOf(name: string): readonly string[] {
  return name === "sessions" ? sessions.flatMap((each) => ["--extensions", each]) : [];
}

test.each(Object.keys(cards))("the client of %s is as it was, and the same again", async (name) => {
  const write = (out: string) =>
    runA2agen(["client", `${name}.json`, "--out", out, ...packagesOf(name)], { directory: root });
  const result = await write(name);
  await expect(result.stderr).toMatchFileSnapshot(join(expected, `${name}.warnings.txt`));
  expect(result).toMatchObject({ status: 0 });
  await write(`${name}-again`);
  const files = await readdir(join(root, name), { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => each.isFile())) {
    const path = join(file.parentPath, file.name).slice(join(root, name).length);
    const text = await readFile(join(root, name, path), "utf8");
    expect(await readFile(join(root, `${name}-again`, path), "utf8")).toBe(text);
    // What a schema becomes has tests of its own.
    if (path.endsWith("_json.ts") || (name === "hostile" && path.startsWith("/schemas/"))) continue;
    await expect(text.replace(/a2agen \d+\.\d+\.\d+/, "a2agen 0.0.0")).toMatchFileSnapshot(
      join(expected, name, path),
    );
  }
});

test.each(outerCompilers)("the clients compile strictly under %s", async (compiler) => {
  expect(
    await compileProject({
      compiler,
      directory: root,
      options: { ...strictest, ...resolutions.nodenext, lib: ["es2023", "dom"] },
      include: ["use.ts", "packer", "hostile", "company", "sessions"],
    }),
  ).toBe("");
});
