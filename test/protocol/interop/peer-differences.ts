import { createServer } from "node:http";
import {
  CancelTaskRequest as PeerCancelTaskRequest,
  AgentCard as PeerCards,
  ListTaskPushNotificationConfigsRequest as PeerConfigListRequest,
  SendMessageRequest as PeerSendMessageRequest,
} from "@a2a-js/sdk";
import { ClientFactory, RestTransportFactory } from "@a2a-js/sdk/client";
import { fullCard } from "../../shared/bindings/test-agent.ts";
import { collect } from "../../shared/collect.ts";
import { echoExtension, type HttpBinding, listen } from "../../shared/interop/our-agent.ts";
import { brokenStream, failureOf } from "../../shared/interop/outcomes.ts";
import { startPeerAgent } from "../../shared/interop/peer-agent.ts";
import { connectTo, ways, say as weSay } from "./our-client-tests.ts";
import { say, startPeerClient } from "./peer-client-tests.ts";

/**
 * Something that `@a2a-js/sdk` 1.3.0 does otherwise than the protocol says, and that is not for us to mend.
 */
export interface PeerDifference {
  /** Which side of the SDK it is. */
  readonly side: "client" | "server";
  readonly name: string;
  /** What would be right, and what it means for those who work with the SDK. */
  readonly reason: string;
  /** Shows what the SDK does. */
  readonly observe: () => Promise<unknown>;
  /** What was seen; another sight means that the SDK has changed, and that the line may go. */
  readonly found: unknown;
}

const message = { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "work" }] };

/** Requests of SendMessage that are wrong, each in one way. */
const malformed: readonly object[] = [
  { message: { ...message, role: undefined } },
  { message: { ...message, role: "ROLE_KING" } },
  { message: { ...message, parts: [] } },
  { message: { ...message, parts: [{}] } },
  { message: { ...message, parts: [{ text: "a", url: "https://example.com" }] } },
  { message: { ...message, parts: [{ raw: "no base64!" }] } },
  { message, configuration: { historyLength: 1e10 } },
  { message, configuration: { taskPushNotificationConfig: { id: "c" } } },
];

