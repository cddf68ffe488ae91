import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFleet } from "../../../../packages/probe/src/fleet/read-fleet.ts";
import schema from "../../../../templates/probe/fleet.schema.json" with { type: "json" };
import { failureOf } from "../../../shared/interop/outcomes.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "a2agen-fleet-"));
  const interfaces = [
    { url: "https://rpc.example.com/a", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
  ];
  await writeFile(join(folder, "card.json"), JSON.stringify({ supportedInterfaces: interfaces }));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string): ReturnType<typeof readFleet> {
  const path = join(folder, "fleet.yaml");
  await writeFile(path, text);
  return readFleet(path, { TOKEN: "secret" });
}

const text = `title: Shops
defaults: { timeout: 60, scenario: hello.yaml, protocols: ["1.0"], bindings: [JSONRPC], write: false }
agents:
  - name: By URL
    group: Remote
    url: https://shop.example.com
    headerEnv: { x-key: TOKEN }
    tokenEnv: TOKEN
    allowHosts: [rpc.example.com]
    write: true
  - { name: By card, card: card.json, timeout: 5 }
  - { name: Started, url: "http://localhost:4000", run: node agent.js }
  - { name: Client, client: "node client.js {url}" }
  - { name: Left, notRun: { reason: no registry has it, command: go run . } }
`;

test("rows of every kind are read", async () => {
  const written = ["name", "group", "url", "card", "run", "client", "protocols", "bindings", "scenario"];
  const further = ["headerEnv", "tokenEnv", "allowHosts", "write", "timeout", "notRun"];
  expect(Object.keys(schema.$defs.agent.properties)).toEqual([...written, ...further]);
  const fleet = await read(text);
  const agent = { kind: "agent", isAllowed: expect.any(Function) as unknown, headers: [], isWriting: false };
  const scenario = join(folder, "hello.yaml");
  const [byUrl, byCard] = fleet.rows;
  expect(fleet).toEqual({
    title: "Shops",
    folder,
    rows: [
      {
        name: "By URL",
        group: "Remote",
        slug: "by-url",
        target: {
          ...agent,
          cardUrl: "https://shop.example.com/.well-known/agent-card.json",
          hosts: ["shop.example.com", "rpc.example.com"],
          headers: [
            { name: "x-key", value: "secret" },
            { name: "authorization", value: "Bearer secret" },
          ],
          scenario,
          isWriting: true,
          timeoutMs: 60_000,
        },
      },
      {
        name: "By card",
        slug: "by-card",
        target: {
          ...agent,
          cardUrl: "card.json",
          card: expect.anything() as unknown,
          hosts: ["rpc.example.com"],
          scenario,
          timeoutMs: 5000,
        },
      },
      {
        name: "Started",
        slug: "started",
        target: {
          ...agent,
          cardUrl: "http://localhost:4000/.well-known/agent-card.json",
          run: "node agent.js",
          hosts: ["localhost"],
          scenario,
          timeoutMs: 60_000,
        },
      },
      {
        name: "Client",
        slug: "client",
        target: {
          kind: "client",
          command: "node client.js {url}",
          spoken: [{ version: "1.0", binding: "JSONRPC" }],
          timeoutMs: 60_000,
        },
      },
      {
        name: "Left",
        slug: "left",
        target: { kind: "left", reason: "no registry has it", command: "go run ." },
      },
    ],
  });
  const isAllowed = (at: typeof byUrl, url: string): unknown =>
    at?.target.kind === "agent" && at.target.isAllowed(url);
  expect(isAllowed(byUrl, "https://rpc.example.com/a")).toBe(true);
  expect(isAllowed(byUrl, "http://169.254.169.254/latest")).toBe(false);
  expect(isAllowed(byCard, "https://rpc.example.com/a")).toBe(true);
});

test("JSON is read as YAML is", async () => {
  const rows = { agents: [{ name: "Left", notRun: { reason: "none" } }] };
  expect((await read(JSON.stringify(rows))).rows.map(({ name }) => name)).toEqual(["Left"]);
});

describe("what is wrong has its line, and what was expected", () => {
  test.each([
    { text: "agents: []\n", message: ":1:9: agents: expected at least one entry" },
    { text: "agents:\n  - naem: A\n", message: ":2:5: agents[0].naem: unknown name; did you mean name?" },
    { text: "agents:\n  - url: http://a\n", message: ":2:5: agents[0]: expected name, which is missing" },
    {
      text: "agents:\n  - name: A\n",
      message: ":2:5: agents[0]: expected one of url, card, client, notRun; found none",
    },
    {
      text: "agents:\n  - { name: A, url: 'http://a', client: 'x {url}' }\n",
      message: ":2:5: agents[0]: expected one of url, card, client, notRun; found url and client",
    },
    {
      text: "agents:\n  - { name: A b, url: 'http://a' }\n  - { name: a/B, url: 'http://b' }\n",
      message: ":3:13: agents[1].name: expected another name than agents[0]; both name the files a-b",
    },
    {
      text: "agents:\n  - { name: A, client: node client.js }\n",
      message: ":2:24: agents[0].client: expected a command with {url}, the agent to call",
    },
    {
      text: "agents:\n  - { name: A, client: '{url}', protocols: ['1.0', '9'] }\n",
      message: ':2:44: agents[0].protocols: expected 1.0, draft, 0.3, 1.1-dev; found "9"',
    },
    {
      text: "agents:\n  - { name: A, url: 'http://a', tokenEnv: NOT_SET }\n",
      message: ":2:43: agents[0].tokenEnv: expected the environment variable NOT_SET to be set",
    },
    {
      text: "agents:\n  - { name: A, url: 'http://a', timeout: 0 }\n",
      message: ":2:42: agents[0].timeout: expected a number above 0; found 0",
    },
    {
      text: "agents:\n  - { name: A, card: none.json }\n",
      message: ":2:22: agents[0].card: expected a file with an agent card in JSON; found nothing there",
    },
    {
      text: "agents:\n  - { name: A, run: x, notRun: { reason: y } }\n",
      message: "agents[0].run: expected url",
    },
  ])("$message", async ({ text, message }) => {
    const error = (await failureOf(read(text))) as Error;
    expect(error.message).toContain(message);
  });
});
