import type { A2AServiceClient, Message, Part } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { grpc } from "@a2agen/runtime/grpc";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { grpcCodecs } from "../../../packages/exchange/src/grpc-codecs.ts";
import { older, versions } from "../../../packages/exchange/src/versions.ts";
import type { Drive } from "../../../packages/probe/src/clients/probe-client.ts";

function textOf(parts: readonly Part[] = []): string {
  return parts.map(({ text = "" }) => text).join("");
}

/** A client on `connect`: sends a message, and shows the texts that come. */
export const ourClient: Drive = async ({ url, operation, version }) => {
  let text = "";
  try {
    const isNext = version === "1.1-dev";
    const { service } = versions[isNext ? version : "1.0"];
    const connection = await connect<object>(service, url, {
      bindings: [jsonRpc(), rest(), grpc({ codecs: grpcCodecs })],
      ...(isNext ? {} : { older }),
      onLosses: () => undefined,
      onWarning: () => undefined,
      timeoutMs: 5000,
    });
    try {
      // What 1.1 adds is left alone.
      const client = connection.client as A2AServiceClient;
      const message: Message = {
        messageId: crypto.randomUUID(),
        role: "ROLE_USER",
        parts: [{ text: "Hello" }],
      };
      if (operation === "send") {
        const { task, message: answer } = await client.sendMessage({ message });
        text = textOf(answer?.parts) + (task?.artifacts ?? []).map(({ parts }) => textOf(parts)).join("");
      } else {
        for await (const event of client.sendStreamingMessage({ message })) {
          const { task, message: answer, artifactUpdate } = event;
          text += textOf(answer?.parts) + textOf(artifactUpdate?.artifact.parts);
          if ((task?.artifacts?.length ?? 0) > 0)
            text = (task?.artifacts ?? []).map(({ parts }) => textOf(parts)).join("");
        }
      }
    } finally {
      await connection.close();
    }
    return { end: "succeeded", text, reason: "" };
  } catch (error) {
    return { end: "failed", text, reason: error instanceof Error ? error.message : String(error) };
  }
};
