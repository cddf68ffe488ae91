import type * as Sdk from "@a2a-js/sdk";
import type * as Client from "@a2a-js/sdk/client";
import type * as Grpc from "@a2a-js/sdk/client/grpc";
import { loadAll } from "./load-all.ts";
import { type Answer, show } from "./show.ts";

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
