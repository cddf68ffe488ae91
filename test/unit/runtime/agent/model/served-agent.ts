import { A2AService, type A2AServiceClient } from "@a2agen/a2a-1.0";
import { type Agent, type AgentOptions, createAgent } from "@a2agen/runtime/agent";
import { createHost, type Host, implement } from "@a2agen/runtime/host";
import { type CallContext, createClient } from "@a2agen/runtime/service";
import type { Reported } from "../../../../shared/agent/start-agent.ts";
import { type Binding, bindings } from "../../../../shared/bindings/bindings.ts";
import { createInProcessTransport } from "./in-process.ts";

export interface ServedAgent {
  readonly agent: Agent;
  readonly host: Host;
  /** Of a socket; undefined when the host is called in its process. */
  readonly url: string | undefined;
  readonly reported: Reported[];
  /** What the hook of the host was told. */
  readonly hosted: readonly unknown[];
  /** Calls that have come to the agent, and those that it has not answered. */
  readonly calls: CallCount;
  /** A client of its own of a principal. */
  clientOf(principal: string): A2AServiceClient;
  close(): Promise<void>;
}

export interface CallCount {
  readonly begun: number;
  readonly open: number;
  /** The signals of calls that the agent asked for. */
  readonly contexts: readonly CallContext[];
}

export type Place = "in-process" | "JSONRPC" | "HTTP+JSON" | "GRPC" | "WEBSOCKET";

/** An agent that is called in its process, or over a binding on a socket. */
export async function serveAgent(
  place: Place,
  options: Omit<AgentOptions, "service">,
  change: (agent: Agent) => Partial<Agent> = () => ({}),
): Promise<ServedAgent> {
  const reported: Reported[] = [];
  const hosted: unknown[] = [];
  const agent = createAgent({
    service: A2AService,
    onError: (error, where) => reported.push({ error, place: where }),
    ...options,
  });
  const { handler, calls } = watchCalls({ ...agent, ...change(agent) });
  const host = createHost({
    services: [implement(A2AService, handler)],
    authenticate: ({ header }) => {
      const id = header("x-caller");
      return id === undefined ? undefined : { id };
    },
    onError: (error) => hosted.push(error),
    // A real time would be read off the clock of the test.
    limits: { callMs: 1e12, streamMs: 1e12, idleMs: 1e12, heartbeatMs: 1e12 },
  });
  const served = place === "in-process" ? undefined : await bindings.find(isBinding(place))?.serve(host);
  return {
    agent,
    host,
    url: served?.url,
    reported,
    hosted,
    calls,
    clientOf: (principal) => {
      const headers = { "x-caller": principal };
      return served?.client(headers) ?? createClient(A2AService, createInProcessTransport(host, headers));
    },
    async close() {
      await agent.close(0);
      await host.close({ graceMs: 0 });
      await served?.close();
    },
  };
}

function isBinding(place: Place): (binding: Binding) => boolean {
  return ({ name }) => name === place;
}

/** The agent, and how many calls of it begin and end. */
function watchCalls(agent: Agent): { readonly handler: Agent; readonly calls: CallCount } {
  const calls = { begun: 0, open: 0, contexts: [] as CallContext[] };
  const begin = (context: CallContext): void => {
    calls.begun++;
    calls.open++;
    calls.contexts.push(context);
  };
  const unary = <Input, Output>(
    method: (request: Input, context: CallContext) => Promise<Output>,
  ): typeof method => {
    return async (request, context) => {
      begin(context);
      try {
        return await method(request, context);
      } finally {
        calls.open--;
      }
    };
  };
  const stream = <Input, Output>(
    method: (request: Input, context: CallContext) => AsyncIterable<Output>,
  ): typeof method => {
    return async function* (request, context) {
      begin(context);
      try {
        yield* method(request, context);
      } finally {
        calls.open--;
      }
    };
  };
  const handler: Agent = {
    ...agent,
    sendMessage: unary(agent.sendMessage),
    sendStreamingMessage: stream(agent.sendStreamingMessage),
    getTask: unary(agent.getTask),
    listTasks: unary(agent.listTasks),
    cancelTask: unary(agent.cancelTask),
    subscribeToTask: stream(agent.subscribeToTask),
  };
  return { handler, calls };
}
