import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildWorkspace } from "../../shared/process/build-workspace.ts";
import { compileProject, strictest } from "../../shared/process/compile-project.ts";
import { runProcess } from "../../shared/process/run-process.ts";
import { type RunCode, readRunCode } from "./coverage.ts";
import {
  type Caller,
  callersOf,
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
import { notCalled } from "./exceptions.ts";
import { findPorts, type Ports } from "./ports.ts";
import { runProgram, withServer } from "./run-program.ts";

/** All pages compile; `npm run test:long -- pages` runs the programs of these, which take long to start. */
const nightly =
  /^(?:examples\/.*|docs\/(?:any-service|composing-schemas|conversation|custom-bindings|discovery|frameworks|generated-code|migrating|next-version|observing|plugins|scaling|task-stores)\.md)$/;

const all = await findDocuments();
const executed = all.filter(({ path }) => process.env["A2AGEN_PAGES"] === "all" || !nightly.test(path));
const callers = new Map<string, readonly Caller[]>();
for (const document of all) callers.set(document.path, await callersOf(document));
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
  // Vitest looks for its configuration in the folders above, too.
  await mkdir(join(root, "documents"));
  await writeFile(join(root, "documents/vitest.config.mjs"), "export default {};\n");
  // Pages run programs of other pages.
  for (const document of all) await layOut(document, { root, ports });
  for (const document of all) {
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

test("the code of all documents compiles with the published packages", { tags: "thorough" }, async () => {
  const said = await compileProject({
    compiler: "typescript",
    directory: join(root, "documents"),
    options: {
      ...strictest,
      ...(await readOptions()),
      skipLibCheck: false,
      typeRoots: ["../../../node_modules/@types"],
      moduleDetection: "force",
    },
    include: all.map((document) => `${directoryOf(document, root)}/**/*.ts`),
    // These are for browsers: test/browser/screens compiles and runs them.
    exclude: ["**/examples/chat-dom", "**/examples/chat-react"],
  });
  expect(said.replaceAll(ofPglite, "")).toBe("");
});

/** The options of the `tsconfig.json` that docs/quick-start.md gives for the code of all pages. */
async function readOptions(): Promise<object> {
  const page = await readFile(join(repository, "docs/quick-start.md"), "utf8");
  const [, tsconfig = ""] = /^```json user=hello\/tsconfig\.json\n(.*?)^```/ms.exec(page) ?? [];
  return (JSON.parse(tsconfig) as { readonly compilerOptions: object }).compilerOptions;
}

describe.each(executed)("$path", { tags: "thorough" }, (document) => {
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

  for (const { line, program, server, text } of outputsOf(document)) {
    const by = `${program}${server === undefined ? "" : ` with ${server}`}`;
    test(`prints what line ${line} shows, by ${by}`, async () => {
      const printed = ports.restore(await runBeside(document, program, server));
      if (isRecording) await record(path, text, { line, found: printed });
      else expect(printed).toBe(text);
    });
  }

  for (const { file, server } of callers.get(path) ?? []) {
    test(`has code that does what ${file} expects`, async () => {
      await runBeside(document, file, server);
    });
  }
});

/** Runs a program beside the files of a document, while a server of them listens; returns what it prints. */
async function runBeside(document: Document, program: string, file: string | undefined): Promise<string> {
  const place = { directory: directoryOf(document, root), coverage: join(root, "coverage") };
  const run = (): ReturnType<typeof runProgram> => runProgram(place, program);
  const { result, server } =
    file === undefined
      ? { result: await run(), server: { status: 0, stderr: "" } }
      : await withServer({ ...place, file, ports }, run);
  const { status, stderr } = result;
  expect({ status, stderr, server }).toEqual({ status: 0, stderr: "", server: { status: 0, stderr: "" } });
  return result.stdout.toString();
}

describe("every file of a document is run, and every function called", { tags: "thorough" }, () => {
  let code: RunCode;

  beforeAll(async () => {
    code = await readRunCode(join(root, "coverage"));
  });

  test.each(executed)("$path", (document) => {
    const directory = directoryOf(document, root);
    const names = [...filesOf(document).keys()].filter((name) => name.endsWith(".ts"));
    const idle = names
      .filter((name) => !name.startsWith("examples/"))
      .flatMap((name): readonly string[] => {
        const file = join(directory, name);
        if (isRunByCommands(document, name)) return [];
        if (!code.files.has(file)) return [name];
        return code.uncalledIn(file).map((first) => `${name}: ${first}`);
      });
    expect(idle).toEqual(notCalled.filter(({ page }) => page === document.path).map(({ code }) => code));
  });
});

/** Whether the page's own commands run a file. */
function isRunByCommands({ blocks }: Document, name: string): boolean {
  return blocks.some(({ language, text }) => language === "sh" && text.split(/\s/).includes(name));
}

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
