import { A2AService, encodeSendMessageRequestBinary } from "@a2agen/a2a-1.0";
import { Client, credentials, Metadata, type StatusObject } from "@grpc/grpc-js";
import { expect, onTestFinished, test } from "vitest";
import { startGateway } from "../../shared/gateway/start-gateway.ts";
import { startOlderServer } from "../../shared/interop-0.3/harness.ts";

/** What an agent of 0.3 is not told of the message below. */
const lost = '"message.parts[0].mediaType";of=request;kind=no-counterpart';

/** The status of a call over gRPC, by the library alone, with its trailing metadata. */
async function statusOf(address: string, method: string, text: string): Promise<StatusObject> {
  const client = new Client(address, credentials.createInsecure());
  onTestFinished(() => client.close());
  const bytes = encodeSendMessageRequestBinary({
    message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text, mediaType: "text/markdown" }] },
  });
  const metadata = new Metadata();
  metadata.set("a2a-version", "1.0");
  const same = (buffer: Buffer): Buffer => buffer;
  const call = client.makeServerStreamRequest(
    `/${A2AService.typeName}/${method}`,
    same,
    same,
    Buffer.from(bytes),
    metadata,
  );
  // Its status says it, too.
  call.on("error", () => undefined).resume();
  return new Promise((resolve) => {
    call.on("status", resolve);
  });
}

test.each([
  { name: "a call", method: "SendMessage", text: "do it", code: 0 },
  { name: "a stream", method: "SendStreamingMessage", text: "stream 3", code: 0 },
  { name: "a call that fails", method: "SendMessage", text: "fail TaskNotFoundError", code: 5 },
  { name: "a stream that fails", method: "SendStreamingMessage", text: "break", code: 13 },
])("over gRPC the losses of $name are in its trailing metadata", async ({ method, text, code }) => {
  const { origin } = await startOlderServer();
  const gateway = await startGateway(origin);
  const status = await statusOf(gateway.grpcUrl ?? "", method, text);
  expect(status.code).toBe(code);
  const [losses, ...others] = status.metadata.get("a2agen-losses");
  expect(others).toEqual([]);
  expect(String(losses).split(", ")).toContain(lost);
  expect(gateway.losses.length).toBeGreaterThan(0);
});

test("over gRPC a call that loses nothing says nothing of it", async () => {
  const { origin } = await startOlderServer();
  const gateway = await startGateway(origin);
  const { code, metadata } = await statusOf(gateway.grpcUrl ?? "", "GetTask", "task");
  expect(code).not.toBe(0);
  expect(metadata.get("a2agen-losses")).toEqual([]);
});
