import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LocalRegistry, startRegistry } from "../projects/local-registry.ts";
import { run } from "../projects/npm.ts";
import { packPackages } from "../projects/pack-packages.ts";
import { compilers, npmEnvironment } from "../projects/project.ts";
import { nodes } from "./node-versions.ts";

const repository = join(import.meta.dirname, "../..");

/** What is published, by the name under which `npm pack` leaves it. */
const names = {
  a2agen: "a2agen-0.1.0.tgz",
  "@a2agen/runtime": "a2agen-runtime-0.1.0.tgz",
  "@a2agen/a2a-0.3": "a2agen-a2a-0.3-0.1.0.tgz",
  "@a2agen/a2a-1.0": "a2agen-a2a-1.0-0.1.0.tgz",
  "@a2agen/a2a-1.0-draft": "a2agen-a2a-1.0-draft-0.1.0.tgz",
  "@a2agen/translate": "a2agen-translate-0.1.0.tgz",
} as const;

/** Outside of this repository, whose packages would be found otherwise. */
let directory: string;
let tarballs: string;
let registry: LocalRegistry | undefined;
let env: Record<string, string>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "a2agen-packages-"));
  tarballs = join(directory, "tarballs");
  await mkdir(tarballs);
  registry = await startRegistry(await packPackages(tarballs));
  env = npmEnvironment(registry.url, directory);
});

afterAll(async () => {
  await registry?.close();
  await rm(directory, { recursive: true, force: true });
});

describe.each(Object.entries(names))("%s", (name, file) => {
  test("is what publint wants", async () => {
    const { messages, pkg } = await publint({ pack: { tarball: await tarball(file) }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test("resolves with its types, as an ES module", async () => {
    const found = createPackageFromTarballData(new Uint8Array(await tarball(file)));
    const { problems } = { problems: [], ...(await checkPackage(found)) };
    const ofEsm = problems.filter(
      (problem) => !("resolutionKind" in problem && /^node10$|cjs$/.test(problem.resolutionKind)),
    );
    // The command line has nothing to import, and an image of protos is read, not imported.
    const expected = (entry: string | undefined): boolean => name === "a2agen" || entry === "./a2a.binpb";
    expect(ofEsm.filter((problem) => !("entrypoint" in problem && expected(problem.entrypoint)))).toEqual([]);
  });

  test("has a licence, no install script and nothing of this machine", async () => {
    const { stdout } = await run("tar", ["-tzf", join(tarballs, file)], { directory });
    const files = stdout.trim().split("\n").sort();
    expect(files).toContain("package/LICENSE");
    expect(files.filter((path) => /^package\/(?:node_modules|test|bench|\.tmp)\//.test(path))).toEqual([]);
    const manifest = await run("tar", ["-xzOf", join(tarballs, file), "package/package.json"], { directory });
    const { scripts = {} } = JSON.parse(manifest.stdout) as {
      readonly scripts?: Readonly<Record<string, string>>;
    };
    expect(Object.keys(scripts).filter((script) => /install|prepare/.test(script))).toEqual([]);
    const texts = await run("tar", ["-xzOf", join(tarballs, file)], { directory });
    expect(texts.stdout.includes(repository)).toBe(false);
  });
});

const program = `
import { A2AService, errors } from "@a2agen/a2a-1.0";
import { decodeAgentCard } from "@a2agen/a2a-1.0-draft";
import { A2AService as Older } from "@a2agen/a2a-0.3";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { createAgent, working } from "@a2agen/runtime/agent";
import { connect } from "@a2agen/runtime/client";
import { createHost, implement } from "@a2agen/runtime/service";

const agent = createAgent({
  service: A2AService,
  async *execute({ text }) {
    yield working(text);
  },
});
const host = createHost({ services: [implement(A2AService, agent)] });
console.log(
  [A2AService, Older].map(({ typeName }) => typeName).join(" "),
  host.methods.length,
  [typeof decodeAgentCard, typeof connect, typeof a2a03ToA2a10].join(" "),
  errors.TaskNotFoundError("none").status,
);
await agent.close();
`;

const said = "lf.a2a.v1.A2AService a2a-0.3.A2AService 11 function function object NOT_FOUND\n";

describe.each([
  ["npm", ["npm", "install", "--no-audit", "--no-fund"]],
  [
    "pnpm",
    [process.execPath, join(repository, "node_modules/pnpm/bin/pnpm.cjs"), "install", "--no-frozen-lockfile"],
  ],
] as const)("in an empty project of %s", (manager, [command, ...args]) => {
  let project: string;

  test("they are installed", async () => {
    project = join(directory, manager);
    await mkdir(project);
    const dependencies = Object.fromEntries(
      Object.entries(names).map(([name, file]) => [name, `file:${join(tarballs, file)}`]),
    );
    await writeFile(
      join(project, "package.json"),
      JSON.stringify({ name: "consumer", private: true, type: "module", dependencies }),
    );
    await writeFile(join(project, "main.mts"), program);
    await writeFile(join(project, "main.mjs"), program);
    await run(command, args, { directory: project, env });
    expect(registry?.missing).toEqual([]);
    const lock = await stat(join(project, manager === "npm" ? "package-lock.json" : "pnpm-lock.yaml"));
    expect(lock.isFile()).toBe(true);
  });

  test.each(nodes)("they run on Node ($version)", async ({ program: node }) => {
    expect((await run(node, ["main.mjs"], { directory: project, env })).stdout).toBe(said);
  });

  test.each(nodes)("the command line answers on Node ($version)", async ({ program: node }) => {
    const cli = join(project, "node_modules/a2agen/dist/a2agen.js");
    expect((await run(node, [cli, "--version"], { directory: project, env })).stdout).toBe("a2agen 0.1.0\n");
  });

  // The links of pnpm are seen by one compiler as by the others.
  const checked = manager === "npm" ? compilers : compilers.slice(-1);
  test.each(checked)("they type-check with %s", async (compiler) => {
    const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2023"];
    const tsc = join(repository, "node_modules", compiler, "bin/tsc");
    const types = ["--types", "node", "--typeRoots", join(repository, "node_modules/@types")];
    const { stdout } = await run(process.execPath, [tsc, ...options, ...types, "main.mts"], {
      directory: project,
      env,
    });
    expect(stdout).toBe("");
  });
});

test("each package says what it depends on, and the runtime on three", async () => {
  const { dependencies } = JSON.parse(await readFile(join(repository, "runtime/package.json"), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  expect(Object.keys(dependencies)).toEqual(["@bufbuild/protobuf", "canonicalize", "jose"]);
});

async function tarball(file: string): Promise<ArrayBuffer> {
  const bytes = await readFile(join(tarballs, file));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
