import { Client, credentials, Metadata, type ServiceError } from "@grpc/grpc-js";
import { expect, onTestFinished, test } from "vitest";
import { Parrot, serve } from "../../../shared/grpc/relay.ts";
import { RecordingObserver } from "../../../shared/observer/recording-observer.ts";

const identity = (bytes: Buffer): Buffer => bytes;

async function start(observer?: RecordingObserver): Promise<Client> {
  const { port } = await serve(new Parrot(), observer && { observer });
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  onTestFinished(() => client.close());
  return client;
}

const metadata = new Metadata();
metadata.set("traceparent", "z9");
const request = Buffer.alloc(0);

/** How the library refuses calls of each kind, to a method and to a service that are not there. */
async function refusals(client: Client): Promise<readonly string[]> {
  const told: string[] = [];
  for (const path of ["/test.Relay/Sing", "/other.Service/Echo"]) {
    await new Promise<void>((resolve) => {
      const done = (error: ServiceError | null): void => {
        told.push(error?.message ?? "answered");
        resolve();
      };
      client.makeUnaryRequest(path, identity, identity, request, metadata, done);
    });
    await new Promise<void>((resolve) => {
      const stream = client.makeBidiStreamRequest(path, identity, identity, metadata);
      stream.on("error", ({ message }) => told.push(message));
      stream.on("close", () => resolve());
      stream.on("end", () => resolve());
      stream.resume();
      stream.write(request);
    });
  }
  return told;
}

test("an observer is told of calls of unknown methods, which are answered as without one", async () => {
  const observer = new RecordingObserver();
  const watched = await refusals(await start(observer));
  expect(watched).toEqual(await refusals(await start()));
  expect(watched[0]).toBe("12 UNIMPLEMENTED: The server does not implement the method /test.Relay/Sing");

  const refused = "server ? < z9: UNIMPLEMENTED";
  expect(observer.lines).toEqual([0, 1, 2, 3].map((id) => `a${id} ${refused}`));
  expect(observer.recorded[0]?.operation).toMatchObject({
    binding: "GRPC",
    method: undefined,
    peer: { address: "127.0.0.1" },
  });
});
