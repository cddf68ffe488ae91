import { writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { AgentCardCodec, protocol } from "@a2agen/a2a-1.0";
import { signCard } from "@a2agen/runtime/signing";
import { describe, expect, test } from "vitest";
import { freePort } from "../../../shared/free-port.ts";
import { startProxy } from "../../../shared/http/start-proxy.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import { createKey, setOf, signingWith } from "../../../shared/signing/keys.ts";
import { useDirectory } from "../../../shared/use-directory.ts";
import { hostileText, hugeText } from "./command-agent.ts";
import { startAgent, startWeb } from "./start-agent.ts";

const directory = await useDirectory("a2agen-call-");

interface JsonRpcRequest {
  readonly method: string;
  readonly id: unknown;
}

/** What no output may have: control characters beside line ends and tabs, and marks of direction. */
const dangerous = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

describe("texts of an agent", () => {
  test("do nothing to a terminal, and look like nothing of ours", async () => {
    const { call } = await startAgent();
    const { status, stdout, stderr } = await call(["stream", "hostile"]);
    expect(stdout).not.toMatch(dangerous);
    expect({ status, stdout, stderr }).toMatchInlineSnapshot(`
      {
        "status": 1,
        "stderr": "",
        "stdout": "task task-10 in context context-1
      working
      artifact ␛]0;owned␇␛[2J\\u009b31m\\u202eright␊next␍completed␀
        ␛]0;owned␇␛[2J\\u009b31m\\u202eright
        next␍completed␀
      failed:
        ␛]0;owned␇␛[2J\\u009b31m\\u202eright
        next␍completed␀
      ",
      }
    `);
  });

  test("are the same in JSON, without anything that a terminal acts upon", async () => {
    const { call } = await startAgent();
    const { stdout } = await call(["stream", "hostile", "--json"]);
    expect(stdout).not.toMatch(dangerous);
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(events.at(-1)).toMatchObject({
      statusUpdate: { status: { message: { parts: [{ text: hostileText }] } } },
    });
  });

  test("of errors do nothing either", async () => {
    const origin = await startWeb((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        '{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"\\u001b[2J\\nhint: rm -rf\\u202e"}}',
      );
    });
    const { status, stdout, stderr } = await runA2agen(["call", `${origin}/rpc`, "get", "t", "--direct"]);
    expect(stderr).not.toMatch(dangerous);
    expect({ status, stdout, stderr }).toMatchInlineSnapshot(`
      {
        "status": 1,
        "stderr": "TaskNotFoundError: ␛[2J
        hint: rm -rf\\u202e
      hint: a2agen explain TaskNotFoundError says what to do
      ",
        "stdout": "",
      }
    `);
  });

  test.each([["send", "hi"], ["stream", "hi"], ["get", "t"], ["cancel", "t"], ["list"]])(
    "in the place of a state do nothing either: %s",
    async (...args) => {
      const task = { id: "t", contextId: "c", status: { state: `${hostileText}\u001b]52;c;b3du\u0007` } };
      const results: Readonly<Record<string, unknown>> = {
        SendMessage: { task },
        SendStreamingMessage: { task },
        ListTasks: { tasks: [task], nextPageToken: "", pageSize: 1, totalSize: 1 },
      };
      const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
        const { method, id } = JSON.parse(await text(request)) as JsonRpcRequest;
        const json = JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? task });
        const isStream = method === "SendStreamingMessage";
        response.setHeader("content-type", isStream ? "text/event-stream" : "application/json");
        response.end(isStream ? `data: ${json}\n\n` : json);
      };
      const origin = await startWeb((request, response) => void answer(request, response));
      const { stdout, stderr } = await runA2agen(["call", `${origin}/rpc`, ...args, "--direct"]);
      expect(`${stdout}${stderr}`).not.toMatch(dangerous);
      expect(stdout).toContain("␛]52;c;");
      // One line of its own, which a line end in it does not break.
      expect(stdout.split("\n").filter((line) => line.includes("completed"))).toEqual([
        expect.stringContaining("␊"),
      ]);
    },
  );

  // It takes minutes where a run of line ends is looked at again from each of them.
  test.each([
    { name: "of line ends", text: `${"\n".repeat(200_000)}x` },
    { name: "of line ends and spaces", text: `${"\n ".repeat(100_000)}x` },
  ])("$name are shown as soon as others", { timeout: 60_000 }, async ({ text: long }) => {
    const { call } = await startAgent();
    const { status, stdout } = await call(["send", `echo ${long}`]);
    expect({ status, isWhole: stdout.includes("x") }).toEqual({ status: 0, isWhole: true });
  });

  test("are shown whole where nobody looks, however long", async () => {
    const { call } = await startAgent();
    const { status, stdout } = await call(["stream", "huge"]);
    expect({ status, length: stdout.includes(hugeText) }).toEqual({ status: 0, length: true });
  });
});

