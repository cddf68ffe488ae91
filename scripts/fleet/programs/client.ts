import type * as Sdk from "@a2a-js/sdk";
import type * as Client from "@a2a-js/sdk/client";
import type * as Grpc from "@a2a-js/sdk/client/grpc";
import { loadAll } from "./load-all.ts";

// A client on any version of @a2a-js/sdk: sends a message, and shows the texts that come.
const sdk = "@a2a-js/sdk";
const exported = await loadAll([sdk, `${sdk}/client`, `${sdk}/client/grpc`]);
const { SendMessageRequest, ClientFactory, ClientFactoryOptions, GrpcTransportFactory, A2AClient } =
  exported as Partial<typeof Sdk & typeof Client & typeof Grpc> & {
    /** Of versions without a factory; its answers are those of JSON-RPC. */
    readonly A2AClient: new (
      url: string,
    ) => Pick<Client.Client, "sendMessage" | "sendMessageStream">;
  };

interface Part {
  readonly text?: string;
  readonly content?: { readonly $case: string; readonly value: unknown };
}

interface Parts {
  readonly parts?: readonly Part[];
}

/** A message, a task or an event, of version 0.2 to 1. */
interface Answer extends Parts {
  readonly error?: { readonly message: string };
  readonly result?: Answer;
  readonly payload?: { readonly value: Answer };
  readonly artifacts?: readonly Parts[];
  readonly artifact?: Parts;
}

function show(answer: Answer): string {
  const { error, result, payload, artifacts = [], artifact = {} } = answer;
  if (error !== undefined) throw new Error(error.message);
  const inner = result ?? payload?.value;
  if (inner !== undefined) return show(inner);
  return [answer, artifact, ...artifacts]
    .flatMap(({ parts = [] }) => parts)
    .map(({ text, content }) => text ?? (content?.$case === "text" ? String(content.value) : ""))
    .join("");
}

const [url = "", operation] = process.argv.slice(2);
const messageId = crypto.randomUUID();
const older = {
  message: { kind: "message", messageId, role: "user", parts: [{ kind: "text", text: "Hello" }] },
} as unknown as Sdk.SendMessageRequest;
const request =
  SendMessageRequest?.fromJSON({ message: { messageId, role: "ROLE_USER", parts: [{ text: "Hello" }] } }) ??
  older;
const transports = GrpcTransportFactory === undefined ? [] : [new GrpcTransportFactory()];
const client =
  ClientFactory === undefined || ClientFactoryOptions === undefined
    ? new A2AClient(url.replace(/\/$/, ""))
    : await new ClientFactory(
        ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports }),
      ).createFromUrl(url);
if (operation === "send") {
  process.stdout.write(show((await client.sendMessage(request)) as Answer));
} else {
  for await (const event of client.sendMessageStream(request)) process.stdout.write(show(event as Answer));
}
