import { connect as connectTcp, type Socket } from "node:net";
import { MessageBinary } from "@a2agen/a2a-1.0";
import { Server, ServerInterceptingCall } from "@grpc/grpc-js";
import { expect, onTestFinished, test } from "vitest";
import { addGrpcService, grpcServerOptions } from "../../../../packages/runtime/src/grpc/index.ts";
import { createHost, implement } from "../../../../packages/runtime/src/host/index.ts";
import { later, listen, parrotWith, Relay, RelayGrpc, say } from "../../../shared/grpc/relay.ts";

/** The frames of HTTP/2 that are sent and looked for (RFC 9113, section 6). */
const types = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goaway: 7 } as const;

function frame(type: keyof typeof types, stream: number, payload: Uint8Array, flags = 0): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(types[type], 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** The headers of a call, as literals that no table keeps (RFC 7541, section 6.2.2). */
function headersFrame(stream: number): Buffer {
  const headers = {
    ":method": "POST",
    ":scheme": "http",
    ":path": "/test.Relay/Echo",
    ":authority": "localhost",
    "content-type": "application/grpc",
    te: "trailers",
    "a2a-version": "1.0",
  };
  const literals = Object.entries(headers).flatMap(([name, value]) => [
    Buffer.from([0, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ]);
  return frame("headers", stream, Buffer.concat(literals), 4);
}

function messageFrame(stream: number): Buffer {
  const message = MessageBinary.encode(say("hello"));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return frame("data", stream, Buffer.concat([head, message]), 1);
}

function resetFrame(stream: number): Buffer {
  return frame("reset", stream, Buffer.from([0, 0, 0, 8]));
}

/** A connection that sends frames as a test wants them, and what has come over it. */
class RawConnection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);

  constructor(port: number) {
    this.#socket = connectTcp(port, "127.0.0.1");
    this.#socket.on("data", (bytes) => (this.#received = Buffer.concat([this.#received, bytes])));
    onTestFinished(() => void this.#socket.destroy());
    this.send(Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame("settings", 0, Buffer.alloc(0)));
  }

  send(...frames: readonly Buffer[]): void {
    this.#socket.write(Buffer.concat(frames));
  }

  get text(): string {
    return this.#received.toString("latin1");
  }

  /** How many frames of a type have come. */
  count(type: keyof typeof types): number {
    let count = 0;
    for (let at = 0; at + 9 <= this.#received.length; at += 9 + this.#received.readUIntBE(at, 3)) {
      if (this.#received.readUInt8(at + 3) === types[type]) count++;
    }
    return count;
  }
}

/** A server whose calls wait until the test answers them, and how many it has taken up. */
async function start(): Promise<{
  readonly connection: RawConnection;
  readonly answer: () => void;
  readonly taken: () => number;
}> {
  const gate = later();
  const echo = async (): ReturnType<Relay["echo"]> => {
    await gate.promise;
    return say("late");
  };
  const host = createHost({ services: [implement(Relay, parrotWith({ echo }))] });
  const options = grpcServerOptions(host);
  let taken = 0;
  const server = new Server({
    ...options,
    interceptors: [
      ...(options.interceptors ?? []),
      (_, call) => {
        taken++;
        return new ServerInterceptingCall(call);
      },
    ],
  });
  addGrpcService(server, host, [RelayGrpc]);
  const connection = new RawConnection(await listen(server));
  onTestFinished(() => server.forceShutdown());
  return { connection, answer: gate.resolve, taken: () => taken };
}

/** The identifiers of streams: odd numbers. */
function streamIds(count: number, from: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => from + 2 * at);
}

test.each([
  ["with a message", messageFrame],
  ["without a message", () => Buffer.alloc(0)],
])(
  "a client that resets call after call %s gets no further ones, and its others are answered",
  async (_, rest) => {
    const { connection, answer, taken } = await start();
    connection.send(headersFrame(1), messageFrame(1));
    connection.send(...streamIds(900, 3).flatMap((id) => [headersFrame(id), rest(id), resetFrame(id)]));
    // Its answer comes when all that was sent before is read.
    connection.send(frame("ping", 0, Buffer.alloc(8)));
    await expect.poll(() => connection.count("ping")).toBe(1);
    expect(taken()).toBeLessThan(300);
    expect(connection.count("goaway")).toBe(1);
    answer();
    await expect.poll(() => connection.text).toContain("late");
  },
);

test("a client that resets some calls and waits for the others keeps its connection", async () => {
  const { connection, answer, taken } = await start();
  answer();
  for (let round = 0; round < 4; round++) {
    const ids = streamIds(180, 1 + round * 360);
    connection.send(...ids.slice(0, 90).flatMap((id) => [headersFrame(id), resetFrame(id)]));
    connection.send(...ids.slice(90).flatMap((id) => [headersFrame(id), messageFrame(id)]));
    // Two frames of headers for each answer: those before the message, and the status behind it.
    await expect.poll(() => connection.count("headers")).toBe((round + 1) * 180);
  }
  expect({ taken: taken(), goaway: connection.count("goaway") }).toEqual({ taken: 720, goaway: 0 });
});
