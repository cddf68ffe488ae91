import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { readOfficialConfig } from "../../../../packages/cli/src/plugins/official-config.ts";
import { readDuration } from "../../../../packages/cli/src/plugins/official-flags.ts";
import type { PluginName } from "../../../../packages/cli/src/plugins/plugins.ts";
import { runPlugin } from "../../../../packages/cli/src/plugins/run-plugin.ts";
import { startRawUpstream } from "../../../shared/gateway/raw-upstream.ts";
import { inPlace } from "../../../shared/in-place.ts";
import { listen } from "../../../shared/interop/our-agent.ts";
import type { CliResult } from "../../../shared/run-a2agen.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "a2agen-plugins-"));
  return () => rm(root, { recursive: true, force: true });
});

function run(
  name: PluginName,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  return inPlace({ directory: root, env: { HOME: root, ...env } }, async () => {
    const status = await runPlugin(name, args, {
      out: (text) => void stdout.push(String(text)),
      err: (text) => void stderr.push(text),
    });
    for (const variable of Object.keys(process.env)) {
      if (variable.startsWith("A2AGEN_HEADER_")) delete process.env[variable];
    }
    return { status, stdout: stdout.join(""), stderr: stderr.join("") };
  });
}

test("the agent, its credentials and the form of the output come from the environment", async () => {
  const upstream = await startRawUpstream((response) => void response.writeHead(400).end());
  onTestFinished(() => upstream.close());
  const { status, stdout } = await run("probe", ["--read-only", "--fail-on", "never"], {
    A2ACLI_AGENT_CARD: upstream.origin,
    A2ACLI_AUTH: "Bearer secret",
    A2ACLI_SVC_PARAM: "X-Team=blue,X-Room=a, b",
    A2ACLI_OUTPUT: "json",
    A2ACLI_TIMEOUT: "1m",
  });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ interfaces: ["JSONRPC 1.0"] });
  const sent = { authorization: "Bearer secret", "x-team": "blue", "x-room": "a, b" };
  expect(upstream.calls[0]?.headers).toMatchObject(sent);
});

test("an endpoint with one transport needs no card", async () => {
  const upstream = await startRawUpstream((response) => void response.writeHead(400).end());
  onTestFinished(() => upstream.close());
  const endpoint = ["-e", `${upstream.origin}/rpc`, "--transport", "jsonrpc", "--tenant", "acme"];
  const { status, stdout } = await run("probe", [
    ...endpoint,
    "-o",
    "json",
    "--read-only",
    "--fail-on",
    "never",
  ]);
  expect({ status, report: JSON.parse(stdout) as unknown }).toMatchObject({
    status: 0,
    report: { agent: `${upstream.origin}/rpc`, interfaces: ["JSONRPC 1.0"] },
  });
  expect(upstream.cardCalls).toEqual([]);
  expect(upstream.calls[0]?.body).toContain('"tenant":"acme"');
});

test("failures have the exit codes of the official command's specification", async () => {
  const server = createServer((request, response) => {
    const [, status = ""] = (request.url ?? "").split("/");
    // 000 never answers.
    if (status !== "000") response.writeHead(Number(status)).end();
  });
  const origin = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const probe = async (status: string): Promise<unknown> => {
    const args = ["-a", `${origin}/${status}`, "--timeout", "300ms"];
    return (await run("probe", args)).status;
  };
  const found = { missing: await probe("404"), secret: await probe("401"), silent: await probe("000") };
  expect(found).toEqual({ missing: 3, secret: 4, silent: 5 });
  const { status, stderr } = await run("gateway", ["http://localhost:9"]);
  expect({ status, stderr }).toEqual({ status: 3, stderr: expect.stringMatching("http://localhost:9") });
});

test.each([
  [
    "probe",
    ["-e", "http://localhost:9"],
    "--endpoint: expected one --transport beside it, one of grpc, jsonrpc, rest",
  ],
  [
    "probe",
    ["-a", "http://localhost:9", "http://localhost:9"],
    "--agent-card and http://localhost:9 cannot be given together",
  ],
  [
    "probe",
    ["-a", "http://localhost:9", "--timeout", "soon"],
    '--timeout: expected a duration such as 30s or 1m30s; found "soon"',
  ],
  ["probe", ["-a", "http://localhost:9", "--svc-param", "X"], "--svc-param: expected NAME=VALUE"],
  [
    "probe",
    ["http://localhost:9", "--tenant", "acme"],
    "--tenant goes with --endpoint: a card says it itself",
  ],
  ["gateway", [], "UPSTREAM: expected one URL, or --config FILE; found 0"],
  ["migrate", ["--auth", "x", "."], "unknown flag --auth"],
  ["diff", ["1.0"], "expected two versions"],
] as const)("a2a %s %j is a wrong command line", async (name, args, message) => {
  const { status, stderr } = await run(name, args);
  expect(status).toBe(2);
  expect(stderr).toContain(`a2a ${name}: `);
  expect(stderr).toContain(message);
});

test("a2a diff -o json is --format json", async () => {
  const { status, stdout } = await run("diff", ["1.0-draft", "1.0", "-o", "json"]);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({});
});

test("the environment comes before the nearest .env, and that before the files of the user", async () => {
  const home = await mkdtemp(join(root, "home-"));
  const below = join(home, "project/src");
  await mkdir(below, { recursive: true });
  await mkdir(join(home, ".config/a2a-cli"), { recursive: true });
  await mkdir(join(home, "xdg/a2a-cli"), { recursive: true });
  const names = ["TENANT", "AUTH", "OUTPUT", "ENDPOINT"];
  const lines = (from: string, count: number): string =>
    names
      .slice(0, count)
      .map((name) => `A2ACLI_${name}=${from}\n`)
      .join("");
  await writeFile(join(home, "project/.env"), lines("project", 2));
  const yaml = "tenant: yaml\nauth: yaml\noutput: yaml\nsvc-param: [A=1, B=2]\nplugins-enabled: true\n";
  await writeFile(join(home, ".config/a2a-cli/config.yaml"), yaml);
  await writeFile(join(home, "xdg/a2a-cli/.env"), lines("xdg", 4));
  const given = join(home, "given.json");
  await writeFile(given, '{ "auth": "given" }');
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, "xdg"), A2ACLI_TENANT: "env" };
  const found = await inPlace({ directory: below, env }, async () => [
    await readOfficialConfig(undefined),
    await readOfficialConfig(given),
  ]);
  const common = { tenant: ["env"], output: ["yaml"], endpoint: ["xdg"], "svc-param": ["A=1", "B=2"] };
  expect(found).toMatchObject([
    { ...common, auth: ["project"] },
    { ...common, auth: ["given"] },
  ]);
});

test("durations are written as Go does, or in seconds", () => {
  expect(["30s", "1m30s", "1.5h", "250ms", "10"].map(readDuration)).toEqual([
    30_000, 90_000, 5_400_000, 250, 10_000,
  ]);
});
