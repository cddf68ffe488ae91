import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as next } from "node:timers/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, onTestFinished, test } from "vitest";
import type { FleetResult } from "../../../packages/probe/src/fleet/fleet-result.ts";
import resultsSchema from "../../../templates/probe/fleet-results.schema.json" with { type: "json" };
import { fullCard } from "../../shared/bindings/test-agent.ts";
import { freePort } from "../../shared/free-port.ts";
import { listen } from "../../shared/interop/our-agent.ts";
import { type CliResult, runA2agen } from "../../shared/run-a2agen.ts";

const cardPath = "/.well-known/agent-card.json";

/** What a host has seen. */
interface Seen {
  readonly paths: string[];
  readonly agents: Set<string | undefined>;
  /** Requests at once. */
  most: number;
}

/** Answers a request, or leaves it to the agent. */
type Answer = (path: string, response: ServerResponse) => boolean;

interface ServedAgents {
  readonly origin: string;
  readonly seen: Seen;
}

/** A host with agents at /NAME, which know no task; its robots.txt disallows calls where none are wanted. */
async function serveAgents(
  names: readonly string[],
  answer: Answer = () => false,
  isCalled = false,
): Promise<ServedAgents> {
  const seen: Seen = { paths: [], agents: new Set(), most: 0 };
  let now = 0;
  const server = createServer((request, response) => void serve(request, response));
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? "";
    seen.paths.push(path);
    seen.agents.add(request.headers["user-agent"]);
    seen.most = Math.max(seen.most, ++now);
    response.on("finish", () => now--);
    const id = await readId(request);
    await next();
    if (answer(path, response)) return;
    if (path === "/robots.txt" && !isCalled) return void response.end("User-agent: *\nDisallow: /*/rpc");
    const name = names.find((each) => path.startsWith(`/${each}/`));
    if (name === undefined) return void response.writeHead(404).end();
    response.setHeader("content-type", "application/json");
    const url = `${origin}/${name}/rpc`;
    const supportedInterfaces = [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }];
    const card = { ...fullCard, name, supportedInterfaces };
    const error = { code: -32001, message: "no such task" };
    response.end(JSON.stringify(path.endsWith(".json") ? card : { jsonrpc: "2.0", id, error }));
  };
  const origin = await listen(server);
  return { origin, seen };
}

async function readId(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  try {
    return (JSON.parse(Buffer.concat(pieces).toString()) as { readonly id?: unknown }).id;
  } catch {
    return null;
  }
}

interface RunResult extends CliResult {
  readonly result: FleetResult;
}

let folder = "";

/** Runs rows in a folder of the test, in which `out` stays from run to run. */
async function runRows(rows: readonly object[], ...args: readonly string[]): Promise<RunResult> {
  const path = join(folder, "fleet.json");
  await writeFile(path, JSON.stringify({ title: "Tried", agents: rows }));
  return runFile(path, ...args);
}

async function runFile(source: string, ...args: readonly string[]): Promise<RunResult> {
  const out = await runA2agen(["fleet", source, "--json", "--out", join(folder, "out"), ...args]);
  const result = JSON.parse(out.stdout || "{}") as FleetResult;
  return { ...out, result };
}

async function makeFolder(): Promise<void> {
  const made = await mkdtemp(join(tmpdir(), "a2agen-fleet-"));
  onTestFinished(() => rm(made, { recursive: true }));
  folder = made;
}

test.each([
  {
    name: "what robots.txt disallows is not asked for",
    robots: "User-agent: a2agen\nDisallow: /a/rpc\n",
    reason: /^the robots.txt of 127.0.0.1:\d+ disallows \/a\/rpc$/,
    state: "tested",
    paths: new Set(["/robots.txt", `/a${cardPath}`]),
  },
  {
    name: "a card that robots.txt disallows is not asked for",
    robots: "User-agent: *\nDisallow: /\n",
    reason: /the robots.txt of 127.0.0.1:\d+ disallows \/a\/.well-known/,
    state: "not-tested",
    paths: new Set(["/robots.txt"]),
  },
  {
    name: "a robots.txt that cannot be had disallows everything",
    robots: 503,
    reason: /robots.txt cannot be read \(HTTP 503\), which disallows everything/,
    state: "not-tested",
    paths: new Set(["/robots.txt"]),
  },
])("$name", async ({ robots, reason, state, paths }) => {
  await makeFolder();
  const { origin, seen } = await serveAgents(["a"], (path, response) => {
    if (path !== "/robots.txt") return false;
    if (typeof robots === "number") response.writeHead(robots);
    response.end(String(robots));
    return true;
  });
  const { result } = await runRows([{ name: "a", url: `${origin}/a` }]);
  expect(result.agents[0]).toMatchObject({
    state,
    reasons: expect.arrayContaining([expect.stringMatching(reason)]),
  });
  expect(new Set(seen.paths)).toEqual(paths);
});