export const peerDifferences: readonly PeerDifference[] = [
  {
    side: "client",
    name: "an error in mid-stream over JSON-RPC is a plain Error",
    reason: "the error class is its cause only; over HTTP+JSON it is thrown itself",
    observe: async () => {
      const names = await eachBinding(async (binding) => {
        const { client } = await startPeerClient({ binding });
        const { error } = await brokenStream(client.sendMessageStream(say("break")));
        const { name, cause } = error as Error;
        return [name, (cause as Error | undefined)?.name];
      });
      return names;
    },
    found: {
      JSONRPC: ["Error", "InvalidAgentResponseError"],
      "HTTP+JSON": ["InvalidAgentResponseError", undefined],
    },
  },
  {
    side: "client",
    name: "errors over JSON-RPC lose the metadata of their ErrorInfo",
    reason: "A2A 9.5 puts an ErrorInfo into error.data as 11.6 puts it into details; only the latter is read",
    observe: () =>
      eachBinding(async (binding) => {
        const { client } = await startPeerClient({ binding });
        const error = await failureOf(client.getTask({ tenant: "", id: "none" }));
        return (error as { readonly metadata?: unknown }).metadata;
      }),
    found: { JSONRPC: undefined, "HTTP+JSON": { taskId: "none" } },
  },
  {
    side: "client",
    name: "a wrong request over HTTP+JSON is no RequestMalformedError",
    reason:
      "it is known by the reason INVALID_PARAMS alone, which is not of the protocol, and not by the status INVALID_ARGUMENT",
    observe: () =>
      eachBinding(async (binding) => {
        const { client } = await startPeerClient({ binding });
        const request = PeerSendMessageRequest.fromJSON({ message: { messageId: "m-1", role: "ROLE_USER" } });
        return ((await failureOf(client.sendMessage(request))) as Error).name;
      }),
    found: { JSONRPC: "RequestMalformedError", "HTTP+JSON": "A2AError" },
  },
  {
    side: "client",
    name: "HTTP+JSON leaves out fields of requests",
    reason: "metadata of CancelTask, pageSize and pageToken of ListTaskPushNotificationConfigs are not sent",
    observe: async () => {
      const seen: string[] = [];
      const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on("data", (chunk: Buffer) => chunks.push(chunk));
        request.on("end", () => {
          seen.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`);
          response.setHeader("content-type", "application/json").end("{}");
        });
      });
      const url = await listen(server);
      const transport = await new RestTransportFactory().create(url, PeerCards.fromJSON(fullCard));
      await transport.cancelTask(PeerCancelTaskRequest.fromJSON({ id: "t", metadata: { why: "enough" } }));
      await transport.listTaskPushNotificationConfig(
        PeerConfigListRequest.fromJSON({ taskId: "t", pageSize: 5, pageToken: "next" }),
      );
      return seen;
    },
    found: ["POST /tasks/t:cancel ", "GET /tasks/t/pushNotificationConfigs "],
  },
  {
    side: "client",
    name: "an interface of a version that it does not speak is taken",
    reason: "the version of an interface decides whether it can be used (A2A 3.6, 8.3); calls then fail",
    observe: async () => {
      const client = await new ClientFactory().createFromAgentCard(
        PeerCards.fromJSON({
          ...fullCard,
          supportedInterfaces: [
            { url: "https://example.com/rpc", protocolBinding: "JSONRPC", protocolVersion: "7.3" },
          ],
        }),
      );
      return client.protocolVersion;
    },
    found: "1.0",
  },
  {
    side: "server",
    name: "the card is the SDK's own object, not the JSON of the protocol",
    reason:
      "agentCardHandler({ agentCardProvider: requestHandler }) sends oneofs as $case and value: security schemes look like ones of an unknown kind, which are skipped with a warning; agents have to serve AgentCard.toJSON(card)",
    observe: async () => {
      const agent = await startPeerAgent({ binding: "JSONRPC", cardForm: "object" });
      const { warnings } = await connectTo(agent);
      return warnings.map(({ about, path }) => `${about} ${path}`).filter((text) => text.includes("token"));
    },
    found: ['card securitySchemes["token"]'],
  },
  {
    side: "server",
    name: "such a card without security schemes can be read",
    reason: "its other fields have the same form, with empty texts and lists for what is not set",
    observe: async () => {
      const agent = await startPeerAgent({
        binding: "HTTP+JSON",
        cardForm: "object",
        card: { securitySchemes: {} },
      });
      const { warnings, client } = await connectTo(agent);
      await client.sendMessage(weSay("work"));
      return warnings;
    },
    found: [],
  },
  {
    side: "server",
    name: "REQUIRED fields that hold their default are left out",
    reason: "they are always written (A2A 8.4.1); our client puts the default in, with a warning",
    observe: async () => {
      const card = { description: "", skills: [], defaultOutputModes: [] };
      const agent = await startPeerAgent({ binding: "JSONRPC", card });
      const { card: read, warnings } = await connectTo(agent);
      const { description, skills, defaultOutputModes } = read;
      return { card: { description, skills, defaultOutputModes }, warnings };
    },
    found: {
      card: { description: "", skills: [], defaultOutputModes: [] },
      warnings: ["description", "defaultOutputModes", "skills"].map((path) => ({
        about: "card",
        path,
        message: "required [required]",
      })),
    },
  },
  {
    side: "server",
    name: "DeleteTaskPushNotificationConfig over JSON-RPC returns null",
    reason: "the result is an empty object (A2A 9.4.7); our client takes null, with a warning",
    observe: () =>
      eachBinding(async (binding) => {
        const agent = await startPeerAgent({ binding });
        const { client, warnings } = await connectTo(agent);
        const { task } = await client.sendMessage(weSay("work"));
        await client.deleteTaskPushNotificationConfig({ taskId: task?.id ?? "", id: "c" });
        return warnings;
      }),
    found: {
      JSONRPC: [
        {
          about: "answer",
          path: "DeleteTaskPushNotificationConfig",
          message: "expected an object, got null",
        },
      ],
      "HTTP+JSON": [],
    },
  },
  {
    side: "server",
    name: "the answer of a stream over JSON-RPC does not name the extensions in use",
    reason: "its headers are written before the agent has said which ones it uses",
    observe: () =>
      eachBinding(async (binding) => {
        const client = await ways["a transport alone"](await startPeerAgent({ binding }));
        let headers: Readonly<Record<string, string>> = {};
        const events = client.sendStreamingMessage(weSay("work"), {
          extensions: [echoExtension],
          onHeaders: (found) => {
            headers = found;
          },
        });
        await collect(events);
        return headers["a2a-extensions"];
      }),
    found: { JSONRPC: undefined, "HTTP+JSON": echoExtension },
  },
  {
    side: "server",
    name: "a version with a patch number, or as a query parameter, is refused",
    reason: "patch numbers do not count, and the version may be a query parameter (A2A 3.6)",
    observe: async () => {
      const { origin } = await startPeerAgent({ binding: "HTTP+JSON" });
      const answers = [
        await fetch(`${origin}/rest/tasks`, { headers: { "A2A-Version": "1.0" } }),
        await fetch(`${origin}/rest/tasks`, { headers: { "A2A-Version": "1.0.1" } }),
        await fetch(`${origin}/rest/tasks?A2A-Version=1.0`),
      ];
      return answers.map(({ status }) => status);
    },
    found: [200, 400, 400],
  },
  {
    side: "server",
    name: "extensions that the card requires are asked for by the methods that send messages only",
    reason: "a required extension is required of every request (A2A 3.3.4, 4.6)",
    observe: async () => {
      const card = { capabilities: { extensions: [{ uri: echoExtension, required: true }] } };
      const agent = await startPeerAgent({ binding: "JSONRPC", card });
      const client = await ways["a transport alone"](agent);
      return (await client.listTasks({})).totalSize;
    },
    found: 0,
  },
  {
    side: "server",
    name: "requests that are not JSON-RPC are wrong parameters",
    reason: "a batch, a request without jsonrpc, an id that is no integer are Invalid Request, -32600",
    observe: async () => {
      const { url } = await startPeerAgent({ binding: "JSONRPC" });
      const call = { jsonrpc: "2.0", method: "ListTasks", params: {} };
      const requests = [[{ ...call, id: 1 }], { ...call, jsonrpc: "1.0", id: 1 }, { ...call, id: 1.5 }];
      return Promise.all(requests.map(async (request) => (await ask(url, request)).error?.code));
    },
    found: [-32602, -32602, -32602],
  },
  {
    side: "server",
    name: "a notification of JSON-RPC is answered",
    reason: "a request without an id gets no answer (JSON-RPC 2.0, 4.1)",
    observe: async () => {
      const { url } = await startPeerAgent({ binding: "JSONRPC" });
      return (await ask(url, { jsonrpc: "2.0", method: "ListTasks", params: {} })).id;
    },
    found: null,
  },
  {
    side: "server",
    name: "wrong parameters are not told field by field",
    reason: "there is no google.rpc.BadRequest, and an ErrorInfo whose reason the protocol does not have",
    observe: () =>
      eachBinding(async (binding) => {
        const client = await ways["a transport alone"](await startPeerAgent({ binding }));
        const error = await failureOf(client.getTask({ id: " " }));
        const { name, status, reason, violations } = error as Record<string, unknown>;
        return { name, status, reason, violations };
      }),
    found: Object.fromEntries(
      ["JSONRPC", "HTTP+JSON"].map((binding) => [
        binding,
        { name: "CallError", status: "INVALID_ARGUMENT", reason: "INVALID_PARAMS", violations: [] },
      ]),
    ),
  },
  {
    side: "server",
    name: "the text of an internal error is told to the client",
    reason: "what an agent's code throws may hold secrets; it should be logged and not sent",
    observe: () =>
      eachBinding(async (binding) => {
        const client = await ways["a transport alone"](await startPeerAgent({ binding }));
        return ((await failureOf(client.sendMessage(weSay("fail now")))) as Error).message;
      }),
    found: { JSONRPC: "no error of the protocol", "HTTP+JSON": "no error of the protocol" },
  },
  {
    side: "server",
    name: "a body of more than 100 kB is refused, and not with an error of the protocol",
    reason: "express.json() has that limit, and Express answers with a page of its own",
    observe: () =>
      eachBinding(async (binding) => {
        const client = await ways["a transport alone"](await startPeerAgent({ binding }));
        const error = await failureOf(client.sendMessage(weSay("x".repeat(200_000))));
        const { status, http } = error as Record<string, unknown>;
        return { status, http };
      }),
    found: {
      JSONRPC: { status: "RESOURCE_EXHAUSTED", http: 413 },
      "HTTP+JSON": { status: "RESOURCE_EXHAUSTED", http: 413 },
    },
  },
  {
    side: "server",
    name: "malformed requests are accepted",
    reason: "requests are not checked against the proto: REQUIRED fields, oneofs, ranges and enums are free",
    observe: () =>
      Promise.all(
        malformed.map(async (params) => {
          const { url } = await startPeerAgent({ binding: "JSONRPC" });
          const { error } = await ask(url, { jsonrpc: "2.0", id: 1, method: "SendMessage", params });
          return error;
        }),
      ),
    found: malformed.map(() => undefined),
  },
];

interface JsonRpcAnswer {
  readonly id?: unknown;
  readonly error?: { readonly code: number };
}

async function ask(url: string, request: unknown): Promise<JsonRpcAnswer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "A2A-Version": "1.0" },
    body: JSON.stringify(request),
  });
  const text = await response.text();
  // Of a stream the first event tells as much.
  const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return JSON.parse(json) as JsonRpcAnswer;
}

async function eachBinding(
  observe: (binding: HttpBinding) => Promise<unknown>,
): Promise<Readonly<Record<HttpBinding, unknown>>> {
  return { JSONRPC: await observe("JSONRPC"), "HTTP+JSON": await observe("HTTP+JSON") };
}
