import { once } from "node:events";
import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2 } from "node:http2";
import { MessageBinary } from "@a2agen/a2a-1.0";
import { expect, onTestFinished, test } from "vitest";
import { connect, failureOf, parrotWith, say, serve, textOf } from "../../../shared/grpc/relay.ts";
import { hasten } from "../../../shared/hasten.ts";

const large = "x".repeat(200_000);

const parrot = parrotWith({
  echo: (request) => Promise.resolve(say(textOf(request) === "large" ? large : "small")),
});

/** A connection of a client that opens no window: it takes the headers of an answer and nothing else. */
function connectUnread(port: number): ClientHttp2Session {
  const session = connectHttp2(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: 0 } });
  onTestFinished(() => session.destroy());
  return session;
}

function call(session: ClientHttp2Session): ClientHttp2Stream {
  const stream = session.request({
    ":method": "POST",
    ":path": "/test.Relay/Echo",
    "content-type": "application/grpc",
    te: "trailers",
    "a2a-version": "1.0",
  });
  stream.on("error", () => undefined);
  const message = MessageBinary.encode(say("large"));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  stream.end(Buffer.concat([head, message]));
  return stream;
}

test("large answers of unary calls wait for room that clients who read nothing hold", async () => {
  const { port } = await serve(parrot, { limits: { unsentBytes: 500 * 1024, stallMs: 3000 } });
  const session = connectUnread(port);
  const unread = [call(session), call(session)];
  await Promise.all(unread.map((stream) => once(stream, "response")));
  const client = connect(port);
  expect(textOf(await client.echo(say("small")))).toBe("small");
  expect(await hasten(() => failureOf(client.echo(say("large"))))).toMatchObject({
    status: "RESOURCE_EXHAUSTED",
    message: "too many large answers wait for clients that do not read them",
  });
  // Its stream is ended, and the room is there again for others.
  await Promise.all(unread.map((stream) => once(stream, "close")));
  expect(unread.map(({ rstCode }) => rstCode)).toEqual([8, 8]);
  expect(textOf(await client.echo(say("large")))).toBe(large);
});

test("the room of an answer is given back when its client has taken it, or goes", async () => {
  const { port } = await serve(parrot, { limits: { unsentBytes: 1 } });
  const session = connectUnread(port);
  await once(call(session), "response");
  const client = connect(port);
  const waiting = client.echo(say("large"));
  session.destroy();
  expect(textOf(await waiting)).toBe(large);
  for (let count = 0; count < 3; count++) expect(textOf(await client.echo(say("large")))).toBe(large);
});

test("a client that reads a large answer slowly keeps its stream", async () => {
  const { port } = await serve(parrotWith({ echo: () => Promise.resolve(say("x".repeat(4_000_000))) }), {
    limits: { stallMs: 1000 },
  });
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  onTestFinished(() => session.destroy());
  const stream = call(session);
  let size = 0;
  stream.on("data", (bytes: Buffer) => (size += bytes.length));
  await hasten(() => once(stream, "close"));
  expect({ size: size > 4_000_000, code: stream.rstCode }).toEqual({ size: true, code: 0 });
});
