import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { findPublishedPackages, orderByNeed } from "../../../scripts/release/published-packages.ts";

const repository = join(import.meta.dirname, "../../..");

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly node: readonly number[] } };
  readonly "timeout-minutes"?: number;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = join(repository, ".github/workflows");
const names = (await readdir(folder)).toSorted();
const texts = new Map(
  await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const)),
);
const workflows = new Map([...texts].map(([name, text]) => [name, parse(text) as Workflow]));

function stepsOf({ jobs }: Workflow): readonly Step[] {
  return Object.values(jobs).flatMap(({ steps }) => steps);
}

const readJson = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(join(repository, path), "utf8"));

const manifest = (await readJson("package.json")) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
};

/** What of a command is missing here; undefined for one that can be run. */
function missing(command: string): string | undefined {
  const [program = "", ...words] = command.trim().split(/\s+/);
  if (program.includes("/")) return existsSync(join(repository, program)) ? undefined : program;
  if (program === "npm") {
    const [verb = "", name = ""] = words;
    if (verb === "run") return name in manifest.scripts ? undefined : `npm run ${name}`;
    if (verb === "test") return "test" in manifest.scripts ? undefined : command;
    return ["ci", "install", "publish", "view"].includes(verb) ? undefined : command;
  }
  if (program === "node") {
    const [, name = ""] = /^dist\/(.*)\.js$/.exec(words[0] ?? "") ?? [];
    return name in manifest.bin ? undefined : `node ${words[0]}`;
  }
  if (program === "gh") return /^release (?:create|view)\b/.test(words.join(" ")) ? undefined : command;
  if (program === "npx") {
    const [tool = "", script = ""] = words.filter((word) => !word.startsWith("--"));
    if (!existsSync(join(repository, "node_modules/.bin", tool))) return `npx ${tool}`;
    return script.includes("/") && !existsSync(join(repository, script)) ? script : undefined;
  }
  return ["for", "do", "done"].includes(program) || program.startsWith("package=$(tar") ? undefined : program;
}

function commandsOf(workflow: Workflow): readonly string[] {
  return stepsOf(workflow).flatMap(({ run = "" }) =>
    run.split(/\n|\|\|/).filter((line) => line.trim() !== ""),
  );
}

test("there are four", () => {
  expect(names).toEqual(["ci.yml", "long.yml", "release.yml", "systems.yml"]);
});

