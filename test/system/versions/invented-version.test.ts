import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { copyRepository } from "../../../scripts/copy-repository.ts";
import { listFiles } from "../../../scripts/list-files.ts";
import { freePort } from "../../shared/free-port.ts";
import { inventVersion } from "./invent-version.ts";

const repository = join(import.meta.dirname, "../../..");
const copy = join(repository, ".tmp/invented-version");
const source = ["--conditions=a2agen-source", "--import=tsx"];
const project = join(copy, ".tmp/echo");
const running: ChildProcess[] = [];

interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(args: readonly string[], cwd = copy): Promise<Result> {
  const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) await once(child, "close");
  return { status: child.exitCode, stdout, stderr };
}

/** Runs a program that must succeed. */
async function succeed(args: readonly string[], cwd?: string): Promise<string> {
  const { status, stdout, stderr } = await run(args, cwd);
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

/** Starts a program, and waits for its first line. */
async function start(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(child);
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(`${args.join(" ")} ended and printed nothing`);
}

const a2agen = (...args: readonly string[]): readonly string[] => [join(copy, "dist/a2agen.js"), ...args];

/** A copy of the repository in which the version was added, generated and built; made once. */
let prepared: Promise<void> | undefined;
function prepare(): Promise<void> {
  prepared ??= addVersion();
  return prepared;
}

async function addVersion(): Promise<void> {
  await copyRepository({ repository, to: copy, isKept: (path) => !path.endsWith(".test.ts") });
  await inventVersion(copy);
  await succeed([...source, "scripts/generate/generate.ts"]);
  const build = `
    import { buildCli } from "./scripts/build/build-cli.ts";
    import { buildLodgers } from "./scripts/build/build-lodgers.ts";
    await buildCli();
    await buildLodgers();`;
  await succeed([...source, "--input-type=module", "--eval", build]);
  await mkdir(project, { recursive: true });
  await succeed(a2agen("init", project, "--kind", "minimal", "--yes", "--versions", "9.9,1.0"));
}

/** Whether npm run test:long -- invented has started this. */
const isWanted = process.env["A2AGEN_INVENTED"] === "1";

describe.runIf(isWanted)(
  "version 9.9, of which there are a proto, a profile, a translation and a row in the table",
  {
    tags: "later",
  },
  () => {
    let url = "";

    afterAll(async () => {
      for (const child of running) {
        child.kill();
        if (child.exitCode === null) await once(child, "exit");
      }
      await rm(copy, { recursive: true, force: true });
    });

    test("generating touches nothing that is written by hand", async () => {
      await prepare();
      const folders = ["docs", "generators", "packages", "profiles", "proto", "scripts", "templates"];
      const changed: string[] = [];
      for (const folder of folders) {
        for (const path of await listFiles(join(copy, folder), [])) {
          if (/(?:^|\/)(?:dist|node_modules)\//.test(path)) continue;
          const file = `${folder}/${path}`;
          const before = await readFile(join(repository, file)).catch(() => undefined);
          if (before === undefined || !before.equals(await readFile(join(copy, file)))) changed.push(file);
        }
      }
      expect(changed.sort()).toEqual([
        "profiles/a2a-9.9.yaml",
        "profiles/translations/a2a-1.0-to-9.9.yaml",
        "profiles/versions.yaml",
        "proto/a2a-9.9/lf/a2a/v1/a2a.proto",
        // Stands for generated files that are not in git.
        "scripts/generate/rendered.sha256",
      ]);
    });

    test("diff tells what it changes, and what comes across", async () => {
      await prepare();
      const told = await succeed(a2agen("diff", "1.0", "9.9"));
      expect(told.split("\n").filter((line) => /^ {2,4}\w/.test(line) && !line.includes("client:"))).toEqual([
        "  profile a2a-1.0 → profile a2a-9.9: the version of the protocol was 1.0 and is 9.9: clients and servers of one refuse the other",
        "  SummarizeTask: the method is new",
        "  DeleteTaskPushNotificationConfig: the method is gone; was not deprecated before",
        "  SummarizeTaskRequest: the message is new: input of SummarizeTask",
        "  TaskSummary: the message is new: what became of a task",
        "  DeleteTaskPushNotificationConfigRequest: the message is gone; was not deprecated before",
        "  Artifact",
        "    description → summary: is named summary now: JSON and TypeScript no longer have description",
        "  TaskState",
        "    TASK_STATE_PAUSED: is new",
      ]);
    });

    test("a new project compiles and passes its tests", async () => {
      await prepare();
      await compile(project);
      const told = await succeed([...source, "--test", "test/agent.test.ts"], project);
      expect(told).toContain("# fail 0");
    });

    test("code in its types compiles, and answers clients of it and of 1.0", async () => {
      await prepare();
      await cp(join(import.meta.dirname, "invented/agent.ts.txt"), join(project, "src/agent.ts"));
      await compile(project);
      const port = await freePort();
      url = `http://localhost:${port}`;
      await start([...source, "src/main.ts"], { cwd: project, env: { PORT: String(port) } });

      const ask = async (version: string, method: string, params: unknown): Promise<unknown> => {
        const response = await fetch(`${url}/a2a`, {
          method: "POST",
          headers: { "content-type": "application/json", "A2A-Version": version },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
        });
        const { result, error } = (await response.json()) as {
          result?: unknown;
          error?: { message: string };
        };
        return result ?? error?.message;
      };
      const parts = [{ text: "Hello" }];
      const send = { message: { messageId: "m-1", role: "ROLE_USER", parts } };
      expect(await ask("9.9", "SendMessage", send)).toMatchObject({
        task: { artifacts: [{ artifactId: "echo", summary: "What was said", parts }] },
      });
      expect(await ask("1.0", "SendMessage", send)).toMatchObject({
        task: { artifacts: [{ artifactId: "echo", description: "What was said", parts }] },
      });
      const task = { id: "t-1", contextId: "c-1" };
      expect(await ask("9.9", "GetTask", { id: "t-1" })).toEqual({
        ...task,
        status: { state: "TASK_STATE_PAUSED" },
      });
      expect(await ask("1.0", "GetTask", { id: "t-1" })).toEqual({
        ...task,
        status: { state: "TASK_STATE_INPUT_REQUIRED" },
      });
      expect(await ask("9.9", "SummarizeTask", { id: "t-1" })).toEqual({ text: "Nothing became of t-1" });
      expect(await ask("1.0", "SummarizeTask", { id: "t-1" })).toMatch(/method of version 9\.9/);
      const deleted = { taskId: "t-1", id: "p-1" };
      expect(await ask("9.9", "DeleteTaskPushNotificationConfig", deleted)).toMatch(/^Method not found/);
    });

    test("migrate leads to the newest released version, and to it when asked", async () => {
      await prepare();
      const file = join(copy, ".tmp/card.json");
      const card = {
        name: "Echo",
        description: "Repeats a message.",
        version: "1.0.0",
        protocolVersion: "0.3.0",
        url: "https://example.com/a2a",
        capabilities: {},
        defaultInputModes: ["text/plain"],
        defaultOutputModes: ["text/plain"],
        skills: [],
      };
      await writeFile(file, JSON.stringify(card));
      const versionOf = async (...args: readonly string[]): Promise<unknown> => {
        await succeed(a2agen("migrate", file, ...args));
        const migrated = JSON.parse(await readFile(file, "utf8")) as {
          readonly supportedInterfaces: readonly { readonly protocolVersion: string }[];
        };
        return migrated.supportedInterfaces[0]?.protocolVersion;
      };
      expect(await versionOf()).toBe("1.0");
      expect(await versionOf("--to", "9.9")).toBe("9.9");
    });

    test("call speaks it", async () => {
      await prepare();
      const sent = await succeed(a2agen("call", url, "send", "Hello", "--protocol", "9.9", "--json"));
      expect(JSON.parse(sent)).toMatchObject({
        task: { artifacts: [{ summary: "What was said", parts: [{ text: "Hello" }] }] },
      });
      const rpc = ["rpc", "SummarizeTask", '{"id":"t-1"}', "--protocol", "9.9", "--json"];
      expect(JSON.parse(await succeed(a2agen("call", url, ...rpc)))).toEqual({
        text: "Nothing became of t-1",
      });
      expect(await succeed(a2agen("call", url, "card"))).toMatch(/JSONRPC +9\.9/);
    });

    test("the probe tries it, and judges it as it does 1.0", async () => {
      await prepare();
      await writeFile(
        join(project, "src/agent.ts"),
        (await readFile(join(project, "src/agent.ts"), "utf8")).replace(
          / {2}async getTask[\s\S]*?\n {2}},\n/,
          "",
        ),
      );
      const port = await freePort();
      const agent = `http://localhost:${port}`;
      await start([...source, "src/main.ts"], { cwd: project, env: { PORT: String(port) } });
      const report = join(copy, ".tmp/report.json");
      await run(a2agen("probe", agent, "--report", `json=${report}`));
      const { interfaces, requirements, findings } = JSON.parse(await readFile(report, "utf8")) as {
        readonly interfaces: readonly string[];
        readonly requirements: readonly {
          readonly interface: string;
          readonly requirement: string;
          readonly verdict: string;
        }[];
        readonly findings: readonly { readonly interface: string; readonly requirement: string }[];
      };
      expect(interfaces).toEqual(["JSONRPC 9.9", "JSONRPC 1.0"]);
      const verdictsOf = (name: string) =>
        requirements.flatMap((each) =>
          each.interface === name ? `${each.requirement}: ${each.verdict}` : [],
        );
      expect(verdictsOf("JSONRPC 9.9")).toEqual(verdictsOf("JSONRPC 1.0"));
      expect(verdictsOf("JSONRPC 9.9")).toContain("get.found: passed");
      const found = (name: string) =>
        findings.filter((each) => each.interface === name).map(({ requirement }) => requirement);
      expect(found("JSONRPC 9.9")).toEqual(found("JSONRPC 1.0"));
    });

    test("the console shows it", async () => {
      await prepare();
      const line = await start(a2agen("console", url, "--no-open"), { cwd: project });
      const address = /http:\S+/.exec(line)?.[0] ?? "";
      const page = await (await fetch(address)).text();
      expect(page).toContain("a2a-9.9");
    });

    test("translators lead to it and back", async () => {
      await prepare();
      const program = `
      import { a2a10ToA2a99Types as types } from "@a2agen/translate";
      const artifact = { artifactId: "a-1", description: "About", parts: [{ text: "Hello" }] };
      const upgraded = types.Artifact.upgrade(artifact);
      const paused = types.TaskStatus.downgrade({ state: "TASK_STATE_PAUSED" });
      console.log(JSON.stringify([upgraded, types.Artifact.downgrade(upgraded.value), paused]));`;
      const told = await succeed([...source, "--input-type=module", "--eval", program]);
      const parts = [{ text: "Hello" }];
      expect(JSON.parse(told)).toMatchObject([
        { value: { artifactId: "a-1", summary: "About", parts }, losses: [] },
        { value: { artifactId: "a-1", description: "About", parts }, losses: [] },
        { value: { state: "TASK_STATE_INPUT_REQUIRED" }, losses: [{ path: "state" }] },
      ]);
    });
  },
);

async function compile(project: string): Promise<void> {
  await writeFile(
    join(project, "tsconfig.source.json"),
    JSON.stringify({
      extends: "./tsconfig.json",
      compilerOptions: { customConditions: ["a2agen-source"], noEmit: true, skipLibCheck: true },
    }),
  );
  expect(
    await run([join(copy, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.source.json"], project),
  ).toEqual({
    status: 0,
    stdout: "",
    stderr: "",
  });
}
