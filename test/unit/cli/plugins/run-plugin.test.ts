import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { findAgent } from "../../../../packages/cli/src/plugins/find-agent.ts";
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
    A2ACLI_SVC_PARAM: "X-Room=a,b=c",
    A2ACLI_OUTPUT: "json",
    A2ACLI_TIMEOUT: "1m",
  });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ interfaces: ["JSONRPC 1.0"] });
  const sent = { authorization: "Bearer secret", "x-room": "a,b=c" };
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

test("-o jsonl is one line", async () => {
  const { status, stdout } = await run("diff", ["1.0-draft", "1.0", "-o", "jsonl"]);
  expect({ status, lines: stdout.split("\n").length }).toEqual({ status: 0, lines: 2 });
  expect(JSON.parse(stdout)).toMatchObject({ newer: "A2A 1.0" });
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
  ["migrate", ["--auth", "x", "."], "--auth: this command calls no agent, and has no use for it"],
  ["diff", ["-e=http://localhost:9", "1.0"], "-e: this command calls no agent, and has no use for it"],
  ["console", ["--svc-param=X=1"], "--svc-param: the console takes it in its page, for each agent"],
  ["gateway", ["-o", "json"], "-o: this command prints in one form only"],
  ["probe", ["-o=yaml"], '-o: expected text or json or jsonl; found "yaml"'],
  ["probe", ["--verbose=no"], '--verbose takes no value; found "no"'],
  ["probe", ["-a", "./none.json"], "./none.json"],
  ["probe", ["--stream"], "unknown flag --stream"],
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

test.each([
  ["-a=URL", "--output=json"],
  ["-aURL", "-ojson"],
  ["-a", "URL", "-vojson"],
  ["--agent-card=URL", "-o=json", "-v"],
  ["-o", "jsonl", "--verbose=true", "--", "URL"],
])("flags are attached as the official command attaches them: %j", async (...args) => {
  const upstream = await startRawUpstream((response) => void response.writeHead(400).end());
  onTestFinished(() => upstream.close());
  const words = args.map((word) => word.replace("URL", upstream.origin));
  const { status, stdout, stderr } = await run("probe", ["--quick", "--fail-on=never", ...words]);
  expect(JSON.parse(stdout)).toMatchObject({ interfaces: ["JSONRPC 1.0"] });
  expect(status).toBe(0);
  const isVerbose = /-v/.test(args.join(" "));
  expect(stderr.includes(`# the agent: ${upstream.origin}\n`)).toBe(isVerbose);
});

/** Where a setting can be from, in the order in which they count. */
const places = [
  ["the environment", undefined, undefined],
  ["--config, in YAML", "given.yaml", "tenant: VALUE\nother: 1\n"],
  ["--config, in JSON", "given.JSON", '{ "tenant": "VALUE" }'],
  ["--config, in YAML with names of variables", "given.yml", "A2ACLI_TENANT: VALUE\n"],
  ["--config, as .env", "prod.env", "A2ACLI_TENANT=VALUE\n"],
  ["--config, without an ending", "settings", "export A2ACLI_TENANT='VALUE' # ours\n"],
  ["the nearest .env upwards", "work/.env", "A2ACLI_TENANT=VALUE\n"],
  ["config.yaml of the user", ".config/a2a-cli/config.yaml", "plugins-enabled: true\ntenant: VALUE\n"],
  [".env of the user", "xdg/a2a-cli/.env", "A2ACLI_TENANT=VALUE\n"],
] as const;

test.each(places)("%s counts before what is below it", async (name, _path, _text) => {
  const home = await mkdtemp(join(root, "home-"));
  const directory = join(home, "work/project/.env");
  // A folder of this name is none.
  await mkdir(directory, { recursive: true });
  const first = places.findIndex(([each]) => each === name);
  for (const [, path, text] of places.slice(first)) {
    if (path === undefined || (path !== places[first]?.[1] && /^given|^prod|^settings/.test(path))) continue;
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text.replace("VALUE", path));
  }
  const [, path] = places[first] ?? [];
  const config = name.startsWith("--config") ? join(home, path ?? "") : undefined;
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, "xdg"),
    ...(path === undefined && { A2ACLI_TENANT: "env" }),
  };
  const { tenant } = await inPlace({ directory: dirname(directory), env }, () => readOfficialConfig(config));
  expect(tenant).toEqual({
    values: [path ?? "env"],
    from: path === undefined ? "A2ACLI_TENANT" : expect.stringMatching(path),
  });
});

