import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { compareCards } from "../../../scripts/action/compare-cards.ts";
import { readInputs } from "../../../scripts/action/inputs.ts";
import { freePort } from "../../shared/free-port.ts";
import { runProcess } from "../../shared/process/run-process.ts";
import { a2agen } from "../../shared/process/start-a2agen.ts";

const repository = join(import.meta.dirname, "../../..");

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly steps: readonly {
      readonly id?: string;
      readonly if?: string;
      readonly uses?: string;
      readonly run?: string;
      readonly env?: Readonly<Record<string, string>>;
      readonly with?: Readonly<Record<string, unknown>>;
    }[];
  };
}

const action = parse(await readFile(join(repository, "action.yml"), "utf8")) as Action;

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "a2agen-action-"));
  await writeFile(join(root, "card.json"), JSON.stringify(card));
  return () => rm(root, { recursive: true, force: true });
});

const card = {
  name: "Echo",
  description: "Repeats.",
  version: "1.0.0",
  supportedInterfaces: [{ url: "http://localhost/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "echo", name: "Echo", description: "Repeats.", tags: ["text"] }],
};

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** What the artifact has. */
  readonly artifact: readonly string[];
}

/** Runs the steps as the runner does: expressions are resolved, and files of commands are read. */
async function runAction(
  given: Readonly<Record<string, string>>,
  directory = root,
  more: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const defaults = Object.entries(action.inputs).map(([name, row]) => [name, row.default ?? ""] as const);
  const steps: Record<string, Readonly<Record<string, string>>> = {};
  const inputs = { ...Object.fromEntries(defaults), program: a2agen, ...given };
  const resolve = (text: string): string =>
    text.replaceAll(/\$\{\{ *([^}]+?) *\}\}/g, (_, expression: string) => {
      const [, kind, rest = ""] = /^(inputs|github|steps)\.(\S+)$/.exec(expression) ?? [];
      if (kind === "inputs") return resolve(inputs[rest as keyof typeof inputs] ?? "");
      if (kind === "steps") return steps[rest.split(".")[0] ?? ""]?.[rest.split(".")[2] ?? ""] ?? "";
      if (expression === "github.base_ref") return "";
      if (expression === "inputs.program == ''") return String(inputs.program === "");
      if (expression === "always() && steps.check.outputs.reports != ''") {
        return String((steps["check"]?.["reports"] ?? "") !== "");
      }
      throw new Error(`unknown expression ${expression}`);
    });
  const temporary = await mkdtemp(join(root, "runner-"));
  let status: number | null = 0;
  let stdout = "";
  let summary = "";
  let artifact: readonly string[] = [];
  for (const step of action.runs.steps) {
    const isWanted = step.if === undefined ? status === 0 : resolve(step.if) === "true";
    if (!isWanted) continue;
    if (step.uses?.startsWith("actions/upload-artifact@") === true) {
      artifact = await readdir(resolve(String(step.with?.["path"])));
    }
    if (step.run === undefined) continue;
    const files = {
      GITHUB_OUTPUT: join(temporary, "output"),
      GITHUB_STEP_SUMMARY: join(temporary, "summary"),
    };
    for (const path of Object.values(files)) await writeFile(path, "");
    const env = Object.entries(step.env ?? {}).map(([name, value]) => [name, resolve(value)] as const);
    const result = await runProcess("bash", {
      args: ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step.run],
      directory,
      env: {
        ...more,
        ...Object.fromEntries(env),
        ...files,
        GITHUB_ACTION_PATH: repository,
        GITHUB_SHA: "0123456789abcdef",
        RUNNER_TEMP: temporary,
        // Until Node removes types itself, as the version of action.yml does.
        NODE_OPTIONS: `--import=${fileURLToPath(import.meta.resolve("tsx"))}`,
      },
    });
    status = result.status;
    stdout += `${result.stdout.toString()}${result.stderr}`;
    summary += await readFile(files.GITHUB_STEP_SUMMARY, "utf8");
    const lines = (await readFile(files.GITHUB_OUTPUT, "utf8")).trim().split("\n");
    steps[step.id ?? ""] = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, resolve(value)] as const);
  return { status, stdout, summary, outputs: Object.fromEntries(outputs), artifact };
}

