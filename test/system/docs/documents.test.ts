import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildWorkspace } from "../../shared/process/build-workspace.ts";
import { compileProject, resolutions, strictest } from "../../shared/process/compile-project.ts";
import { runProcess } from "../../shared/process/run-process.ts";
import {
  commandsOf,
  type Document,
  directoryOf,
  excerptsOf,
  filesOf,
  findDocuments,
  layOut,
  outputsOf,
  repository,
  resultsOf,
} from "./documents.ts";
import { findPorts, type Ports } from "./ports.ts";
import { runProgram, withServer } from "./run-program.ts";

const documents = await findDocuments();
/** PGlite's own declarations need `skipLibCheck`: they name types of browsers and of Emscripten. */
const ofPglite = /^\S*node_modules\/@electric-sql\/pglite\/.*\n?/gm;
/** RECORD=1 writes what programs print into the documents, for those who then read it. */
const isRecording = process.env["RECORD"] === "1";
/** Where documents have become longer or shorter by what was recorded. */
const shifts: { readonly path: string; readonly line: number; readonly by: number }[] = [];
let root: string;
let ports: Ports;

beforeAll(async () => {
  root = await buildWorkspace("docs-examples");
  // npx finds what is installed; the tests of test/install run npm's own.
  await writeFile(join(root, "npx"), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
  ports = await findPorts();
  for (const document of documents) {
    await layOut(document, { root, ports });
    for (const command of commandsOf(document)) await runCommand(document, command);
  }
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function runCommand(document: Document, command: string): Promise<void> {
  const directory = directoryOf(document, root);
  const bin = [
    root,
    join(directory, "node_modules/.bin"),
    join(repository, "node_modules/.bin"),
    process.env["PATH"],
  ];
  const { status, stdout, stderr } = await runProcess("bash", {
    args: ["-euc", command],
    directory,
    env: { PATH: bin.join(delimiter), npm_config_offline: "true" },
  });
  if (status !== 0) throw new Error(`${document.path}: ${command}${stdout.toString()}${stderr}`);
}

test("the code of all documents compiles with the published packages", async () => {
  const said = await compileProject({
    compiler: "typescript",
    directory: join(root, "documents"),
    options: {
      ...strictest,
      ...resolutions.nodenext,
      types: ["node"],
      typeRoots: ["../../../node_modules/@types"],
      moduleDetection: "force",
      allowImportingTsExtensions: true,
    },
    include: ["**/*.ts"],
  });
  expect(said.replaceAll(ofPglite, "")).toBe("");
});

describe.each(documents)("$path", (document) => {
  const { path } = document;

  test("shows files of the repository as they are", async () => {
    for (const [name, text] of filesOf(document)) {
      if (!name.startsWith("examples/")) continue;
      expect({ name, text }).toEqual({ name, text: await readFile(join(repository, name), "utf8") });
    }
    for (const excerpt of excerptsOf(document)) {
      expect(await leftOver(excerpt.path, excerpt.text)).toEqual([]);
    }
  });

  test("shows what its commands have written", async () => {
    for (const { path: name, text, line } of resultsOf(document)) {
      const written = await readFile(join(directoryOf(document, root), name), "utf8");
      if (isRecording) await record(path, text, { line, found: written });
      else expect(text).toBe(written);
    }
  });

  test("links to files that are there", async () => {
    const markdown = await readFile(join(repository, path), "utf8");
    const links = [...markdown.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map(
      ([, link = ""]) => link,
    );
    expect(links.filter((link) => !existsSync(join(repository, path, "..", link)))).toEqual([]);
  });

  for (const { line, program, server: file, text } of outputsOf(document)) {
    const by = `${program}${file === undefined ? "" : ` with ${file}`}`;
    test(`prints what line ${line} shows, by ${by}`, async () => {
      const directory = directoryOf(document, root);
      const run = (): ReturnType<typeof runProgram> => runProgram(directory, program);
      const { result, server } =
        file === undefined
          ? { result: await run(), server: { status: 0, stderr: "" } }
          : await withServer({ directory, file, ports }, run);
      expect(result.stderr).toBe("");
      const printed = ports.restore(result.stdout.toString());
      if (isRecording) await record(path, text, { line, found: printed });
      else expect(printed).toBe(text);
      expect(server).toEqual({ status: 0, stderr: "" });
    });
  }
});

/** Puts what was found into a document, in the place of a block. */
async function record(
  path: string,
  text: string,
  { line, found }: { readonly line: number; readonly found: string },
): Promise<void> {
  const file = join(repository, path);
  const lines = (await readFile(file, "utf8")).split("\n");
  const above = shifts.filter((shift) => shift.path === path && shift.line < line);
  const begin = above.reduce((sum, { by }) => sum + by, line - 1);
  const [before, after] = [text, found].map((block) => block.split("\n").slice(0, -1));
  lines.splice(begin, before?.length ?? 0, ...(after ?? []));
  shifts.push({ path, line, by: (after?.length ?? 0) - (before?.length ?? 0) });
  await writeFile(file, lines.join("\n"));
}

/**
 * The passages of an excerpt that a file does not have, or not in this order. Empty lines and lines with
 * a comment of their own are where something is left out; the layout does not count.
 */
async function leftOver(path: string, excerpt: string): Promise<readonly string[]> {
  const whole = normalize(await readFile(join(repository, path), "utf8"));
  let at = 0;
  return excerpt
    .split(/^ *\/\/.*\n|\n\n/m)
    .map(normalize)
    .filter((passage) => {
      const found = whole.indexOf(passage, at);
      if (found >= 0) at = found + passage.length;
      return found < 0;
    });
}

function normalize(code: string): string {
  return code
    .replaceAll(/\/\*.*?\*\//gs, " ")
    .replaceAll(/[\s;]+/g, " ")
    .trim();
}