test.each([
  ["transport: rest, jsonrpc", "transport", ["rest", "jsonrpc"]],
  ["transport: [rest, grpc]", "transport", ["rest", "grpc"]],
  ["svc-param: [A=1, 'B=2,C=3']", "svc-param", ["A=1", "B=2,C=3"]],
  ["insecure: true", "insecure", ["true"]],
  ["timeout: 15s", "timeout", ["15s"]],
  ["tenant:", "tenant", undefined],
  ["config: other.yaml", "config", undefined],
] as const)("%s in a file is what the official command takes it for", async (text, flag, values) => {
  const path = join(await mkdtemp(join(root, "config-")), "a2a.yaml");
  await writeFile(path, text);
  expect(
    (await inPlace({ directory: root, env: { HOME: root } }, () => readOfficialConfig(path)))[flag]?.values,
  ).toEqual(values);
});

test("an empty variable takes away what files say, and a wrong file is refused", async () => {
  const folder = await mkdtemp(join(root, "config-"));
  await writeFile(join(folder, "a2a.env"), "A2ACLI_TENANT=acme\nA2ACLI_AUTH=Basic x\n");
  await writeFile(join(folder, "a2a.yaml"), "tenant: [acme");
  const place = { directory: root, env: { HOME: root, A2ACLI_TENANT: "" } };
  const read = (name: string): Promise<object> =>
    inPlace(place, () => readOfficialConfig(join(folder, name)));
  expect(Object.keys(await read("a2a.env"))).toEqual(["auth"]);
  await expect(read("a2a.yaml")).rejects.toThrow(/a2a\.yaml: expected a configuration of a2a; .*/);
  await expect(read("none.yaml")).rejects.toThrow("none.yaml");
  const both = { A2ACLI_AGENT_CARD: "http://localhost:9", A2ACLI_ENDPOINT: "http://localhost:9" };
  const { status, stderr } = await run("probe", [], both);
  expect({ status, stderr }).toMatchObject({
    status: 2,
    stderr: expect.stringMatching("cannot be given together"),
  });
});

test("-v says where settings are from, and no secret", async () => {
  const env = { A2ACLI_AUTH: "Bearer secret", A2ACLI_AGENT_CARD: "http://localhost:9" };
  const { stderr } = await run("probe", ["-v", "--timeout", "1s"], env);
  expect(stderr).toContain("# --auth: A2ACLI_AUTH\n# --timeout: the command line\n");
  expect(stderr).not.toContain("secret");
  expect(await run("probe", ["--version"])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^a2agen \d/),
  });
});

test("--insecure is gRPC in clear where the endpoint has no scheme", async () => {
  const values = { endpoint: ["agent.example:9"], transport: ["grpc"], insecure: ["true"] };
  const agent = await findAgent("probe", values);
  const card = JSON.parse(await readFile(agent?.operand ?? "", "utf8")) as unknown;
  expect(card).toMatchObject({
    supportedInterfaces: [{ url: "http://agent.example:9", protocolBinding: "GRPC" }],
  });
  await agent?.close?.();
});

test("durations are written as Go does, or in seconds", () => {
  expect(["30s", "1m30s", "1.5h", "250ms", "10"].map(readDuration)).toEqual([
    30_000, 90_000, 5_400_000, 250, 10_000,
  ]);
});