test("a right agent is started by its command, passes, and is ended", { tags: "later" }, async () => {
  const port = await freePort();
  const { status, stdout, summary, outputs, artifact } = await runAction({
    command: `node ${a2agen} mock card.json --port ${port}`,
    port: String(port),
    flags: "--read-only --quick",
    history: "kept/history.jsonl",
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.not.stringMatching(/^::error/m) });
  expect(outputs).toMatchObject({
    outcome: "passed",
    findings: "0",
    badge: expect.stringMatching("badge.svg$"),
  });
  expect(summary).toContain("![A2A: ");
  expect(summary).toMatch(
    /\| run \| commit \| MUST \| SHOULD \| MAY \|\n.*\n\| [-\d]+ [:\d]+ \| 01234567 \| 0 \| 0 \| 0 \|/,
  );
  const names = [
    "agent.log",
    "badge.svg",
    "history.jsonl",
    "probe.html",
    "probe.json",
    "probe.md",
    "probe.sarif",
  ];
  expect([...artifact].sort()).toEqual(names);
  await expect(fetch(`http://localhost:${port}`)).rejects.toThrow("fetch failed");
});

test("a wrong agent fails, and its findings are annotations of a file", async () => {
  const port = await freePort();
  const answer = JSON.stringify({ ...card, skills: "::error::no list" });
  await writeFile(
    join(root, "wrong.mjs"),
    `import { createServer } from "node:http";
createServer((_, response) => response.end(${JSON.stringify(answer)})).listen(${port});`,
  );
  const { status, stdout, summary, outputs } = await runAction({
    command: "node wrong.mjs",
    port: String(port),
    flags: "--quick",
    file: "card.json",
  });
  expect(status).toBe(1);
  expect(outputs).toMatchObject({ outcome: "failed", findings: expect.stringMatching(/^[1-9]/) });
  expect(stdout).toMatch(/^::error title=a2agen%3A [\w.-]+,file=card\.json::[A-Z][^%]*\.%0Acard: expected /m);
  // What the agent says is shown where the runner takes no commands.
  const [, token = ""] = /^::stop-commands::(\w+)$/m.exec(stdout) ?? [];
  expect(stdout).toContain(`\n::${token}::\n`);
  expect(summary).toContain("**MUST**");
});

test("cards and protos are compared with the base", { tags: "later" }, async () => {
  const folder = await mkdtemp(join(root, "project-"));
  const proto = (fields: string): string =>
    `syntax = "proto3";\npackage acme.v1;\nmessage Order {\n${fields}}\n`;
  await mkdir(join(folder, "proto/acme/v1"), { recursive: true });
  const file = join(folder, "proto/acme/v1/order.proto");
  await writeFile(file, proto("  string id = 1;\n  string note = 2;\n"));
  await writeFile(join(folder, "card.json"), JSON.stringify(card));
  const git = "git -c user.name=a -c user.email=a@example.com";
  const commit = `git init -q -b main && git add . && ${git} commit -qm one && git branch base`;
  await runProcess("sh", { args: ["-c", commit], directory: folder });
  await writeFile(join(folder, "card.json"), JSON.stringify({ ...card, skills: [], capabilities: {} }));
  await writeFile(file, proto("  string id = 1;\n"));
  const { status, stdout, summary } = await runAction({ diff: "card.json\nproto", base: "base" }, folder);
  expect(status).toBe(1);
  expect(stdout).toContain("::error title=a2agen%3A card,file=card.json::skill echo was removed");
  expect(stdout).toMatch(/^::error title=a2agen%3A field-removed::.*Order\.note/m);
  expect(summary).toContain("| breaks clients | capability streaming was removed |");
});

test("the workflow of the page gives inputs that there are", async () => {
  const page = await readFile(join(repository, "docs/official-command.md"), "utf8");
  const [, text = ""] = /^```yaml .github\/workflows\/agent.yml\n([\s\S]*?)^```/m.exec(page) ?? [];
  const { jobs } = parse(text) as {
    readonly jobs: { readonly check: { readonly steps: readonly { readonly with?: object }[] } };
  };
  const given = Object.keys(jobs.check.steps.at(-1)?.with ?? {});
  expect(given).toEqual(["command", "port", "flags", "file", "diff"]);
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(given));
  const named = [...page.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
  expect(named).toEqual(
    expect.arrayContaining([...Object.keys(action.inputs), ...Object.keys(action.outputs)]),
  );
  // What the runner reads of a composite action, and nothing else.
  const { inputs, runs, outputs, ...rest } = action;
  expect(Object.keys(rest)).toEqual(["name", "description", "branding"]);
  const members = (rows: Readonly<Record<string, object>>): readonly string[] =>
    [...new Set(Object.values(rows).flatMap(Object.keys))].sort();
  expect([members(inputs), members(outputs)]).toEqual([
    ["default", "description"],
    ["description", "value"],
  ]);
  for (const step of runs.steps) expect(step.run === undefined).toBe(!("shell" in step));
});