describe("what is no agent", () => {
  const cardPaths = ["/.well-known/agent-card.json", "/.well-known/agent.json"];

  test("a server without a card: what was tried, and what can be done", async () => {
    const origin = await startWeb((_request, response) => {
      response.writeHead(404).end();
    });
    const { status, stdout, stderr } = await runA2agen(["call", origin, "send", "hi"]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr.replaceAll(origin, "ORIGIN")).toBe(
      [
        `no agent card found: ${cardPaths.map((path) => `ORIGIN${path}: HTTP status 404`).join("; ")}`,
        "hint: give the URL of the card itself when it is elsewhere; it ends in .json",
        "hint: an interface is called without a card by: a2agen call ORIGIN send TEXT --direct --binding JSONRPC",
        "",
      ].join("\n"),
    );
  });

  test("a page", async () => {
    const origin = await startWeb((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<html><h1>Hello</h1></html>");
    });
    const { status, stderr } = await runA2agen(["call", origin]);
    expect(status).toBe(1);
    expect(stderr.replaceAll(origin, "ORIGIN").split("\n")[0]).toBe(
      `no agent card found: ${cardPaths.map((path) => `ORIGIN${path}: the answer is no JSON`).join("; ")}`,
    );
  });

  test("nobody at the address", async () => {
    const port = await freePort();
    const { status, stdout, stderr } = await runA2agen(["call", `http://127.0.0.1:${port}`, "send", "hi"]);
    expect({ status, stdout, stderr: stderr.replaceAll(String(port), "PORT") }).toMatchInlineSnapshot(`
      {
        "status": 1,
        "stderr": "UNAVAILABLE: http://127.0.0.1:PORT/.well-known/agent-card.json: fetch failed: connect ECONNREFUSED 127.0.0.1:PORT
      hint: is the agent running, and is this its address?
      ",
        "stdout": "",
      }
    `);
  });

  test("a server that asks for credentials", async () => {
    const origin = await startWeb((_request, response) => {
      response.writeHead(401, { "www-authenticate": 'Bearer realm="agents"' }).end();
    });
    const { status, stderr } = await runA2agen(["call", origin, "send", "hi"]);
    expect({ status, stderr: stderr.replaceAll(origin, "ORIGIN") }).toMatchInlineSnapshot(`
      {
        "status": 1,
        "stderr": "UNAUTHENTICATED: ORIGIN/.well-known/agent-card.json: expected an agent card, got HTTP status 401, which asks for Bearer realm="agents"
      hint: --login signs in as the card says
      hint: --token-env VARIABLE sends a bearer token, --header-env NAME=VARIABLE any other secret
      ",
      }
    `);
    const direct = await runA2agen(["call", origin, "send", "hi", "--direct"]);
    expect({ ...direct, stderr: direct.stderr.replaceAll(origin, "ORIGIN") }).toMatchInlineSnapshot(`
      {
        "status": 1,
        "stderr": "UNAUTHENTICATED: ORIGIN: HTTP 401 Unauthorized
      hint: the agent asks for: Bearer realm="agents"
      hint: --login signs in as the card says
      hint: --token-env VARIABLE sends a bearer token, --header-env NAME=VARIABLE any other secret
      ",
        "stdout": "",
      }
    `);
  });

  test("a redirect to another origin, which does not get the token", async () => {
    const seen: string[] = [];
    const other = await startWeb((request, response) => {
      seen.push(request.url ?? "");
      response.writeHead(404).end();
    });
    const origin = await startWeb((_request, response) => {
      response.writeHead(302, { location: `${other}/card.json` }).end();
    });
    const { status, stderr } = await runA2agen(["call", origin, "send", "hi", "--token-env", "TOKEN"], {
      env: { TOKEN: "secret-token" },
    });
    expect(status).toBe(1);
    expect(stderr.replaceAll(origin, "ORIGIN").replaceAll(other, "OTHER")).toMatchInlineSnapshot(`
      "FAILED_PRECONDITION: ORIGIN/.well-known/agent-card.json: redirects to another origin, OTHER; give the URL of the card there if it is trusted
      hint: a2agen explain FAILED_PRECONDITION says what to do
      "
    `);
    expect(seen).toEqual([]);
  });

  test("a card that leads a token elsewhere", async () => {
    const { origin: elsewhere } = await startAgent();
    const { call, origin } = await startAgent((card) => ({
      ...card,
      supportedInterfaces: [{ url: `${elsewhere}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    }));
    const { status, stdout, stderr } = await call(["send", "echo", "--token-env", "TOKEN"], {
      env: { TOKEN: "secret-token" },
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("another origin than that of the card");
    expect(stderr).not.toContain("secret-token");
    expect(stderr).toContain("--direct");
    expect(origin).not.toBe(elsewhere);
  });

  describe("a card of 0.3 whose only interface is of the other form of 0.3", () => {
    /** An interface that nobody should reach, and a card that leads there. */
    async function startOlder(): Promise<{ readonly card: string; readonly reached: string[] }> {
      const reached: string[] = [];
      const elsewhere = await startWeb((request, response) => {
        reached.push(request.headers.authorization ?? "");
        response.writeHead(404).end();
      });
      const json = JSON.stringify({
        protocolVersion: "0.3.0",
        name: "Older",
        description: "An agent of 0.3",
        version: "1",
        url: `${elsewhere}/rest`,
        preferredTransport: "HTTP+JSON",
        capabilities: {},
        defaultInputModes: ["text/plain"],
        defaultOutputModes: ["text/plain"],
        skills: [],
      });
      const card = await startWeb((_request, response) => {
        response.writeHead(200, { "content-type": "application/json" }).end(json);
      });
      return { card, reached };
    }

    test("at another port of its host, with a token", async () => {
      const { card, reached } = await startOlder();
      const args = ["call", card, "get", "t", "--protocol", "0.3", "--token-env", "TOKEN"];
      const { status, stdout, stderr } = await runA2agen(args, { env: { TOKEN: "secret-token" } });
      expect({ status, stdout, reached }).toEqual({ status: 1, stdout: "", reached: [] });
      expect(stderr).toContain("a card may not lead secrets or calls just anywhere");
    });

    test("on this machine, where the card is of the internet", async () => {
      const { card, reached } = await startOlder();
      const proxy = await startProxy(Number(new URL(card).port));
      const args = ["call", "http://agent.example.com", "get", "t", "--protocol", "0.3"];
      const { status, stdout, stderr } = await runA2agen(args, { env: { HTTP_PROXY: proxy.url } });
      expect({ status, stdout, reached }).toEqual({ status: 1, stdout: "", reached: [] });
      expect(stderr).toContain("a card may not lead secrets or calls just anywhere");
      expect(proxy.seen).toEqual(["GET http://agent.example.com/.well-known/agent-card.json"]);
    });
  });
});

describe("a signed card", () => {
  test("is verified by the keys that are given", async () => {
    const key = await createKey("key-1");
    const other = await createKey("key-1");
    const options = { codec: AgentCardCodec, rules: protocol.signatures };
    const { call } = await startAgent((card) => signCard(card, { ...options, ...signingWith(key) }), {
      isFamily: false,
    });
    const [good, bad] = [join(directory, "good.json"), join(directory, "bad.json")];
    await writeFile(good, JSON.stringify(setOf(key)));
    await writeFile(bad, JSON.stringify(setOf(other)));
    const lastLine = ({ stdout }: { readonly stdout: string }): string | undefined =>
      stdout.trim().split("\n").at(-1)?.trim();
    const shown = [
      await call(["card"]),
      await call(["card", "--keys", good]),
      await call(["card", "--keys", bad]),
    ];
    expect(shown.map(({ status }) => status)).toEqual([0, 0, 1]);
    expect(shown.map(lastLine)).toMatchInlineSnapshot(`
      [
        "1: not verified, key key-1; --keys FILE|URL says which keys are trusted",
        "1: verified, ES256, key key-1, from --keys",
        "1: NOT VALID, signature-mismatch: the signature does not fit the card",
      ]
    `);
    expect(await call(["get", "task-1", "--keys", good])).toMatchObject({ status: 0 });
    const refused = await call(["get", "task-1", "--keys", bad]);
    expect(refused).toMatchObject({ status: 1, stdout: "" });
  });
});
