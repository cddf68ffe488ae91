import * as v03 from "@a2agen/a2a-0.3";
import { A2AService } from "@a2agen/a2a-1.0";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { expect, it } from "vitest";
import { type ConnectionWarning, connect } from "../../../../packages/runtime/src/client/index.ts";
import { jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { startServer } from "../../../shared/client/web-server.ts";

const answer = { kind: "message", messageId: "m2", parts: [{ kind: "text", text: "Here" }] };

it("a message that an agent of 0.3 answers without a role is the agent's, with a warning", async () => {
  const { origin } = await startServer((request, response) => {
    request.resume().on("end", () => {
      const result = JSON.stringify({ jsonrpc: "2.0", id: 1, result: answer });
      response.writeHead(200, { "content-type": "application/json" }).end(result);
    });
  });
  const card = v03.AgentCardCodec.decode({
    protocolVersion: "0.3.0",
    name: "a",
    description: "b",
    version: "1",
    url: `${origin}/rpc`,
    preferredTransport: "JSONRPC",
    capabilities: {},
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  });
  const warnings: ConnectionWarning[] = [];
  const connection = await connect(A2AService, card, {
    bindings: [jsonRpc()],
    older: [a2a03ToA2a10],
    onWarning: (warning) => warnings.push(warning),
  });
  const message = { messageId: "m1", role: "ROLE_USER" as const, parts: [{ text: "Hi" }] };
  expect(await connection.client.sendMessage({ message })).toEqual({
    message: { messageId: "m2", role: "ROLE_AGENT", parts: [{ text: "Here" }] },
  });
  expect(warnings).toEqual([{ about: "answer", path: "message/send: role", message: "required" }]);
});

it("a call whose message has no role is refused by the codec of requests", () => {
  const params = { message: { kind: "message", messageId: "m", parts: [{ kind: "text", text: "Hi" }] } };
  expect(() => v03.MessageSendParamsCodec.decode(params)).toThrow("message.role: required");
});
