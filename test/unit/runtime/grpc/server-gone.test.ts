import { connect as connectSocket, createServer, type Socket, type Server as SocketServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { CallError } from "../../../../packages/runtime/src/service/index.ts";
import { collect } from "../../../shared/collect.ts";
import {
  connect,
  failureOf,
  Parrot,
  parrotWith,
  say,
  send,
  serve,
  textOf,
} from "../../../shared/grpc/relay.ts";

describe("a server that goes", () => {
  test("in the middle of a stream is UNAVAILABLE", async () => {
    const { port, server } = await serve(
      parrotWith({
        async *count() {
          yield say("1");
          await new Promise(() => undefined);
        },
      }),
    );
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      for await (const answer of connect(port).count(say("x"))) {
        seen.push(textOf(answer));
        server.forceShutdown();
      }
    };
    const error = await failureOf(read());
    expect(seen).toEqual(["1"]);
    expect(error).toMatchObject({ name: "CallError", status: "UNAVAILABLE" });
    expect((error as CallError).cause).toBeInstanceOf(Error);
  });

  test("with its connection cut is UNAVAILABLE", async () => {
    const { port } = await serve(
      parrotWith({
        async *count() {
          yield say("1");
          await new Promise(() => undefined);
        },
      }),
    );
    const cable = await startCable(port);
    const read = async (): Promise<void> => {
      for await (const answer of connect(cable.port).count(say("x"))) {
        expect(textOf(answer)).toBe("1");
        cable.cut();
      }
    };
    expect(await failureOf(read())).toMatchObject({ status: "UNAVAILABLE" });
  });

  test("and is back at once is found by a new client", async () => {
    const { port, server } = await serve(new Parrot());
    const old = connect(port);
    await old.echo(say("x"));
    server.forceShutdown();
    for (const client of [old, connect(port)]) {
      expect(String(await failureOf(client.echo(say("x"))))).toContain("ECONNREFUSED");
    }
    await serve(new Parrot(), { at: port });
    expect(await connect(port).echo(say("x"))).toEqual(say("echo x"));
  });

  test("that is not there is UNAVAILABLE", async () => {
    const cable = await startCable(1);
    cable.cut();
    cable.server.close();
    const client = connect(cable.port);
    for (const call of [client.echo(say("x")), collect(client.count(say("x"))), client.gather(send("x"))]) {
      const error = await failureOf(call);
      expect(error).toMatchObject({ status: "UNAVAILABLE" });
      expect((error as CallError).cause).toBeInstanceOf(Error);
    }
  });

  test("shutting down ends streams cleanly and refuses new calls", async () => {
    const { port, host } = await serve(
      parrotWith({
        async *count() {
          yield say("1");
          await new Promise(() => undefined);
        },
      }),
    );
    const client = connect(port);
    const seen: string[] = [];
    let closed: Promise<void> | undefined;
    for await (const answer of client.count(say("x"))) {
      seen.push(textOf(answer));
      closed = host.close({ graceMs: 1000 });
    }
    await closed;
    expect(seen).toEqual(["1"]);
    expect(await failureOf(client.echo(say("x")))).toMatchObject({
      status: "UNAVAILABLE",
      message: "the server is shutting down",
      retryAfterMs: 1000,
    });
  });
});

/** A connection to a port that can be cut. */
function startCable(
  target: number,
): Promise<{ readonly port: number; readonly server: SocketServer; readonly cut: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connectSocket(target, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    near.pipe(far).pipe(near);
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("expected a port");
      resolve({ port: address.port, server, cut });
    });
  });
}
