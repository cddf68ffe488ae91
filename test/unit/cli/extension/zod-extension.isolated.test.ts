import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { runA2agen } from "../../../shared/run-a2agen.ts";

const manifest = `
extensions:
  - name: Mood
    uri: https://example.com/mood/v1
    kind: profile
    data:
      - type: { zod: schemas.mjs#mood }
        on: [Message]
`;
const module = `
import { z } from "zod";
export const mood = z.object({ name: z.string().min(1), strength: z.number().optional() });
`;

async function prepare(text: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-zod-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await mkdir(join(directory, "node_modules"));
  const zod = dirname(fileURLToPath(import.meta.resolve("zod/package.json")));
  await symlink(zod, join(directory, "node_modules/zod"));
  await writeFile(join(directory, "schemas.mjs"), module);
  await writeFile(join(directory, "extension.yaml"), text);
  return directory;
}

test("schemas of zod are taken from the module that exports them", async () => {
  const directory = await prepare(manifest);
  const result = await runA2agen(["generate", "extension", "extension.yaml"], { directory });
  expect(result).toMatchObject({ status: 0, stderr: "" });
  expect(await readFile(join(directory, "gen/schemas.mood_types.ts"), "utf8")).toContain(
    ["export interface Mood {", "  name: string;", "  strength?: number;"].join("\n"),
  );
});

test("a module that does not export the schema is told", async () => {
  const directory = await prepare(manifest.replace("#mood", "#moods"));
  const { status, stderr } = await runA2agen(["generate", "extension", "extension.yaml"], { directory });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      "schemas.mjs#moods: error: expected a module that exports a schema of zod 4; it exports no moods\n",
  });
});
