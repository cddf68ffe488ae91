import { A2AService, type AgentCard } from "@a2agen/a2a-1.0";
import { completed, createAgent, textArtifact, working } from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import type { HttpHandler } from "@a2agen/runtime/http";
import { createHttpHandler } from "@a2agen/runtime/server";
import type { CallContext } from "@a2agen/runtime/service";

/** Where the agent is served: the bundle has it. */
declare const ORIGIN: string;

const card: AgentCard = {
  name: "Everywhere",
  description: "Answers, streams, is silent and waits, as its caller says.",
  version: "1",
  supportedInterfaces: [
    { url: `${ORIGIN}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    { url: ORIGIN, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

/** How many calls there were, and of how many the client has gone. */
const calls = { begun: 0, gone: 0 };

const silenceMs = 13_000;

/** The agent of the tests of hosts; it also tells at /calls what became of its calls. */
export function serveAgent(): HttpHandler {
  const agent = createAgent({
    service: A2AService,
    card,
    async *execute({ text, signal }) {
      if (text === "silent") {
        yield working();
        await new Promise((resolve) => setTimeout(resolve, silenceMs));
        yield completed("after a silence");
        return;
      }
      if (text === "wait") {
        yield working();
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        return;
      }
      for (const piece of ["one ", "two ", "three"]) {
        yield textArtifact("text", piece, { append: piece !== "one " });
      }
      yield completed(text);
    },
  });
  const watch = ({ signal }: CallContext): void => {
    calls.begun++;
    signal.addEventListener("abort", () => void calls.gone++);
  };
  const host = createHost({
    services: [
      implement(A2AService, {
        ...agent,
        sendMessage(request, context) {
          watch(context);
          return agent.sendMessage(request, context);
        },
        sendStreamingMessage(request, context) {
          watch(context);
          return agent.sendStreamingMessage(request, context);
        },
      }),
    ],
    card,
  });
  const handler = createHttpHandler(host);
  return (request) =>
    request.target === "/calls"
      ? Promise.resolve({ status: 200, headers: {}, body: JSON.stringify(calls) })
      : handler(request);
}