describe.each([...workflows])("%s", (name, workflow) => {
  test("runs commands that there are", () => {
    expect(commandsOf(workflow).map(missing).filter(Boolean)).toEqual([]);
  });

  test("pins actions to commits, and says which versions they are", () => {
    const used = stepsOf(workflow).flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
    const lines = (texts.get(name) ?? "").split("\n").filter((line) => /\buses:/.test(line));
    expect(lines.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
    // Of those who make the runners, too: nobody else's code is run beside ours.
    expect(used.filter((action) => !action.startsWith("actions/"))).toEqual([]);
  });

  test("may read, and nothing else where it does not publish", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    const granted = Object.entries(workflow.jobs).flatMap(([job, { permissions }]) =>
      permissions === undefined ? [] : [[job, permissions] as const],
    );
    expect(granted).toEqual(
      name === "release.yml"
        ? [
            ["publish", { "id-token": "write" }],
            ["announce", { contents: "write" }],
          ]
        : [],
    );
  });

  test("runs nothing of this repository or of its dependencies where it may write", () => {
    const writing = Object.values(workflow.jobs).filter(({ permissions }) => permissions !== undefined);
    for (const { steps } of writing) {
      const actions = steps.map(({ uses = "" }) => uses.replace(/@.*/, ""));
      expect(actions).not.toContain("actions/checkout");
      const commands = steps.flatMap(({ run = "" }) => run.split("\n"));
      const strange = commands.filter((command) =>
        /\bnpx\b|\bnpm (?:ci|run|test|exec|start)\b|\.ci|\btsx\b/.test(command),
      );
      expect(strange).toEqual([]);
      expect(
        commands.filter((command) => /npm publish/.test(command) && !/--ignore-scripts/.test(command)),
      ).toEqual([]);
    }
  });

  test("leaves no credentials of git behind, and takes no cache into a release", () => {
    for (const { uses = "", with: inputs = {} } of stepsOf(workflow)) {
      if (uses.startsWith("actions/checkout@")) expect(inputs["persist-credentials"]).toBe(false);
      if (uses.startsWith("actions/setup-node@") && name === "release.yml") {
        expect(inputs).toMatchObject({ "package-manager-cache": false });
        expect(inputs).not.toHaveProperty("cache");
      }
    }
  });

  test("puts nothing of an event into a command", () => {
    expect(stepsOf(workflow).filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
  });

  test("has neither a token, but that of GitHub for its release, nor the host of a registry", () => {
    const own = /(?<=^ +GH_TOKEN: )\$\{\{ github\.token \}\}$/gm;
    const text = texts.get(name) ?? "";
    expect(text.match(own)?.length ?? 0).toBe(name === "release.yml" ? 1 : 0);
    expect(text.replace(own, "").replace("GH_TOKEN", "")).not.toMatch(
      /secrets\.|(?<!id-)token|registry|https?:/i,
    );
    const withEnv = Object.entries(workflow.jobs).filter(([, { steps }]) =>
      steps.some(({ env }) => env !== undefined),
    );
    expect(withEnv.map(([job]) => job)).toEqual(name === "release.yml" ? ["announce"] : []);
  });

  test("gives each job a time limit", () => {
    expect(Object.values(workflow.jobs).filter((job) => job["timeout-minutes"] === undefined)).toEqual([]);
  });
});

test("CI runs on the oldest Node that is promised and on those of test/nodes", async () => {
  const { optionalDependencies } = (await readJson("test/nodes/package.json")) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  const [, oldest = ""] = /^>=(\d+)\./.exec(manifest.engines.node) ?? [];
  const newer = Object.keys(optionalDependencies).map((name) => /^node-(\d+)-/.exec(name)?.[1] ?? name);
  const inSteps = (workflow: Workflow | undefined): readonly string[] =>
    (workflow === undefined ? [] : stepsOf(workflow)).flatMap(({ with: inputs = {} }) =>
      typeof inputs["node-version"] === "number" ? [String(inputs["node-version"])] : [],
    );
  const ci = workflows.get("ci.yml");
  const inMatrix = Object.values(ci?.jobs ?? {}).flatMap(({ strategy }) =>
    (strategy?.matrix.node ?? []).map(String),
  );
  const promised = [oldest, ...newer];
  expect([...new Set([...inSteps(ci), ...inMatrix])].toSorted()).toEqual(promised.toSorted());
  expect(inSteps(workflows.get("release.yml")).filter((version) => !promised.includes(version))).toEqual([]);
});

test("all but that of other systems check with .ci/run, which all tags are there for", () => {
  for (const [name, { jobs }] of workflows) {
    if (name === "systems.yml") continue;
    const checking = Object.values(jobs).filter(({ steps }) =>
      steps.some(({ run = "" }) => run.startsWith(".ci/run")),
    );
    expect(checking.length).toBeGreaterThan(0);
    for (const { steps } of checking) expect(steps[0]?.with).toMatchObject({ "fetch-depth": 0 });
  }
});

test("other systems run init, generate, call, pack and the unit tests on Node 20 and 22", () => {
  const workflow = workflows.get("systems.yml");
  const [{ strategy } = {} as Partial<Job>] = Object.values(workflow?.jobs ?? {});
  expect(strategy?.matrix).toEqual({ os: ["windows-latest", "macos-latest"], node: [20, 22] });
  expect(workflow === undefined ? [] : commandsOf(workflow)).toEqual([
    "npm ci",
    "npm run build",
    "npm test system/cli/every-system system/cli/line-ends",
    "node dist/a2agen.js pack generated/a2a-1.0 --out .tmp/package --allow-dirty",
    "npm test unit",
  ]);
});

test("CI does the parts of .ci/run, then makes the website, and nothing else", async () => {
  const script = await readFile(join(repository, ".ci/run"), "utf8");
  const parts = [...script.matchAll(/= all \] \|\| \[ "\$part" = (\w+) \]/g)].map(([, part]) => part);
  const ci = workflows.get("ci.yml");
  expect(ci === undefined ? [] : commandsOf(ci)).toEqual([
    ...parts.map((part) => `.ci/run ${part}`),
    "npm run site",
  ]);
});

test("what is released is packed in the job that checks it, and each job takes what the one before has made", () => {
  const { jobs } = workflows.get("release.yml") ?? { jobs: {} };
  const names = (job: string, action: string): readonly unknown[] =>
    (jobs[job]?.steps ?? []).flatMap(({ uses = "", with: inputs = {} }) =>
      uses.startsWith(`actions/${action}@`) ? [inputs["name"]] : [],
    );
  expect(Object.entries(jobs).map(([job, { needs }]) => [job, needs])).toEqual([
    ["pack", undefined],
    ["publish", "pack"],
    ["announce", "publish"],
  ]);
  expect(names("pack", "upload-artifact")).toEqual(["packages", "release"]);
  expect(names("publish", "download-artifact")).toEqual(["packages"]);
  expect(names("announce", "download-artifact")).toEqual(["release"]);
});

