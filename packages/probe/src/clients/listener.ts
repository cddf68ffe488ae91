import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { constants, createServer as createHttp2Server, type ServerHttp2Stream } from "node:http2";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { toRecorded } from "@a2agen/exchange/bytes.ts";
import { blankHeaders, blankUrl } from "@a2agen/exchange/credentials.ts";
import type { Exchange, Header } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { recordFormat } from "@a2agen/exchange/recording.ts";
import type { HttpAnswer } from "./behaviour.ts";

/** What goes out, with the trailers of HTTP/2. */
export interface Reply extends HttpAnswer {
  readonly trailers?: Readonly<Record<string, string>>;
}

export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

type Answering = (exchange: Exchange) => Reply;

/**
 * Listens for HTTP/1.1 and for HTTP/2 without TLS at one port of this machine; 0 for a free one. Calls are
 * read after some milliseconds.
 */
export async function listenRaw(port: number, answer: Answering, readAfterMs = 0): Promise<Listener> {
  const sockets = new Set<Socket>();
  const later = async (method: string | undefined, serve: () => Promise<void>): Promise<void> => {
    if (readAfterMs > 0 && method !== "GET") await delay(readAfterMs);
    await serve();
  };
  const http = createHttpServer(
    (request, response) => void later(request.method, () => serveHttp(request, response, answer)),
  );
  http.keepAliveTimeout = 1000;
  const http2 = createHttp2Server();
  http2.on("stream", (stream, headers) => {
    stream.on("error", () => undefined);
    void later(headers[":method"], () => serveHttp2(stream, headers, answer));
  });
  http2.on("sessionError", () => undefined);
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A client may go whenever it likes.
    socket.on("error", () => undefined);
    // Read without letting it flow: sessions of HTTP/2 take what is unread.
    socket.once("readable", () => {
      const first = socket.read() as Buffer | null;
      if (first === null) return;
      socket.unshift(first);
      const isHttp2 = first.toString("latin1").startsWith("PRI * HTTP/2");
      (isHttp2 ? http2 : http).emit("connection", socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serveHttp(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answering,
): Promise<void> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of request) pieces.push(piece as Buffer);
  } catch {
    return;
  }
  const headers: Header[] = [];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    headers.push({
      name: (request.rawHeaders[at] ?? "").toLowerCase(),
      value: request.rawHeaders[at + 1] ?? "",
    });
  }
  const url = `http://${request.headers.host ?? "localhost"}${request.url ?? "/"}`;
  const {
    status,
    headers: own = {},
    pieces: out = [],
    end,
  } = answer(record(request.method ?? "", url, headers, pieces));
  if (status === 0) return void request.socket.destroy();
  response.writeHead(status, own);
  response.flushHeaders();
  for (const piece of out) {
    if (response.destroyed) return;
    if (typeof piece === "object" && "pauseMs" in piece) await delay(piece.pauseMs);
    else await new Promise<void>((resolve) => response.write(piece, () => resolve()));
  }
  if (end === undefined) response.end();
  else if (end === "cut") request.socket.destroy();
}

async function serveHttp2(
  stream: ServerHttp2Stream,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  answer: Answering,
): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  const list = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => ({ name, value: each })),
  );
  const of = (name: string): string => list.find((each) => each.name === name)?.value ?? "";
  const url = `http://${of(":authority")}${of(":path")}`;
  const own = list.filter(({ name }) => !name.startsWith(":"));
  const {
    status,
    headers: sent = {},
    pieces: out = [],
    trailers,
    end,
  } = answer(
    // Each call has one message behind five bytes.
    record(of(":method"), url, own, [Buffer.concat(pieces).subarray(5)]),
  );
  if (stream.destroyed) return;
  if (status === 0) {
    stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    return;
  }
  if (trailers !== undefined) stream.on("wantTrailers", () => stream.sendTrailers(trailers));
  stream.respond({ ":status": status, ...sent }, { waitForTrailers: trailers !== undefined });
  for (const piece of out) {
    if (stream.destroyed) return;
    if (typeof piece === "object" && "pauseMs" in piece) await delay(piece.pauseMs);
    else await new Promise<void>((resolve) => stream.write(piece, () => resolve()));
  }
  if (end === undefined) stream.end();
  else if (end === "cut") stream.close(constants.NGHTTP2_INTERNAL_ERROR);
}

function record(verb: string, url: string, headers: readonly Header[], pieces: readonly Buffer[]): Exchange {
  const body = Buffer.concat(pieces);
  return {
    format: recordFormat,
    id: "",
    startTime: new Date().toISOString(),
    side: "SIDE_SERVER",
    request: {
      verb,
      url: blankUrl(url),
      headers: [...blankHeaders(headers)],
      ...(verb === "GET" ? {} : { body: toRecorded(body) }),
    },
  };
}
