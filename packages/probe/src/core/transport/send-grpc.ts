import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from "node:http2";
import { fromRecorded } from "@a2agen/exchange/bytes.ts";
import type {
  Exchange,
  Header,
  Request,
} from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { errorMessage } from "@a2agen/runtime/internal";
import type { Limits, Wanted } from "./limits.ts";
import { Recorder } from "./recorder.ts";

/** Connections by their origin. */
export class GrpcConnections {
  readonly #sessions = new Map<string, ClientHttp2Session>();

  session(origin: string): ClientHttp2Session {
    const found = this.#sessions.get(origin);
    if (found !== undefined && !found.destroyed && !found.closed) return found;
    const session = connect(origin);
    // Each call says what happened.
    session.on("error", () => undefined);
    this.#sessions.set(origin, session);
    return session;
  }

  close(): void {
    for (const session of this.#sessions.values()) session.destroy();
    this.#sessions.clear();
  }
}

/** Sends one message of gRPC in its own frame, and records the messages that come; never rejects. */
export function sendGrpc(
  request: Request,
  connections: GrpcConnections,
  around: { readonly limits: Limits; readonly wanted: Wanted },
): Promise<Exchange> {
  const recorder = new Recorder(request, around);
  try {
    const { origin, pathname } = new URL(request.url);
    const message = request.body === undefined ? new Uint8Array() : fromRecorded(request.body);
    const session = connections.session(origin);
    const failed = (error: Error): void => void recorder.end(`no answer: ${errorMessage(error)}`);
    session.once("error", failed);
    void recorder.finished.then(() => session.off("error", failed));
    const stream = session.request({
      ":method": request.verb,
      ":path": pathname,
      ...Object.fromEntries((request.headers ?? []).map(({ name, value = "" }) => [name, value])),
    });
    recorder.onStop = () => stream.close(constants.NGHTTP2_CANCEL);
    const frames = new MessageFrames();
    stream.on("response", (headers) => {
      recorder.head(headers[":status"] ?? 0, toHeaders(headers));
      // A call without messages has its trailers here.
      if (headers["grpc-status"] !== undefined) recorder.trailers(toHeaders(headers).filter(isTrailer));
    });
    stream.on("data", (piece: Buffer) => {
      if (!recorder.takes(piece.length)) return;
      for (const bytes of frames.read(piece)) recorder.frame(bytes);
    });
    stream.on("trailers", (trailers: IncomingHttpHeaders) => recorder.trailers(toHeaders(trailers)));
    stream.on("error", (error: Error) => recorder.end(`no answer: ${errorMessage(error)}`));
    stream.on("end", () => {
      recorder.onStop = () => undefined;
      // Trailers come before the end.
      setImmediate(() => recorder.end(frames.isWhole ? undefined : "a message of gRPC broke off"));
    });
    stream.on("close", () => recorder.end("the answer broke off"));
    const frame = Buffer.alloc(5 + message.length);
    frame.writeUInt32BE(message.length, 1);
    frame.set(message, 5);
    stream.end(frame);
  } catch (error) {
    recorder.end(`the request cannot be sent: ${errorMessage(error)}`);
  }
  return recorder.finished;
}

function isTrailer({ name }: Header): boolean {
  return name !== "content-type" && name !== "date";
}

function toHeaders(headers: IncomingHttpHeaders): Header[] {
  return Object.entries(headers)
    .filter(([name]) => !name.startsWith(":"))
    .flatMap(([name, value]) => [value ?? []].flat().map((each) => ({ name, value: each })));
}

/** Length-prefixed messages: a byte for compression, four for the length, the message. */
class MessageFrames {
  #rest = Buffer.alloc(0);

  get isWhole(): boolean {
    return this.#rest.length === 0;
  }

  read(piece: Buffer): readonly Uint8Array[] {
    this.#rest = Buffer.concat([this.#rest, piece]);
    const messages: Uint8Array[] = [];
    while (this.#rest.length >= 5) {
      const end = 5 + this.#rest.readUInt32BE(1);
      if (this.#rest.length < end) break;
      messages.push(this.#rest.subarray(5, end));
      this.#rest = this.#rest.subarray(end);
    }
    return messages;
  }
}
