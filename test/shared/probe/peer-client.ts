import {
  SendMessageRequest as PeerRequest,
  StreamResponse as PeerStreamResponse,
  Task as PeerTask,
} from "@a2a-js/sdk";
import { ClientFactory, ClientFactoryOptions } from "@a2a-js/sdk/client";
import { GrpcTransportFactory } from "@a2a-js/sdk/client/grpc";
import type { Drive } from "../../../packages/probe/src/clients/probe-client.ts";

interface Texts {
  readonly parts?: readonly { readonly text?: string }[];
}

function textOf({ parts = [] }: Texts = {}): string {
  return parts.map(({ text = "" }) => text).join("");
}

interface PeerAnswer {
  readonly message?: Texts;
  readonly task?: { readonly artifacts?: readonly Texts[] };
  readonly artifactUpdate?: { readonly artifact?: Texts };
}

function show({ message, task, artifactUpdate }: PeerAnswer): string {
  return textOf(message) + (task?.artifacts ?? []).map(textOf).join("") + textOf(artifactUpdate?.artifact);
}

const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
  transports: [new GrpcTransportFactory()],
});

/** A client on `@a2a-js/sdk`: sends a message, and shows the texts that come. */
export const peerClient: Drive = async ({ url, operation }) => {
  let text = "";
  try {
    const client = await new ClientFactory(options).createFromUrl(url);
    const request = PeerRequest.fromJSON({
      message: { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text: "Hello" }] },
    });
    if (operation === "send") {
      const answer = await client.sendMessage(request);
      text =
        "messageId" in answer
          ? show({
              message: {
                parts: answer.parts.map(({ content }) => ({
                  text: content?.$case === "text" ? content.value : "",
                })),
              },
            })
          : show({ task: PeerTask.toJSON(answer) as PeerAnswer["task"] & object });
    } else {
      for await (const event of client.sendMessageStream(request)) {
        text += show(PeerStreamResponse.toJSON(event) as PeerAnswer);
      }
    }
    return { end: "succeeded", text, reason: "" };
  } catch (error) {
    return { end: "failed", text, reason: error instanceof Error ? error.message : String(error) };
  }
};

/** A client that may never end is given up. */
export function within(drive: Drive, ms: number): Drive {
  return (run) => {
    const given = new Promise<Awaited<ReturnType<Drive>>>((resolve) => {
      setTimeout(() => resolve({ end: "hung", text: "", reason: "" }), ms).unref();
    });
    return Promise.race([drive(run), given]);
  };
}
