import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { startRawUpstream } from "../../shared/gateway/raw-upstream.ts";
import { a2agen, startA2agen } from "../../shared/process/start-a2agen.ts";

test("gateway serves until SIGTERM, lets open calls end, and writes the report of migration", async () => {
  const folder = await mkdtemp(join(tmpdir(), "a2agen-gateway-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let answer = (): void => undefined;
  const upstream = await startRawUpstream((response, { body }) => {
    const { id } = JSON.parse(body) as { readonly id: unknown };
    const result = { message: { messageId: "m-2", role: "ROLE_AGENT", parts: [{ text: "at last" }] } };
    answer = () => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    };
    open();
  });
  const report = join(folder, "migration.json");
  const args = [
    "gateway",
    upstream.origin,
    "--report",
    report,
    "--upstream-auth",
    "authorization=AGENT_AUTH",
  ];
  const command = spawn(process.execPath, [a2agen, ...args], {
    env: { ...process.env, AGENT_AUTH: "Bearer own" },
  });
  onTestFinished(() => void command.kill("SIGKILL"));
  const ended = once(command, "exit");
  const [line] = (await once(createInterface(command.stdout), "line")) as [string];
  const url = line.replace("gateway ", "");
  const call = fetch(`${url}/a2a`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "old client" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "message/send",
      params: {
        message: { kind: "message", messageId: "m-1", role: "user", parts: [{ kind: "text", text: "x" }] },
      },
    }),
  });
  await opened;
  expect(upstream.calls[0]?.headers).toMatchObject({ authorization: "Bearer own" });
  const lines = createInterface(command.stderr);
  command.kill("SIGTERM");
  await once(lines, "line");
  answer();
  expect(await (await call).json()).toMatchObject({
    result: { kind: "message", parts: [{ text: "at last" }] },
  });
  expect(await ended).toEqual([0, null]);
  expect(JSON.parse(await readFile(report, "utf8"))).toMatchObject({
    upstreams: [
      {
        path: "",
        url: upstream.origin,
        version: "1.0",
        binding: "JSONRPC",
        clients: [{ client: "old client", version: "0.3", calls: 1, failed: 0, methods: { SendMessage: 1 } }],
      },
    ],
  });
});

test("gateway --config serves each agent below its path, and --record writes what they are sent", async () => {
  const folder = await mkdtemp(join(tmpdir(), "a2agen-gateway-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [one, two] = await Promise.all([startRawUpstream(), startRawUpstream()]);
  const config = join(folder, "gateway.yaml");
  await writeFile(
    config,
    `upstreams:
  /one:
    agent: ${one.origin}
    auth: { authorization: ONE_AUTH }
  /two: { agent: ${two.origin} }
`,
  );
  const record = join(folder, "calls.jsonl");
  const command = spawn(process.execPath, [a2agen, "gateway", "--config", config, "--record", record], {
    env: { ...process.env, ONE_AUTH: "Bearer own-secret" },
  });
  onTestFinished(() => void command.kill("SIGKILL"));
  const ended = once(command, "exit");
  let told = "";
  command.stderr.on("data", (chunk: Buffer) => {
    told += chunk.toString();
  });
  const [line] = (await once(createInterface(command.stdout), "line")) as [string];
  const url = line.replace("gateway ", "");
  for (const path of ["/one", "/two"]) {
    const response = await fetch(`${url}${path}/message:send`, {
      method: "POST",
      headers: { "content-type": "application/json", "a2a-version": "1.0" },
      body: JSON.stringify({ message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "x" }] } }),
    });
    expect(response.status).toBe(200);
  }
  const seen = [...one.calls, ...two.calls].map(({ headers }) => headers.authorization);
  expect(seen).toEqual(["Bearer own-secret", undefined]);
  command.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(told).toContain(`/two: ${two.origin} speaks 1.0 over JSONRPC`);
  const recorded = await readFile(record, "utf8");
  expect(recorded.split('"method":"SendMessage"')).toHaveLength(3);
  expect(recorded).not.toContain("own-secret");
});

test.each([
  { args: [], text: "expected one UPSTREAM, or --config FILE" },
  {
    args: ["http://localhost:4000", "--config", "gateway.yaml"],
    text: "--config and UPSTREAM exclude each other",
  },
  {
    args: ["--config", "gateway.yaml", "--check", "off"],
    text: "--config and --check exclude each other",
  },
  { args: ["localhost:4000"], text: "URL: expected an http or https URL" },
  {
    args: ["http://localhost:4000", "--limit", "calls=5"],
    text: "--limit: expected NAME=NUMBER with one of bodyBytes",
  },
  {
    args: ["http://localhost:4000", "--origin", "elsewhere"],
    text: "--origin: expected an http or https URL",
  },
  { args: ["http://localhost:4000", "--report-path", "report"], text: "--report-path: expected a path" },
  { args: ["http://localhost:4000", "--upstream-auth", "a=NOT_SET"], text: "NOT_SET" },
])("gateway $args is refused", async ({ args, text }) => {
  const { status, stderr } = await startA2agen(["gateway", ...args]);
  expect({ status, told: stderr.includes(text), stderr }).toEqual({ status: 2, told: true, stderr });
});