test("an agent that does not answer is told once, fails every level, and has a page without tables", async () => {
  await makeFolder();
  const table = join(folder, "reports/new/table.md");
  const rows = [{ name: "Dead", url: "http://127.0.0.1:9" }];
  const { status, stderr } = await runRows(rows, "--fail-on", "MUST", "--report", `markdown=${table}`);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(
      /^1 of 1: Dead: http:\/\/127\.0\.0\.1:9 does not answer \(.*\): is the agent running there\?\n$/,
    ) as string,
  });
  expect(await readFile(table, "utf8")).toContain("| Dead |");
  const page = await readFile(join(folder, "out/agents/dead.html"), "utf8");
  expect(page).toContain("<h1>Dead</h1>");
  expect(page).not.toContain("<h2");
  const { origin } = await serveAgents([], () => false);
  expect((await runFile(origin)).stderr).toContain(`; a2agen probe ${origin} tries one agent`);
  expect(await runFile("localhost:4101")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("do you mean http://localhost:4101?") as string,
  });
});

test("a host gets one request at a time, of one agent after the other, and waits for as long as it asks", async () => {
  await makeFolder();
  let calls = 0;
  const answer: Answer = (path, response) => {
    const after = path === "/b/rpc" ? "3600" : "0";
    if (!path.endsWith("/rpc") || (after === "0" && ++calls % 20 !== 1)) return false;
    response.writeHead(429, { "retry-after": after }).end();
    return true;
  };
  const { origin, seen } = await serveAgents(["a", "b"], answer, true);
  const rows = ["a", "b"].map((name) => ({ name, url: `${origin}/${name}` }));
  const { status, result, stderr } = await runRows(rows, "--concurrency", "4");
  expect({ status, most: seen.most }).toEqual({ status: 0, most: 1 });
  const order = seen.paths.filter((path) => path !== "/robots.txt").map((path) => path[1]);
  expect(order.join("")).toMatch(/^a+b+$/);
  expect([...seen.agents]).toEqual([
    expect.stringMatching(/^a2agen\/\S+ \(npm package a2agen; a2agen fleet\)$/),
  ]);
  expect(stderr).toMatch(/^1 of 2: a: \d+ of \d+ requirements\n2 of 2: b: /);
  const [a, b] = result.agents;
  expect(a).toMatchObject({ state: "tested", reasons: [], report: { messages: 0 } });
  const unknown = a?.report?.requirements.find(({ requirement }) => requirement === "get.unknown");
  expect(unknown?.verdict).toBe("passed");
  expect(b?.reasons).toEqual([
    expect.stringMatching(/^127.0.0.1:\d+ asks to be left alone \(HTTP 429, Retry-After of 3600 s\)$/),
  ]);
  expect(seen.paths.filter((path) => path === "/b/rpc").length).toBe(1);
  const validate = new Ajv2020({ validateFormats: false }).compile(resultsSchema);
  expect([validate(result), validate.errors]).toEqual([true, null]);
});

test("the agents of a catalog are rows, with those of catalogs in it", async () => {
  await makeFolder();
  const type = "application/a2a-agent-card+json";
  const { origin } = await serveAgents(["a", "b"], (path, response) => {
    const entries: Readonly<Record<string, readonly object[]>> = {
      "/.well-known/ai-catalog.json": [
        { identifier: "urn:a", displayName: "Shop", type, url: `${origin}/a${cardPath}` },
        { identifier: "urn:tool", displayName: "Tool", type: "application/json", url: `${origin}/tool` },
        { identifier: "urn:in", type: "application/ai-catalog+json", url: `${origin}/inner.json` },
      ],
      "/inner.json": [
        { identifier: "urn:b", displayName: "shop", type, url: `${origin}/b${cardPath}` },
        { identifier: "urn:c", displayName: "Far", type, data: { ...fullCard, supportedInterfaces: far } },
      ],
    };
    if (entries[path] === undefined) return false;
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ specVersion: "1.0", host: { displayName: "Market" }, entries: entries[path] }),
    );
    return true;
  });
  const far = [{ url: "http://169.254.169.254/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" }];
  const { result } = await runFile(origin);
  expect({
    ...result,
    agents: result.agents.map(({ name, slug, state }) => [name, slug, state]),
  }).toMatchObject({
    title: "Market",
    agents: [
      ["Shop", "shop", "tested"],
      ["shop (2)", "shop-2", "tested"],
      ["Far", "far", "not-tested"],
    ],
  });
  expect(result.agents[2]?.report?.others).toEqual([
    expect.stringContaining("on another host than the card"),
  ]);
});

/** What no output for people may have. */
const unsafe = /(?![\t\n])\p{Cc}|\u202e/u;

