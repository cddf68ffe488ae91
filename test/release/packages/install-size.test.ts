import { cp, mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listFiles } from "../../../scripts/list-files.ts";
import { base, field, manifest } from "../../shared/cli/compose.ts";
import { protoc } from "../../shared/process/compile-protos.ts";
import { type FreshFolder, makeFreshFolder } from "../../shared/process/fresh-folder.ts";
import { npm, run } from "../../shared/process/npm.ts";
import { startA2agen } from "../../shared/process/start-a2agen.ts";
import { startAgent } from "../../system/cli/call/start-agent.ts";
import { startEncryptedGrpc, trusting } from "../../system/cli/call/start-encrypted-grpc.ts";

const repository = join(import.meta.dirname, "../../..");

let folder: FreshFolder | undefined;
let directory: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await makeFreshFolder("install");
  ({ directory, env } = folder);
});

afterAll(() => folder?.close());

/** A new folder with what `npm install` has put there. */
async function install(name: string, ...packages: readonly string[]): Promise<string> {
  const place = join(directory, name);
  await mkdir(place);
  await writeFile(join(place, "package.json"), '{ "name": "stranger", "private": true, "type": "module" }\n');
  await npm(place, ["install", ...packages], env);
  expect(await folder?.missing()).toEqual([]);
  return place;
}

interface Installed {
  readonly packages: readonly string[];
  readonly bytes: number;
  readonly scripts: readonly string[];
}

