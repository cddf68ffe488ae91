import { A2AService, encodeSendMessageRequestBinary } from "@a2agen/a2a-1.0";
import {
  A2AService as DraftService,
  encodeSendMessageRequestBinary as encodeDraftRequest,
} from "@a2agen/a2a-1.0-draft";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import type { World } from "./start-world.ts";

/** Sends a message without our client; the code of the error that it is answered with. */
export async function codeOnWire(
  { text: version, binding }: World,
  url: string,
  text: string,
): Promise<number | undefined> {
  const parts = [{ text }];
  const own = { message: { messageId: text, role: "ROLE_USER", parts } } as const;
  const older = { message: { messageId: text, role: "user", parts } } as const;
  const isDraft = version === "draft";
  if (binding === "GRPC") {
    const bytes = isDraft ? encodeDraftRequest(older) : encodeSendMessageRequestBinary(own);
    return grpcCode(url, (isDraft ? DraftService : A2AService).typeName, bytes);
  }
  const params = isDraft ? older : own;
  const headers = { "a2a-version": "1.0", "content-type": "application/json" };
  if (binding === "HTTP+JSON") {
    const target = `${url}${isDraft ? "/v1" : ""}/message:send`;
    const response = await fetch(target, { method: "POST", headers, body: JSON.stringify(params) });
    await response.text();
    return response.status;
  }
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params });
  const response = await fetch(url, { method: "POST", headers, body });
  const { error } = (await response.json()) as { readonly error?: { readonly code: number } };
  return error?.code;
}

async function grpcCode(url: string, service: string, bytes: Uint8Array): Promise<number | undefined> {
  const client = new Client(new URL(url).host, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set("a2a-version", "1.0");
  const identity = (buffer: Buffer): Buffer => buffer;
  try {
    return await new Promise((resolve) => {
      const path = `/${service}/SendMessage`;
      client.makeUnaryRequest(path, identity, identity, Buffer.from(bytes), metadata, (error) =>
        resolve(error?.code),
      );
    });
  } finally {
    client.close();
  }
}
