import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PackedPackage } from "../../../scripts/release/pack-published.ts";
import { findPublishedPackages } from "../../../scripts/release/published-packages.ts";
import { type FreshFolder, makeFreshFolder } from "../../shared/process/fresh-folder.ts";
import { run } from "../../shared/process/npm.ts";
import { type Compiler, freePorts, outerCompilers } from "../../shared/process/project.ts";
import { sharedPackages } from "../../shared/process/shared-packages.ts";
import { type Block, readBlocks } from "../../system/docs/read-blocks.ts";
import { bundleForBrowsers, runInBrowser } from "./browser.ts";
import { importAll, listSubpaths, type Subpath, typesOnly } from "./list-subpaths.ts";
import { nodes } from "./node-versions.ts";

const repository = join(import.meta.dirname, "../../..");
/** Packages that a2agen installs, and that nobody imports. */
const commandsOnly = ["@a2agen/gateway", "@a2agen/pages", "@a2agen/probe", "@a2agen/tasks"];

/** Of packages that users of a framework have, which test/install/frameworks imports, or of vitest. */
const needFrameworks = [
  "@a2agen/adapters/langgraph",
  "@a2agen/adapters/openai-agents",
  "@a2agen/testing/vitest",
];

/** Optional peers of the adapters. */
const frameworks = ["@langchain/core", "@langchain/langgraph", "@openai/agents", "ai"];

const published = await findPublishedPackages(repository);

let packages: readonly PackedPackage[];
let folder: FreshFolder | undefined;
let directory: string;
let env: Record<string, string>;

beforeAll(async () => {
  packages = await sharedPackages();
  folder = await makeFreshFolder("packages");
  ({ directory, env } = folder);
});

afterAll(() => folder?.close());