test("the package of a tarball is read as npm names it", async () => {
  const [line = ""] = commandsOf(workflows.get("release.yml") ?? { jobs: {} }).filter((command) =>
    command.trim().startsWith("package="),
  );
  const directory = await mkdtemp(join(tmpdir(), "a2agen-workflow-"));
  try {
    await mkdir(join(directory, "package"));
    await writeFile(join(directory, "package/package.json"), '{ "name": "@acme/one", "version": "1.2.3" }');
    const command = `tar -czf one.tgz package; tarball=one.tgz; ${line}; echo "$package"`;
    const said = await new Promise((resolve) => {
      execFile("bash", ["--norc", "-euc", command], { cwd: directory }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
    expect(said).toBe("@acme/one@1.2.3\n");
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test(".ci/run runs commands that there are", async () => {
  const script = await readFile(join(repository, ".ci/run"), "utf8");
  const commands = [...script.matchAll(/^ *(?:step "[^"]*"|begin|run_tests) ((?:npm|npx) .*)$/gm)].map(
    ([, command = ""]) => command,
  );
  expect(commands.length).toBeGreaterThan(7);
  expect(commands.map(missing).filter(Boolean)).toEqual([]);
});

test.each([
  "npm run nothing",
  "npx nothing",
  "npx tsx scripts/nothing.ts",
  ".ci/nothing",
  "curl example.com",
  "node dist/nothing.js",
  "gh auth token",
])("%s would be found", (command) => {
  expect(missing(command)).toBeDefined();
});

test("packages are published behind those that they need", async () => {
  const packages = await findPublishedPackages(repository);
  expect(packages.map(({ name }) => name)).toEqual([
    "@a2agen/gateway",
    "@a2agen/pages",
    "@a2agen/probe",
    "@a2agen/runtime",
    "@a2agen/a2a-0.3",
    "@a2agen/a2a-1.0",
    "@a2agen/a2a-1.0-draft",
    "@a2agen/a2a-1.1-dev",
    "@a2agen/adapters",
    "@a2agen/agent-conformance",
    "@a2agen/conversation",
    "@a2agen/ext-a2ui",
    "@a2agen/ext-ap2",
    "@a2agen/ext-kagenti",
    "@a2agen/ext-oid4vp",
    "@a2agen/ext-task-progress",
    "@a2agen/ext-timestamp",
    "@a2agen/ext-ucp",
    "@a2agen/ext-x402",
    "@a2agen/otel",
    "@a2agen/postgres",
    "@a2agen/tasks",
    "@a2agen/testing",
    "@a2agen/translate",
    "a2agen",
  ]);
  expect(orderByNeed(packages.toReversed())).toEqual(packages);
});

test("packages that need each other have no order", () => {
  const one = { name: "one", version: "1.0.0", directory: "one", needs: ["two"] };
  const two = { name: "two", version: "1.0.0", directory: "two", needs: ["one"] };
  expect(() => orderByNeed([two, one])).toThrow(
    "these packages need each other, expected an order: one, two; remove a dependency",
  );
});

function checkTag(...args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> {
  const tsx = join(repository, "node_modules/tsx/dist/cli.mjs");
  const script = join(repository, "scripts/release/check-tag.ts");
  return new Promise((resolve) => {
    execFile(process.execPath, [tsx, script, ...args], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: `${stdout}${stderr}` }),
    );
  });
}

test("a tag is that of every package", async () => {
  const [{ version } = { version: "" }] = await findPublishedPackages(repository);
  expect(await checkTag(`v${version}`)).toEqual({
    code: 0,
    said: `v${version} is the version of 25 packages\n`,
  });
  const refused = await checkTag("v99.0.0");
  expect(refused.code).toBe(1);
  expect(refused.said.split("\n").slice(0, 2)).toEqual([
    "check-tag: v99.0.0 is not the version of every package; set the version in these files, or push another tag",
    `  packages/gateway/package.json: @a2agen/gateway ${version}`,
  ]);
  expect(await checkTag("release-1")).toEqual({
    code: 1,
    said: 'check-tag: expected a tag such as v1.2.3, got "release-1"\n',
  });
});
