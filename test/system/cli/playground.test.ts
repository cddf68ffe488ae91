import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startA2agen } from "../../shared/process/start-a2agen.ts";

async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-playground-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

test("--out writes the page, with its policy and the licences of what it contains", async () => {
  const path = join(await makeDirectory(), "pages/playground.html");
  expect(await startA2agen(["playground", "--out", path])).toEqual({
    status: 0,
    stdout: `${path}\n`,
    stderr: "",
  });
  const page = await readFile(path, "utf8");
  expect(page).toMatch(/^<!doctype html>/);
  expect(page).toMatch(
    /default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; worker-src blob:/,
  );
  expect(page).not.toContain('data-entry="worker.ts"></script>');
  expect(page).toMatch(/^@codemirror\/view \d/m);
});

test("what cannot be opened is refused before a port is", async () => {
  const path = join(await makeDirectory(), "task.binpb");
  await writeFile(path, Buffer.from([0xff, 0xfe]));
  expect(await startA2agen(["playground", path, "--no-open"])).toEqual({
    status: 1,
    stdout: "",
    stderr: `${path}: expected JSON, got bytes that are no UTF-8\n`,
  });
  expect((await startA2agen(["playground", path, "--out", "x.html"])).stderr).toBe(
    'a2agen playground: FILE: the page is written without a text; leave out FILE or --out\nRun "a2agen playground --help" for help.\n',
  );
});
