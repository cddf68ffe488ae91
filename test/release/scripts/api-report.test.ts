import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { commitAll, git, gitEnvironment } from "../../shared/process/git.ts";

const repository = join(import.meta.dirname, "../../..");

let released: string;
let directory: string;

const source = `export interface Call { readonly id: string }
/** A call with an id. */
export function makeCall(id: string): Call { return { id }; }
`;

/** A repository with small packages and their reports, released as v0.1.0. */
beforeAll(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), "a2agen-api-")));
  for (const name of [
    "packages/runtime",
    "packages/adapters",
    "packages/agent-conformance",
    "packages/conversation",
    "packages/gateway",
    "packages/otel",
    "packages/postgres",
    "packages/probe",
    "packages/testing",
  ]) {
    const exported = {
      ".": { "a2agen-source": "./index.ts" },
      "./codegen": { "a2agen-source": "./none.ts" },
    };
    await write(
      `${name}/package.json`,
      JSON.stringify({ name: name.replace("packages", "@a2agen"), exports: exported }),
    );
    await write(`${name}/index.ts`, 'export { makeCall } from "./call.ts";\n');
    await write(`${name}/call.ts`, source);
  }
  await write("CHANGELOG.md", "What changes.\n");
  await report();
  commitAll(directory, "All");
  git(directory, "tag", "v0.1.0");
  released = directory;
});

beforeEach(async () => {
  directory = `${released}-copy`;
  await cp(released, directory, { recursive: true });
});

afterEach(() => rm(directory, { recursive: true, force: true }));

afterAll(() => rm(released, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(directory, path)), { recursive: true });
  await writeFile(join(directory, path), text);
}

function rename(): Promise<void> {
  return write("packages/runtime/index.ts", 'export { makeCall as createCall } from "./call.ts";\n');
}

function report(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const tsx = join(repository, "node_modules/tsx/dist/cli.mjs");
  const script = join(repository, "scripts/release/api-report.ts");
  const options = { cwd: directory, env: gitEnvironment };
  return new Promise((resolve) => {
    execFile(process.execPath, [tsx, script, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

const passed = { code: 0, stdout: "", stderr: "" };
const refuse = (stderr: string): object => ({ code: 1, stdout: "", stderr: `${stderr}\n` });

test("the report has the public names with their signatures, and the types that these name", async () => {
  expect(
    await readFile(join(directory, "packages/runtime/api.md"), "utf8"),
  ).toBe(`# Public names of @a2agen/runtime

Written by \`npm run api\`.

## @a2agen/runtime

\`\`\`ts
function makeCall(id: string): Call;
\`\`\`

## Named by signatures, not exported

\`\`\`ts
// call.ts
interface Call {
  readonly id: string;
}
\`\`\`
`);
});

test("a tree without changes passes", async () => {
  expect(await report("--check")).toEqual(passed);
});

test("a body or a comment that changes passes", async () => {
  await write(
    "packages/runtime/call.ts",
    source.replace("A call with an id", "A call").replace("{ id };", "{ id: id };"),
  );
  expect(await report("--check")).toEqual(passed);
});

test("a changed name fails until the report says so, and until the changelog does", async () => {
  await rename();
  expect(await report("--check")).toEqual(
    refuse("packages/runtime/api.md differs from the sources: run npm run api, and read the difference"),
  );
  expect(await report()).toEqual(passed);
  const unsaid = refuse(
    "packages/runtime/api.md changed since v0.1.0, and CHANGELOG.md did not: say there what changes for users",
  );
  expect(await report("--check")).toEqual(unsaid);
  await write("CHANGELOG.md", "`makeCall` is now `createCall`.\n");
  expect(await report("--check")).toEqual(passed);
});

test("a change that is committed counts until the next release", async () => {
  await rename();
  await report();
  commitAll(directory, "Rename makeCall");
  expect(await report("--check")).toMatchObject({ code: 1 });
  git(directory, "tag", "v0.2.0");
  expect(await report("--check")).toEqual(passed);
});

test("a report that is missing differs, too", async () => {
  await rm(join(directory, "packages/agent-conformance/api.md"));
  expect(await report("--check")).toEqual(
    refuse(
      "packages/agent-conformance/api.md differs from the sources: run npm run api, and read the difference",
    ),
  );
});

test("a public name without a written type is refused with its place", async () => {
  await write("packages/runtime/call.ts", "export const makeCall = (id: string) => ({ id });\n");
  const { code, stderr } = await report("--check");
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(
      /^packages\/runtime\/call\.ts: makeCall: write the type of what is public: /,
    ) as string,
  });
});