async function measure(place: string): Promise<Installed> {
  const modules = join(place, "node_modules");
  const lock = JSON.parse(await readFile(join(modules, ".package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
  };
  const files = await listFiles(modules);
  const sizes = await Promise.all(
    files.map(async (name) => (name.startsWith(".") ? 0 : (await stat(join(modules, name))).size)),
  );
  const paths = Object.keys(lock.packages).map((path) => path.replace(/^node_modules\//, ""));
  return {
    packages: paths.toSorted(),
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    scripts: Object.entries(lock.packages).flatMap(([path, each]) =>
      each.hasInstallScript === true ? [path] : [],
    ),
  };
}

/**
 * The rows of install-size.md: what is installed, how many packages that are, and how large they are at most.
 */
const limits = [
  ...(await readFile(join(import.meta.dirname, "install-size.md"), "utf8")).matchAll(
    /^\| `npm install ([^`]+)` \| (\d+) \| (\d+) kB \|$/gm,
  ),
].map(([, packages = "", count, size], index) => ({
  packages,
  folder: String(index),
  count: Number(count),
  bytes: Number(size) * 1000,
}));

describe.each(limits)("npm install $packages", ({ packages, folder, count, bytes }) => {
  test("installs no more than the table in install-size.md says, and runs no script", async () => {
    const installed = await measure(await install(folder, ...packages.split(" ")));
    expect(installed.packages.length).toBe(count);
    expect(installed.scripts).toEqual([]);
    expect(installed.bytes).toBeLessThan(bytes);
    // A row that has become too generous gets a new one.
    expect(installed.bytes * 1.3).toBeGreaterThan(bytes);
  });
});

describe("of a2agen alone, in an empty folder", () => {
  let place: string;
  let program: string;

  beforeAll(async () => {
    place = await install("alone", "a2agen");
    program = join(place, "node_modules/a2agen/dist/a2agen.js");
  });

  const call = (...args: readonly string[]) => startA2agen(args, { program, directory: place });

  test("there is the compiler and nothing of what bundles have with them", async () => {
    expect((await measure(place)).packages).toEqual([
      "@a2agen/gateway",
      "@a2agen/pages",
      "@a2agen/probe",
      "@a2agen/tasks",
      "@a2agen/testing",
      "@ts-morph/common",
      "a2agen",
      "balanced-match",
      "brace-expansion",
      "code-block-writer",
      "fdir",
      "minimatch",
      "path-browserify",
      "picomatch",
      "tinyglobby",
      "ts-morph",
    ]);
  });

  test.each([
    { name: "from its card", flags: [], direct: false },
    { name: "by its address", flags: ["--direct"], direct: true },
  ])("an agent is called over gRPC $name", async ({ flags, direct }) => {
    const { origin, grpc } = await startAgent();
    const where = direct ? grpc : origin;
    const said = await call("call", where, "stream", "Hello", "--binding", "GRPC", "--json", ...flags);
    expect({ status: said.status, stderr: said.stderr }).toEqual({ status: 0, stderr: "" });
    expect(said.stdout.trim().split("\n").length).toBe(4);
  });

  test("an agent is called over gRPC with TLS", async () => {
    const args = ["call", await startEncryptedGrpc(), "get", "task-1", "--history", "0", "--direct"];
    expect(
      await startA2agen([...args, "--binding", "GRPC"], { program, directory: place, env: trusting }),
    ).toEqual({ status: 0, stdout: "task task-1 in context context-1\nworking\n", stderr: "" });
  });

  test("schemas are composed, with types and validators", async () => {
    const files = {
      "base.json": base,
      "gift.json": field("Session", "gift", { type: "boolean" }),
      "rules.json": manifest,
    };
    for (const [name, value] of Object.entries(files)) {
      await writeFile(join(place, name), JSON.stringify(value));
    }
    const flags = [
      "--base",
      "base.json",
      "--extension",
      "gift.json",
      "--manifest",
      "rules.json",
      "--out",
      "composed",
    ];
    expect(await call("compose", ...flags)).toMatchObject({ status: 0 });
    expect(await readdir(join(place, "composed"))).toContain("types.ts");
  });

  test("a project is begun", async () => {
    expect(await call("init", "agent", "--yes")).toMatchObject({ status: 0, stderr: "" });
    expect(await readdir(join(place, "agent"))).toContain("package.json");
  });

  test("TypeScript is migrated, and the difference is shown", async () => {
    await writeFile(
      join(place, "agent.ts"),
      'import type { Task } from "@a2a-js/sdk";\nexport type Mine = Task["kind"];\n',
    );
    const { status, stdout } = await call("migrate", "agent.ts", "--to", "1.0", "--dry-run");
    expect(stdout).toContain("agent.ts");
    expect(status).not.toBe(null);
  });

  test("OpenAPI is written, from the proto that comes with it", async () => {
    const { status, stdout, stderr } = await call("generate", "openapi", "--format", "yaml");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("openapi: ");
  });

  describe.each(["protoc-gen-a2a", "protoc-gen-a2a-types", "protoc-gen-a2a-docs"])("%s", (name) => {
    const own = name === "protoc-gen-a2a-docs" ? "" : "target=js+dts";

    test.each([
      { how: "a link, as npm makes it", plugin: () => join(place, "node_modules/.bin", name) },
      { how: "a link in a path with spaces", plugin: () => join(place, "with spaces", name) },
      { how: "a script, as npm makes it on Windows", plugin: () => join(place, `${name}-shim`) },
    ])("is run by protoc as $how", async ({ how, plugin }) => {
      const path = plugin();
      const target = join(place, "node_modules/a2agen/dist", `${name}.js`);
      if (how.includes("spaces")) {
        await mkdir(join(place, "with spaces"), { recursive: true });
        await symlink(target, path);
      }
      if (how.includes("script")) {
        await writeFile(path, `#!/bin/sh\nexec node "${target}" "$@"\n`, { mode: 0o755 });
      }
      const out = await mkdtemp(join(place, "out-"));
      const protos = join(place, "node_modules/a2agen/proto");
      const args = ["-I", protos, `--plugin=protoc-gen-x=${path}`, `--x_out=${out}`];
      await run(protoc, [...args, ...(own === "" ? [] : [`--x_opt=${own}`]), "lf/a2a/v1/a2a.proto"], {
        directory: place,
        env,
      });
      expect((await listFiles(out)).length).toBeGreaterThan(0);
    });
  });

  test("all of it works from a path with spaces", async () => {
    const copy = join(directory, "a path with spaces");
    await cp(join(place, "node_modules"), join(copy, "node_modules"), {
      recursive: true,
      verbatimSymlinks: true,
    });
    const moved = join(copy, "node_modules/.bin/a2agen");
    const { grpc } = await startAgent();
    const { stdout } = await run(moved, ["call", grpc, "get", "task-1", "--direct", "--binding", "GRPC"], {
      directory: copy,
      env,
    });
    expect(stdout).toContain("task-1");
    expect(repository).not.toBe(copy);
  });
});
