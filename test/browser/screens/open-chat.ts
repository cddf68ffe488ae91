import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { A2AService } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import {
  approvalIn,
  askApproval,
  completed,
  createAgent,
  inputRequired,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import { build } from "esbuild";
import { onTestFinished } from "vitest";
import { cardOf } from "../../shared/client/agents.ts";
import { listen } from "../../shared/interop/our-agent.ts";

const examples = join(import.meta.dirname, "../../../examples");

export interface StartedAgent {
  readonly origin: string;
  /** Lets "write" write its last word. */
  release(): void;
  /** How often it began to work on a message. */
  readonly turns: () => number;
}

/** An agent that writes, asks, and stays at work, and serves the page of an example. */
export async function startAgent(page: Readonly<Record<string, string>> = {}): Promise<StartedAgent> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let turns = 0;
  const agent = createAgent({
    service: A2AService,
    async *execute(turn) {
      turns++;
      const { text, signal, task } = turn;
      if (text === "write") {
        yield textArtifact("a", "Hel");
        await released;
        yield textArtifact("a", "lo", { append: true });
      } else if (text === "ask") {
        yield inputRequired("Which colour?");
        return;
      } else if (text === "pay") {
        yield askApproval({ id: "1", name: "pay", input: { amount: 5 }, text: "May I pay?" });
        return;
      } else if (text === "stay") {
        yield working("at it");
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      } else {
        const approval = task === undefined ? undefined : approvalIn(turn);
        yield textArtifact("a", approval === undefined ? `It is ${text}` : `approved: ${approval.approved}`);
      }
      yield completed();
    },
  });
  const server = createServer();
  const origin = await listen(server);
  const card = cardOf(origin, {
    supportedInterfaces: [{ url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  });
  const host = createHost({ services: [implement(A2AService, agent)], card });
  const serve = toNodeListener(createHttpHandler(host));
  server.on("request", (request, response) => {
    const { url = "" } = request;
    const content = Object.hasOwn(page, url) ? page[url] : undefined;
    if (content === undefined) return serve(request, response);
    const type = url.endsWith(".js") ? "text/javascript" : "text/html";
    response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(content);
  });
  onTestFinished(() => agent.close());
  return { origin, release, turns: () => turns };
}

/** The files of the page of an example, as it is built. */
export async function buildChat(example: string, entry: string): Promise<Readonly<Record<string, string>>> {
  const { outputFiles } = await build({
    entryPoints: [join(examples, example, entry)],
    bundle: true,
    format: "esm",
    jsx: "automatic",
    target: "es2022",
    write: false,
    conditions: ["a2agen-source"],
    nodePaths: [join(import.meta.dirname, "node_modules")],
    define: { "process.env.NODE_ENV": '"development"' },
    logLevel: "silent",
  });
  return {
    "/": await readFile(join(examples, example, "index.html"), "utf8"),
    "/main.js": outputFiles[0]?.text ?? "",
  };
}
