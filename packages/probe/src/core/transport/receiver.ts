import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { toRecorded } from "@a2agen/exchange/bytes.ts";
import { blankHeaders } from "@a2agen/exchange/credentials.ts";
import type { Exchange, Header } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { recordFormat } from "@a2agen/exchange/recording.ts";

/** Bytes of a notification that are read. */
const maximumBytes = 8_000_000;

export interface ReceiverInit {
  /** Where agents reach it; this machine when absent. */
  readonly url?: string | undefined;
  /** The port that it listens at; one that is free when absent. */
  readonly port?: number | undefined;
}

/** A server that takes push notifications and keeps them, each path apart. */
export class Receiver {
  readonly #server: Server;
  readonly #kept = new Map<string, Exchange[]>();
  readonly #waiting = new Map<string, () => void>();
  /** What URLs of webhooks begin with. */
  readonly url: string;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
    server.on("request", (request, response) => void this.#take(request, response));
  }

  /** Listens; rejects where it cannot. */
  static async open({ url, port = 0 }: ReceiverInit): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      // Agents elsewhere come through whatever leads to this port.
      server.listen(port, url === undefined ? "127.0.0.1" : undefined, resolve);
    });
    server.unref();
    const { port: bound } = server.address() as AddressInfo;
    return new Receiver(server, url?.replace(/\/$/, "") ?? `http://127.0.0.1:${bound}`);
  }

  /** The next notification at a URL, or an exchange that says that none came in time. */
  async next(url: string, ms: number): Promise<Exchange> {
    const path = new URL(url).pathname;
    const found = this.#kept.get(path)?.shift();
    if (found !== undefined) return found;
    const start = new Date();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#waiting.set(path, () => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.#waiting.delete(path);
    return this.#kept.get(path)?.shift() ?? nothing(url, start, ms);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startTime = new Date().toISOString();
    const pieces: Buffer[] = [];
    let count = 0;
    try {
      for await (const piece of request as AsyncIterable<Buffer>) {
        count += piece.length;
        if (count > maximumBytes) break;
        pieces.push(piece);
      }
    } catch {
      // The agent has broken off: what has come is what there is.
    }
    response.writeHead(count > maximumBytes ? 413 : 204).end();
    const path = request.url ?? "/";
    const list = this.#kept.get(path) ?? [];
    list.push({
      format: recordFormat,
      id: "",
      startTime,
      side: "SIDE_SERVER",
      request: {
        verb: request.method ?? "",
        url: `${this.url}${path}`,
        headers: headersOf(request),
        body: toRecorded(Buffer.concat(pieces)),
      },
      answer: { afterMs: 0, status: 204 },
      end: { afterMs: 0 },
    });
    this.#kept.set(path, list);
    this.#waiting.get(path)?.();
  }
}

/** Credentials are blanked, but those that the probe has made for this notification. */
function headersOf({ rawHeaders }: IncomingMessage): Header[] {
  const headers: Header[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = { name: (rawHeaders[at] ?? "").toLowerCase(), value: rawHeaders[at + 1] ?? "" };
    headers.push(...(header.value.includes("a2agen-") ? [header] : blankHeaders([header])));
  }
  return headers;
}

function nothing(url: string, start: Date, ms: number): Exchange {
  return {
    format: recordFormat,
    id: "",
    startTime: start.toISOString(),
    side: "SIDE_SERVER",
    request: { verb: "POST", url },
    end: { afterMs: ms, error: `no notification came within ${ms / 1000} s` },
  };
}
