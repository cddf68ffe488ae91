import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseRecording } from "../../../packages/exchange/src/recording.ts";
import { fullCard } from "../../shared/bindings/test-agent.ts";
import { listen } from "../../shared/interop/our-agent.ts";
import { startKitAgent } from "../../shared/probe/kit-agent.ts";
import { runA2agen } from "../../shared/run-a2agen.ts";

test("a recording is judged as the agent was", async () => {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-probe-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, "probe.jsonl");
  const { origin } = await startKitAgent();
  const env = { TOKEN: "secret-of-the-caller" };
  const live = await runA2agen(
    ["probe", origin, "--quick", "--record", file, "--header-env", "authorization=TOKEN"],
    { env },
  );
  expect(live).toMatchObject({ status: 0, stderr: "No message will reach the agent's own code.\n" });
  const text = await readFile(file, "utf8");
  expect(text).not.toContain(env.TOKEN);
  expect(parseRecording(text).map(({ id }) => id)).toContain("JSONRPC 1.0/get.unknown/1");
  const report = await runA2agen(["probe", "--judge", file, "--json"]);
  const again = join(directory, "again.json");
  await runA2agen(["probe", "--judge", file, "--report", `json=${again}`]);
  expect(await readFile(again, "utf8")).toBe(report.stdout);
  const judged = await runA2agen(["probe", "--judge", file]);
  expect({ ...judged, stdout: judged.stdout.match(/^MUST.*/gm) }).toEqual({
    status: 0,
    stdout: null,
    stderr: "",
  });
});

test("credentials are in no report and no recording, whatever their header and whoever repeats them", async () => {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-probe-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const server = createServer((request, response) => {
    const visitor = String(request.headers["x-visitor"]);
    response.setHeader("content-type", "application/json").setHeader("x-seen", visitor);
    const card = { ...fullCard, supportedInterfaces: [{ ...interfaceOf(origin), tenant: `of ${visitor}` }] };
    const error = { code: -32603, message: `no access for ${visitor}` };
    response.end(JSON.stringify(request.method === "GET" ? card : { jsonrpc: "2.0", id: "probe", error }));
  });
  const origin = await listen(server);
  const files = ["html", "json", "junit", "markdown", "sarif", "jsonl"].map((kind) => join(directory, kind));
  const { status, stdout, stderr } = await runA2agen(
    [
      "probe",
      origin,
      "--quick",
      "--all",
      "--header-env",
      "x-visitor=VISITOR",
      "--record",
      files[5] ?? "",
      ...files.slice(0, 5).flatMap((file) => ["--report", `${basename(file)}=${file}`]),
    ],
    { env: { VISITOR: "a-name-that-is-a-secret" } },
  );
  expect(status).toBe(1);
  const texts = [stdout, stderr, ...(await Promise.all(files.map((file) => readFile(file, "utf8"))))];
  expect(texts.every((text) => !text.includes("a-name-that-is-a-secret"))).toBe(true);
  expect(texts.filter((text) => text.includes("no access for ***")).length).toBe(6);
});

function interfaceOf(origin: string): object {
  return { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" };
}

test("what was found is said where a report cannot be written, and ends with the verdict", async () => {
  const { origin } = await startKitAgent();
  const line = ["probe", origin, "--quick", "--report", "html=/dev/null/probe.html"];
  const { status, stdout, stderr } = await runA2agen(line);
  expect(status).toBe(1);
  expect(stdout).toMatch(/\nConforms: \d+ of \d+ requirements over \d interfaces; \d+ not reached\.\n$/);
  expect(stderr).toContain("--report: /dev/null/probe.html: ");
  const unrecorded = await runA2agen(["probe", origin, "--quick", "--record", "/dev/null/probe.jsonl"]);
  expect(unrecorded).toMatchObject({ status: 1, stdout: "" });
  expect(unrecorded.stderr).toMatch(/^--record: \/dev\/null\/probe\.jsonl: [^\n]*\n$/);
});

test("below the URL of an interface there is no card, and plain HTTP is no TLS", async () => {
  const { origin } = await startKitAgent();
  const { status, stderr } = await runA2agen(["probe", `${origin}/rpc`]);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `${origin}/rpc/.well-known/agent-card.json: expected an agent card; HTTP 404; do you mean ${origin}?\n`,
  });
  expect((await runA2agen(["probe", origin.replace("http", "https")])).stderr).toMatch(
    /expected an agent card; no answer: .*EPROTO; does it speak http\? The URL says https\n$/,
  );
});

test("a host without an agent cannot be tried", async () => {
  const { status, stdout, stderr } = await runA2agen(["probe", "http://127.0.0.1:9"]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(
    /^http:\/\/127\.0\.0\.1:9\/.well-known\/agent-card.json: expected an agent card; no answer.*; is an agent running there\?\n$/,
  );
});
