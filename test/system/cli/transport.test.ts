import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { A2AService } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { createHost, implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { createWebSocketServer } from "@a2agen/runtime/websocket";
import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";
import { card } from "../../shared/agent/start-agent.ts";
import { runProcess } from "../../shared/process/run-process.ts";

const program = join(import.meta.dirname, "../../../dist/a2a-transport-websocket.js");

/** An agent over WebSocket alone, and the headers that it was called with. */
async function startAgent(): Promise<{ url: string; seen: Record<string, string | undefined>[] }> {
  const seen: Record<string, string | undefined>[] = [];
  const host = createHost({
    card,
    services: [
      implement(A2AService, {
        async sendMessage({ message }, context) {
          const names = ["authorization", "x-team", "a2a-plugin-token"];
          seen.push(Object.fromEntries(names.map((name) => [name, context.header(name)])));
          const parts = [{ text: `${message.parts[0]?.text} over ${context.binding}` }];
          return { message: { messageId: "m-2", role: "ROLE_AGENT", parts } };
        },
        async *sendStreamingMessage() {
          const of = { taskId: "t-1", contextId: "c-1" };
          yield { task: { id: "t-1", contextId: "c-1", status: { state: "TASK_STATE_WORKING" } } } as const;
          yield { artifactUpdate: { ...of, artifact: { artifactId: "a-1", parts: [{ text: "one" }] } } };
          yield { statusUpdate: { ...of, status: { state: "TASK_STATE_COMPLETED" } } } as const;
        },
      }),
    ],
  });
  const http = createServer();
  const sockets = createWebSocketServer(host, { WebSocketServer, path: "/a2a" });
  sockets.attach(http);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await Promise.all([host.close({ graceMs: 0 }), sockets.close()]);
    http.close();
  });
  return { url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/a2a`, seen };
}

test("a2a-transport-websocket serves an agent over WebSocket to who has the token", async () => {
  const { url, seen } = await startAgent();
  const plugin = spawn(process.execPath, [program, "serve", "--endpoint", url]);
  onTestFinished(() => void plugin.kill("SIGKILL"));
  const ended = once(plugin, "exit");
  const [line] = (await once(createInterface(plugin.stdout), "line")) as [string];
  const { success, endpoint } = JSON.parse(line) as {
    readonly success: boolean;
    readonly endpoint: { readonly address: string; readonly token: string };
  };
  expect({ success, endpoint }).toEqual({
    success: true,
    endpoint: {
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/),
      binding: "JSONRPC",
      protocol: "1.0",
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
  const { address, token } = endpoint;
  const refused = await fetch(address, { method: "POST", headers: { "a2a-plugin-token": "0" }, body: "{}" });
  expect(refused.status).toBe(401);
  const place = { url: address, protocolBinding: "JSONRPC", protocolVersion: "1.0" };
  const { client, close } = await connect(
    A2AService,
    { ...card, supportedInterfaces: [place] },
    {
      headers: { "a2a-plugin-token": token, authorization: "Bearer own", "x-team": "blue" },
      authentication: "none",
      bindings: [jsonRpc()],
    },
  );
  onTestFinished(close);
  const message = { messageId: "m-1", role: "ROLE_USER" as const, parts: [{ text: "Hi" }] };
  const answer = await client.sendMessage({ message });
  expect(answer.message?.parts[0]?.text).toBe("Hi over WEBSOCKET");
  expect(seen).toEqual([{ authorization: "Bearer own", "x-team": "blue", "a2a-plugin-token": undefined }]);
  const kinds: string[] = [];
  for await (const event of client.sendStreamingMessage({ message })) kinds.push(...Object.keys(event));
  expect(kinds).toEqual(["task", "artifactUpdate", "statusUpdate"]);
  plugin.stdin.end();
  expect(await ended).toEqual([0, null]);
});

test("a2a-transport-websocket says what it is, and why it cannot serve", async () => {
  const run = async (...args: readonly string[]): Promise<unknown> => {
    const { status, stdout } = await runProcess(process.execPath, { args: [program, ...args] });
    return { status, line: JSON.parse(stdout.toString()) as unknown };
  };
  expect(await run("info")).toMatchObject({
    status: 0,
    line: { name: "websocket", protocol: "1.0", binding: "jsonrpc" },
  });
  expect(await run("serve", "--endpoint", "http://localhost:9")).toEqual({
    status: 1,
    line: { success: false, error: "--endpoint: expected a ws or wss URL; found http://localhost:9" },
  });
  expect(await run("serve", "--endpoint", "ws://127.0.0.1:9")).toEqual({
    status: 1,
    line: { success: false, error: "connect ECONNREFUSED 127.0.0.1:9" },
  });
});