const program = `
import { A2AService, errors } from "@a2agen/a2a-1.0";
import { decodeAgentCard } from "@a2agen/a2a-1.0-draft";
import { A2AService as Older } from "@a2agen/a2a-0.3";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { createAgent, working } from "@a2agen/runtime/agent";
import { connect } from "@a2agen/runtime/client";
import { createHost, implement } from "@a2agen/runtime/host";

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

async function typecheck(
  project: string,
  {
    compiler,
    files,
    flags = [],
  }: { compiler: Compiler; files: readonly string[]; flags?: readonly string[] },
): Promise<string> {
  const tsc = join(repository, "node_modules", compiler, "bin/tsc");
  const options = ["--strict", "--module", "nodenext", "--target", "es2023", "--resolveJsonModule"];
  const types = ["--types", "node", "--typeRoots", join(repository, "node_modules/@types")];
  const args = [tsc, ...options, ...types, ...flags, ...files];
  return (await run(process.execPath, args, { directory: project, env })).stdout;
}

describe.each([
  ["npm", ["npm", "install", "--no-audit", "--no-fund"]],
  [
    "pnpm",
    [process.execPath, join(repository, "node_modules/pnpm/bin/pnpm.cjs"), "install", "--no-frozen-lockfile"],
  ],
] as const)("in an empty project of %s", (manager, [command, ...args]) => {
  let project: string;
  let subpaths: readonly Subpath[];

  test("they are installed", async () => {
    project = join(directory, manager);
    await mkdir(project);
    const tarballs = packages.map(({ name, tarball }) => [name, `file:${tarball}`]);
    // Optional peers of the runtime and of the store.
    const peers = { "@grpc/grpc-js": "*", "fast-check": "*", "@electric-sql/pglite": "*" };
    const dependencies = { ...Object.fromEntries(tarballs), ...peers };
    await writeFile(
      join(project, "package.json"),
      JSON.stringify({ name: "consumer", private: true, type: "module", dependencies }),
    );
    await writeFile(join(project, "main.mts"), program);
    await writeFile(join(project, "main.mjs"), program);
    await run(command, args, { directory: project, env });
    // Optional peers of pg and of the adapters, which package managers look for and which nothing here uses.
    expect(new Set(await folder?.missing())).toEqual(new Set(["pg-native", ...frameworks]));
    const lock = await stat(join(project, manager === "npm" ? "package-lock.json" : "pnpm-lock.yaml"));
    expect(lock.isFile()).toBe(true);
    const all = await listSubpaths(
      project,
      packages.map(({ name }) => name),
    );
    subpaths = all.filter(({ specifier }) => !needFrameworks.includes(specifier));
    expect(subpaths).toHaveLength(all.length - needFrameworks.length);
    await writeFile(join(project, "import-all.mjs"), importAll(subpaths));
  });

  test.each(nodes)("they run on Node ($version)", async ({ program: node }) => {
    expect((await run(node, ["main.mjs"], { directory: project, env })).stdout).toBe(said);
  });

  // The links of pnpm are seen by one Node and one compiler as by the others.
  const importing = manager === "npm" ? nodes : nodes.slice(0, 1);
  test.each(importing)("every subpath can be imported on Node ($version)", async ({ program: node }) => {
    const { stdout } = await run(node, ["--no-warnings", "import-all.mjs"], { directory: project, env });
    expect(JSON.parse(stdout)).toEqual({ imported: subpaths.length, problems: [] });
  });

  test.each(nodes)("the command line answers on Node ($version)", async ({ program: node }) => {
    const cli = join(project, "node_modules/a2agen/dist/a2agen.js");
    expect((await run(node, [cli, "--version"], { directory: project, env })).stdout).toBe("a2agen 0.1.0\n");
  });

  const checked = manager === "npm" ? outerCompilers : outerCompilers.slice(-1);
  test.each(checked)("they type-check with %s, in every subpath", async (compiler) => {
    const modules = subpaths.filter(({ kind }) => kind === "module");
    const lines = modules.map(({ specifier }, at) => `import * as m${at} from "${specifier}";`);
    const names = modules.map((_, at) => `m${at}`).join(", ");
    const text = `${lines.join("\n")}\nexport const all: readonly object[] = [${names}];\n`;
    await writeFile(join(project, "subpaths.mts"), text);
    const files = ["main.mts", "subpaths.mts"];
    expect(await typecheck(project, { compiler, files, flags: ["--noEmit"] })).toBe("");
  });

  if (manager !== "npm") return;

  test("there are as many subpaths as one can count", () => {
    const modules = subpaths.filter(({ kind }) => kind === "module").map(({ specifier }) => specifier);
    expect(modules).toContain("@a2agen/a2a-1.0/schema/strict");
    expect(modules).toContain("@a2agen/runtime/codegen/grpc");
    expect(modules.length).toBeGreaterThan(30);
    expect(subpaths.filter(({ kind }) => kind === "json").length).toBeGreaterThan(400);
  });

  describe("in a browser", () => {
    /** What needs Node; everything else is bundled, and loads, without it. */
    const needNode = [
      "@a2agen/gateway",
      "@a2agen/gateway/commands",
      "@a2agen/pages/commands",
      "@a2agen/postgres/directory",
      "@a2agen/probe",
      "@a2agen/probe/commands",
      "@a2agen/runtime/grpc",
      "@a2agen/runtime/internal/grpc",
      "@a2agen/runtime/internal/push",
      "@a2agen/runtime/node",
      "@a2agen/runtime/push",
      "@a2agen/tasks/commands",
      "@a2agen/testing",
      "@a2agen/testing/commands",
      "@a2agen/testing/grpc",
      "@a2agen/testing/vitest",
      "a2agen/probe",
    ];

    test("every other module is bundled and loads", async () => {
      const modules = subpaths.filter(
        ({ kind, specifier }) => kind === "module" && !needNode.includes(specifier),
      );
      const specifiers = modules.map(({ specifier }) => specifier);
      const { code, problems } = await bundleForBrowsers(project, specifiers);
      expect(problems).toEqual([]);
      const counts = runInBrowser(code);
      expect(Object.keys(counts)).toEqual(specifiers);
      const empty = specifiers.filter((specifier) => counts[specifier] === 0);
      expect(empty).toEqual(typesOnly.filter((specifier) => specifiers.includes(specifier)));
    });

    test.each(needNode)("%s is not, since it needs Node", async (specifier) => {
      const { problems } = await bundleForBrowsers(project, [specifier]);
      expect(problems.length).toBeGreaterThan(0);
      expect(
        problems.filter((problem) => !/^Could not resolve "(?:node:)?[a-z0-9/_]+"$/.test(problem)),
      ).toEqual([]);
    });
  });

  // The README of the root is one of the documents of test/system/docs.
  const apart = [...commandsOnly, "@a2agen/adapters"];
  const own = published.filter(({ name, directory: place }) => place !== "." && !apart.includes(name));

  describe("the READMEs", () => {
    let readmes: ReadonlyMap<string, Readme>;

    beforeAll(async () => {
      const ports = await freePorts(own.length);
      const read = own.map(({ name }, at) => layOutReadme(project, { name, port: ports[at] ?? "" }));
      readmes = new Map((await Promise.all(read)).map((readme) => [readme.name, readme]));
    });

    test("have code that compiles", async () => {
      // The declarations of PGlite name types of Emscripten, which it does not install.
      const isLoose = ({ name }: Readme): boolean => name === "@a2agen/postgres";
      const all = [...readmes.values()];
      const parts = [
        { files: all.filter((readme) => !isLoose(readme)).flatMap(({ files }) => files), flags: [] },
        { files: all.filter(isLoose).flatMap(({ files }) => files), flags: ["--skipLibCheck"] },
      ];
      for (const { files, flags } of parts) {
        expect(await typecheck(project, { compiler: "typescript", files, flags })).toBe("");
      }
    });

    test.each(own)("that of $name shows what its code prints", async ({ name }) => {
      const { place = "", blocks = [] } = readmes.get(name) ?? {};
      const shown = blocks.filter(({ language }) => language === "text");
      const sources = blocks.filter(({ language }) => language === "ts").map(({ words }) => words[0]);
      expect(sources).toContain("main.ts");
      // An agent of a directory prints nothing, and goes on until it is stopped.
      expect(shown.map(({ words }) => words[0])).toEqual(sources.filter((file) => file !== "directory.ts"));
      for (const { words, text } of shown) {
        const file = (words[0] ?? "").replace(/\.ts$/, ".js");
        const { stdout } = await run(process.execPath, [file], { directory: place, env });
        expect(stdout).toBe(text);
      }
    });

    test.each(own)("that of $name says how it is installed", ({ name }) => {
      const blocks = readmes.get(name)?.blocks ?? [];
      const commands = blocks.filter(({ language }) => language === "sh").map(({ text }) => text);
      expect(commands[0]).toContain(`npm install ${name}`);
    });
  });
});

interface Readme {
  /** The package. */
  readonly name: string;
  readonly blocks: readonly Block[];
  /** Where its code is. */
  readonly place: string;
  /** Paths of its code. */
  readonly files: readonly string[];
}

/** Writes the code of a package's README into a directory below a project that has installed the package. */
async function layOutReadme(
  project: string,
  { name, port }: { readonly name: string; readonly port: string },
): Promise<Readme> {
  const place = join(project, "readmes", name);
  await mkdir(place, { recursive: true });
  const readme = await readFile(join(project, "node_modules", name, "README.md"), "utf8");
  // Excerpts are compared with their files in test/system/docs.
  const blocks = readBlocks(readme).filter(({ words }) => words[0]?.startsWith("excerpt=") !== true);
  const files: string[] = [];
  for (const { language, words, text } of blocks) {
    if (language !== "ts") continue;
    const file = join(place, words[0] ?? "");
    await writeFile(file, text.replaceAll("4000", port));
    files.push(file);
  }
  return { name, blocks, place, files };
}
