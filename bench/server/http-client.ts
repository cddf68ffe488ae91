import { connect, type Socket } from "node:net";
import { AnswerReader } from "./answer-reader.ts";

/** A connection that sends requests in turn and reads just enough of the answers: cheap beside any server. */
export interface Connection {
  /**
   * Sends a request and waits for the end of its answer, whose body is handed over as it comes, a
   * character for each byte. Fails for another status than 200.
   */
  send(request: Buffer, onBody?: (piece: string) => void): Promise<void>;
  close(): void;
}

interface Exchange {
  readonly reader: AnswerReader;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Opens a connection to a server, whose name is in what it throws. */
export async function open(name: string, port: number): Promise<Connection> {
  let current: Exchange | undefined;
  const fail = (error: Error): void => {
    current?.reject(error);
    current = undefined;
  };
  const read = (piece: Buffer): void => {
    if (current === undefined) return;
    const { reader, resolve, reject } = current;
    try {
      if (!reader.read(piece)) return;
    } catch (error) {
      socket.destroy();
      fail(new Error(`${name}: an answer that cannot be read`, { cause: error }));
      return;
    }
    current = undefined;
    if (reader.statusLine.startsWith("HTTP/1.1 200")) resolve();
    else reject(new Error(`${name}: expected the status 200, found "${reader.statusLine}"`));
  };
  const socket: Socket = connect({
    port,
    host: "127.0.0.1",
    noDelay: true,
    // One buffer for everything that comes, which is read before the next piece comes.
    onread: {
      buffer: Buffer.allocUnsafe(65_536),
      callback: (length, buffer) => {
        read((buffer as Buffer).subarray(0, length));
        return true;
      },
    },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error(`${name}: the connection was closed before the end of an answer`)));
  return {
    send: (request, onBody) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) {
          reject(new Error(`${name}: the connection is closed`));
          return;
        }
        current = { reader: new AnswerReader(onBody), resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** The whole body of an answer, a character for each byte. */
export async function readBody(connection: Connection, request: Buffer): Promise<string> {
  let body = "";
  const sent = connection.send(request, (piece) => {
    body += piece;
  });
  await sent.catch((cause: unknown) => {
    throw new Error(body, { cause });
  });
  return body;
}

/** A request as bytes, made once. */
export function requestOf(
  verb: string,
  path: string,
  {
    body,
    headers = {},
  }: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Buffer {
  const all = {
    host: "127.0.0.1",
    "a2a-version": "1.0",
    ...(body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${verb} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`);
}
