import { createHost, implement } from "@a2agen/runtime/host";
import { createWebSocketServer } from "@a2agen/runtime/websocket";
import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";
import { Bookshop } from "../../../generated/proto/bookshop/v1/bookshop_service.ts";
import { listen } from "../../../shared/http/listen.ts";
import { connectRaw, type RawClient } from "./raw-client.ts";

/** A consultation that takes questions when it is told to. */
async function start(): Promise<{ raw: RawClient; goOn: () => void }> {
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const shop: Partial<Bookshop> = {
    async *consult(questions) {
      await held;
      for await (const { text = "" } of questions) yield { text };
    },
  };
  const host = createHost({ services: [implement(Bookshop, shop as Bookshop)] });
  const server = createWebSocketServer(host, { WebSocketServer, path: "/ws" });
  const { server: http, url } = await listen((_request, response) => response.end());
  server.attach(http);
  const raw = await connectRaw(`${url.replace("http", "ws")}/ws`, {}, ["proto.websocket"]);
  onTestFinished(async () => {
    raw.socket.terminate();
    await host.close({ graceMs: 0 });
    await server.close({ graceMs: 0 });
  });
  raw.send({ type: "call", id: 1, method: "Consult" });
  return { raw, goOn };
}

const ask = (text: unknown): object => ({ type: "message", id: 1, params: { text } });

test("each message that the handler takes allows another one, and done ends the stream", async () => {
  const { raw, goOn } = await start();
  raw.send(ask("one"));
  raw.send({ type: "done", id: 1 });
  goOn();
  const seen = [await raw.next(), await raw.next(), await raw.next()];
  expect(seen).toEqual([
    { type: "credit", id: 1, credit: 1 },
    { type: "event", id: 1, event: { text: "one" } },
    { type: "end", id: 1 },
  ]);
});

test("a message that is not of its type fails the call", async () => {
  const { raw, goOn } = await start();
  raw.send(ask(5));
  goOn();
  expect(await raw.next()).toMatchObject({ type: "error", id: 1, error: { status: "INVALID_ARGUMENT" } });
});

test("a client that sends more than it may is closed", async () => {
  const { raw } = await start();
  for (let i = 0; i < 17; i++) raw.send(ask(String(i)));
  expect(await raw.closed).toMatchObject({ code: 4400, reason: "more messages than a call has credit for" });
});

test("a message to a call that has ended, or takes none, is ignored", async () => {
  const { raw } = await start();
  raw.send({ type: "message", id: 7, params: {} });
  raw.send({ type: "ping" });
  expect(await raw.next()).toEqual({ type: "pong" });
});
