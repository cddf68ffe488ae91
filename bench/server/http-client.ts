import { connect, type Socket } from "node:net";

/** A connection that sends requests one after the other and reads just enough of the answers: cheap beside any server. */
export interface Connection {
  /** Sends a request and returns the answer's body; fails for another status than 200. */
  send(request: Buffer): Promise<string>;
  close(): void;
}

export async function open(port: number): Promise<Connection> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const made = connect(port, "127.0.0.1", () => resolve(made));
    made.once("error", reject);
    made.setNoDelay(true);
  });
  let text = "";
  let waiting: { resolve: (body: string) => void; reject: (error: Error) => void } | undefined;
  socket.setEncoding("latin1");
  socket.on("data", (piece: string) => {
    text += piece;
    const body = bodyOf(text);
    if (body === undefined) return;
    const head = text.slice(0, text.indexOf("\r\n"));
    const settle = waiting;
    text = "";
    waiting = undefined;
    if (head.startsWith("HTTP/1.1 200")) settle?.resolve(body);
    else settle?.reject(new Error(`${head}: ${body}`));
  });
  socket.on("close", () => waiting?.reject(new Error("the server closed the connection")));
  socket.on("error", (error) => waiting?.reject(error));
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** The body of a whole answer; undefined while some of it is missing. */
function bodyOf(text: string): string | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const body = text.slice(end + 4);
  if (length !== undefined) return body.length >= Number(length) ? body : undefined;
  return body.endsWith("0\r\n\r\n") ? body : undefined;
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
