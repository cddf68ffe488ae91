import { fromRecorded } from "@a2agen/exchange/bytes.ts";
import type { Header, Request } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { bodyFrames } from "@a2agen/exchange/record/body-frames.ts";
import type { ExchangeRecord } from "@a2agen/exchange/record/exchange-record.ts";
import { errorMessage } from "@a2agen/runtime/internal";

/** How a request is sent, and who is told what comes. */
export interface Sending {
  readonly record: ExchangeRecord;
  readonly onFrame: (bytes: Uint8Array) => void;
  /** Ends the call. */
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
}

/** Sends a request, and records how it is answered until the end; never rejects. */
export async function sendRequest(request: Request, binding: string, sending: Sending): Promise<void> {
  try {
    await (binding === "GRPC" ? sendGrpc : sendHttp)(request, sending);
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? `: ${errorMessage(error.cause)}` : "";
    sending.record.end(`${errorMessage(error)}${cause}`);
  }
}

async function sendHttp(request: Request, { record, onFrame, signal, fetch: send }: Sending): Promise<void> {
  const response = await send(request.url, {
    method: request.verb,
    headers: (request.headers ?? []).map(({ name, value = "" }): [string, string] => [name, value]),
    ...(request.body && { body: fromRecorded(request.body) }),
    signal,
  });
  record.head(
    response.status,
    [...response.headers].map(([name, value]) => ({ name, value })),
  );
  const frames = bodyFrames(response.headers.get("content-type") ?? "", onFrame);
  if (response.body !== null) {
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) frames.push(piece);
  }
  frames.end();
  record.end();
}

async function sendGrpc(request: Request, { record, onFrame, signal }: Sending): Promise<void> {
  const { Client, credentials, Metadata } = await import("@grpc/grpc-js");
  const { protocol, host, pathname } = new URL(request.url);
  const client = new Client(
    host,
    protocol === "https:" ? credentials.createSsl() : credentials.createInsecure(),
  );
  const metadata = new Metadata();
  for (const { name, value = "" } of request.headers ?? []) {
    metadata.add(name, name.endsWith("-bin") ? Buffer.from(value, "base64") : value);
  }
  const bytes = Buffer.from(request.body === undefined ? [] : fromRecorded(request.body));
  // A call with one answer is a stream of one message.
  const call = client.makeServerStreamRequest<Buffer, Buffer>(pathname, asIs, asIs, bytes, metadata);
  const cancel = (): void => call.cancel();
  signal.addEventListener("abort", cancel);
  await new Promise<void>((resolve) => {
    call.on("metadata", (headers: MetadataLike) => record.head(200, toHeaders(headers)));
    call.on("data", onFrame);
    call.on("error", () => undefined); // The status says it too.
    call.on("status", ({ code, details, metadata: trailers }) => {
      const said = toHeaders(trailers);
      if (record.exchange.answer === undefined && said.length > 0) record.head(200, []);
      record.trailers([{ name: "grpc-status", value: String(code) }, ...said]);
      record.end(record.exchange.answer === undefined ? details : undefined);
      resolve();
    });
  });
  signal.removeEventListener("abort", cancel);
  client.close();
}

function asIs(bytes: Buffer): Buffer {
  return bytes;
}

interface MetadataLike {
  getMap(): Readonly<Record<string, string | Buffer>>;
}

function toHeaders(metadata: MetadataLike): Header[] {
  return Object.entries(metadata.getMap()).map(([name, value]) => ({
    name,
    value: typeof value === "string" ? value : value.toString("base64"),
  }));
}