test("an agent that does not start is an error with the end of its log", { tags: "later" }, async () => {
  const { status, stdout, outputs } = await runAction({ command: "echo no && exit 3", port: "9" });
  const message = "command: the agent did not start: it ended with 3%0Ano";
  expect({ status, stdout }).toEqual({ status: 1, stdout: `::error title=a2agen::${message}\n` });
  expect(outputs["outcome"]).toBe("failed");
});

test("an agent of a URL that does not answer is an error, and not a green badge", async () => {
  const url = `http://localhost:${await freePort()}`;
  const { status, stdout, summary, outputs } = await runAction({ url });
  expect({ status, outcome: outputs["outcome"] }).toEqual({ status: 1, outcome: "failed" });
  expect(stdout).toMatch(/^::error title=a2agen::\S+: expected an agent card; no answer/m);
  expect(summary).toContain("A2A-not%20tested-red");
});

test("an agent of an image is run and stopped by docker, also while it is still pulled", {
  tags: "later",
}, async () => {
  const port = await freePort();
  const bin = await mkdtemp(join(root, "bin-"));
  const calls = join(bin, "calls");
  // Stands in for docker, which has no daemon here: "run" is the mock, or a pull without an end.
  const docker = `#!/bin/bash
echo "$*" >> ${calls}
case "$1 \${!#}" in
  "run slow") exec sleep 60 ;;
  run*) exec ${process.execPath} ${a2agen} mock ${join(root, "card.json")} --port ${port} ;;
  *) exit 1 ;;
esac
`;
  await writeFile(join(bin, "docker"), docker, { mode: 0o755 });
  const PATH = `${bin}:${process.env["PATH"]}`;
  const given = { port: String(port), flags: "--quick", wait: "1" };
  const slow = await runAction({ ...given, image: "slow" }, root, { PATH });
  expect(slow).toMatchObject({
    status: 1,
    stdout: expect.stringMatching("nothing answers at http://localhost"),
  });
  const { status } = await runAction({ ...given, image: "acme/agent", wait: "30" }, root, { PATH });
  const run = /^run --rm --name a2agen-\d+ --publish 127\.0\.0\.1:(\d+):\1 \S+$/;
  const lines = (await readFile(calls, "utf8")).trim().split("\n");
  const [stop, matched] = [
    expect.stringMatching(/^stop a2agen-\d+$/),
    expect.stringMatching(run),
  ] as unknown[];
  expect({ status, lines }).toEqual({ status: 0, lines: [matched, stop, matched, stop] });
});

test.each([
  [{}, "expected one of url, command and image, or diff"],
  [
    { URL: "localhost:4000" },
    'url: expected an http or https URL without credentials; found "localhost:4000"',
  ],
  [{ URL: "http://localhost:1", IMAGE: "acme/agent" }, "url and image cannot be given together"],
  [{ COMMAND: "true" }, "command: expected port beside it, where the agent listens"],
  [
    { DIFF: "proto", BASE: "--upload-pack=x" },
    'diff, base: expected a path and a branch, tag or commit; found "--upload-pack=x"',
  ],
  [
    { URL: "http://localhost:1", FAIL_ON: "all" },
    'fail-on: expected MUST, SHOULD, MAY or never; found "all"',
  ],
])("%j is refused", (given, message) => {
  const env = Object.entries(given).map(([name, value]) => [`INPUT_${name}`, value] as const);
  expect(() => readInputs(Object.fromEntries(env))).toThrow(message);
});

test("levels are read in any case, as the command reads them", () => {
  expect(readInputs({ INPUT_URL: "http://localhost:1", INPUT_FAIL_ON: "should" }).failOn).toBe("should");
});

test("a change of credentials breaks clients unless one way stays", () => {
  const of = (...ways: readonly string[]): object => ({
    securityRequirements: ways.map((name) => ({ schemes: { [name]: { list: [] } } })),
  });
  expect(compareCards(card, card)).toEqual([]);
  expect(compareCards(of(), of("oauth"))).toEqual([
    { breaks: true, text: "credentials were none and are oauth" },
  ]);
  expect(compareCards(of("key"), of("key", "oauth"))).toMatchObject([{ breaks: false }]);
  expect(compareCards(of("key"), of())).toMatchObject([{ breaks: false }]);
  expect(compareCards({ url: "http://a" }, { url: "http://b" })).toEqual([
    { breaks: true, text: "interface JSONRPC http://a was removed" },
    { breaks: false, text: "interface JSONRPC http://b was added" },
  ]);
});
