import { MessageBinary } from "@a2agen/a2a-1.0";
import { Client, credentials, Metadata, Server, type ServiceError } from "@grpc/grpc-js";
import { describe, expect, onTestFinished, test } from "vitest";
import { addGrpcService } from "../../../../packages/runtime/src/grpc/index.ts";
import { collect } from "../../../shared/collect.ts";
import {
  connect,
  failureOf,
  listen,
  Parrot,
  parrotWith,
  RelayGrpc,
  say,
  send,
  serve,
  textOf,
} from "../../../shared/grpc/relay.ts";

describe("messages that are too large or no messages", () => {
  const raw = (port: number, bytes: Buffer): Promise<unknown> => {
    const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
    onTestFinished(() => client.close());
    const metadata = new Metadata();
    metadata.set("a2a-version", "1.0");
    return new Promise((resolve) => {
      client.makeUnaryRequest("/test.Relay/Echo", same, same, bytes, metadata, (error, answer) =>
        resolve(error ?? answer),
      );
    });
  };
  const large = Buffer.from(MessageBinary.encode(say("x".repeat(5000))));

  test("a larger request than the server reads", async () => {
    const { port } = await serve(new Parrot(), { limits: { bodyBytes: 1000 } });
    expect(await raw(port, large)).toMatchObject({ code: 8 });
    const client = connect(port);
    const refused = { status: "RESOURCE_EXHAUSTED", reason: "RESOURCE_EXHAUSTED" };
    expect(await failureOf(client.echo(say("x".repeat(5000))))).toMatchObject(refused);
    expect(await failureOf(client.gather(send("a", "x".repeat(5000))))).toMatchObject(refused);
    expect(await client.echo(say("small"))).toEqual(say("echo small"));
  });

  test("a request that goes on for long after it was refused", async () => {
    const { port } = await serve(new Parrot());
    const text = "x".repeat(20_000_000);
    expect(await raw(port, Buffer.from(MessageBinary.encode(say(text))))).toMatchObject({
      code: 8,
      details: "Received message larger than max (20000036 vs 10485760)",
    });
  });

  test("also where the server of grpc-js was made without the host's limits", async () => {
    const { host } = await serve(new Parrot(), { limits: { bodyBytes: 1000 } });
    const server = new Server();
    addGrpcService(server, host, [RelayGrpc]);
    onTestFinished(() => server.forceShutdown());
    expect(await raw(await listen(server), large)).toMatchObject({
      code: 8,
      details: "the message is longer than 1000 bytes, the most that the server reads",
    });
  });

  test("a request of many megabytes is read when the server says so", async () => {
    const { port } = await serve(new Parrot(), { limits: { bodyBytes: 60_000_000 } });
    const text = "x".repeat(20_000_000);
    expect(textOf(await connect(port).echo(say(text)))).toHaveLength(20_000_005);
  });

  test("a larger answer than the server sends", async () => {
    const { port } = await serve(
      parrotWith({
        async *count() {
          yield say("small");
          yield say("x".repeat(5000));
        },
      }),
      { limits: { eventBytes: 1000 } },
    );
    const client = connect(port);
    const failed = { status: "INTERNAL", message: "a message is larger than the server sends" };
    expect(await failureOf(client.echo(say("x".repeat(5000))))).toMatchObject(failed);
    expect(await failureOf(collect(client.count(say("x"))))).toMatchObject(failed);
  });

  test.each([
    ["a field that goes on after the end", "0aff"],
    ["an end of group", "0c"],
    ["text that is no UTF-8", "0a02c328"],
    ["a length of 4 GiB", "0affffffff0f"],
  ])("bytes that are no message: %s", async (_name, hex) => {
    const { port } = await serve(new Parrot());
    const error = (await raw(port, Buffer.from(hex, "hex"))) as ServiceError;
    expect(error).toMatchObject({ code: 3 });
    expect(error.details).toMatch(/^invalid parameters: lf\.a2a\.v1\.Message: /);
    expect(error.metadata.get("grpc-status-details-bin")).toHaveLength(1);
  });
});

function same(bytes: Buffer): Buffer {
  return bytes;
}