test("what agents and names say is text in every output, and no path", async () => {
  await makeFolder();
  const evil = '<script>alert(1)</script><img src=x onerror="alert(2)">\u001b[31m\u202e|`';
  const { origin } = await serveAgents(["a"], (path, response) => {
    if (!path.startsWith("/a/")) return false;
    response.setHeader("content-type", evil.replaceAll(/[^\x20-\x7e]/g, ""));
    const url = `${origin}/a/rpc?${encodeURIComponent(evil)}`;
    const supportedInterfaces = [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }, { url: evil }];
    response.end(JSON.stringify({ ...fullCard, name: evil, supportedInterfaces, error: { message: evil } }));
    return true;
  });
  const rows = [
    { name: `../../x ${evil}`, group: evil, url: `${origin}/a` },
    { name: "Left", notRun: { reason: evil, command: `javascript:${evil}` } },
  ];
  const markdown = join(folder, "fleet.md");
  const { stdout, stderr } = await runRows(rows, "--report", `markdown=${markdown}`);
  const table = await runA2agen(["fleet", join(folder, "fleet.json")]);
  for (const text of [stdout, stderr, table.stdout, table.stderr]) expect(text).not.toMatch(unsafe);
  const out = join(folder, "out");
  const files = (await readdir(out, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const slug = "x-script-alert-1-script-img-src-x-onerror-alert-2-31m";
  expect(files.toSorted()).toEqual(
    ["history.jsonl", "index.html", "results.json", `${slug}.html`, `${slug}.svg`].toSorted(),
  );
  for (const name of ["index.html", `agents/${slug}.html`, `badges/${slug}.svg`]) {
    const text = await readFile(join(out, name), "utf8");
    expect(text).not.toMatch(/<script>alert|<img|href="(?!agents\/|\.\.\/index\.html")/);
  }
  expect(await readFile(markdown, "utf8")).not.toMatch(/(?<!\\)<script|(?<!\\)<img/);
  expect((await readdir(folder)).toSorted()).toEqual(["fleet.json", "fleet.md", "out"]);
});

test("what passed before and fails now is a regression, and an agent that is gone", async () => {
  await makeFolder();
  let type = "application/json";
  let isGone = false;
  const { origin } = await serveAgents(["a"], (path, response) => {
    if (!path.endsWith(".json")) return false;
    response.setHeader("content-type", type);
    const supportedInterfaces = [
      { url: `${origin}/a/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    ];
    response.writeHead(isGone ? 404 : 200).end(JSON.stringify({ ...fullCard, supportedInterfaces }));
    return true;
  });
  const rows = [{ name: "a", url: `${origin}/a` }];
  const typeChange = [{ requirement: "discovery.content-type", interface: "card" }];
  const gone = [{ requirement: "tested", interface: "agent" }];
  const seen: unknown[] = [];
  const run = async (): Promise<void> => {
    const { status, result } = await runRows(rows);
    const [agent] = result.agents;
    seen.push([status, agent?.regressions, agent?.mended]);
  };
  await run();
  type = "text/plain";
  await run();
  await run();
  isGone = true;
  await run();
  await run();
  isGone = false;
  type = "application/json";
  await run();
  expect(seen).toEqual([
    [0, [], []],
    [1, typeChange, []],
    [0, [], []],
    [1, gone, []],
    [0, [], []],
    [0, [], [...gone, ...typeChange]],
  ]);
  const history = (await readFile(join(folder, "out/history.jsonl"), "utf8")).trimEnd().split("\n");
  expect(history.length).toBe(6);
  expect(await readFile(join(folder, "out/index.html"), "utf8")).toContain("No regressions since 2");
  expect((await runRows(rows, "--fail-on", "MUST")).status).toBe(0);
  isGone = true;
  expect((await runRows(rows, "--fail-on", "MUST")).status).toBe(1);
  await writeFile(join(folder, "out/history.jsonl"), `${history[0]}\n{"name":`);
  const broken = await runRows(rows);
  expect(broken).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/history.jsonl:2: expected JSON/),
  });
});

test("an agent that ends, one that never serves its card, and a client are rows", async () => {
  await makeFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const rows = [
    { name: "Ends", url, run: "echo 'no such module' >&2; exit 3" },
    { name: "Sleeps", url, run: "sleep 600", timeout: 1 },
    { name: "Client", client: "exit 4; {url}", protocols: ["1.0"], bindings: ["JSONRPC"] },
  ];
  const { result } = await runRows(rows);
  expect(result.agents.map(({ kind, state, reasons }) => [kind, state, ...reasons])).toEqual([
    ["agent", "not-tested", "the agent's command ended with status 3: no such module"],
    ["agent", "not-tested", "the agent's command serves no card after 1 s"],
    ["client", "not-tested", expect.stringContaining("fails with a correct agent: exit status 4")],
  ]);
});
