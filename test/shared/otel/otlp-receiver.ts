import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import {
  ExportMetricsServiceRequestBinary,
  ExportTraceServiceRequestBinary,
} from "../../generated/proto/otlp/v1/otlp_binary.js";
import type { KeyValue, Span } from "../../generated/proto/otlp/v1/otlp_types.js";

/** A span as an exporter has sent it; identifiers in hexadecimal. */
export interface ReceivedSpan {
  /** `service.name` of the process. */
  readonly service: string;
  readonly scope: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: string | undefined;
  /** "SERVER SendMessage". */
  readonly span: string;
  /** Numbers that are whole as texts, lists as JSON. */
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly links: readonly string[];
  readonly failed: boolean;
  /** Nanoseconds since 1970. */
  readonly start: bigint;
  readonly end: bigint;
}

/** Takes what exporters of OTLP send over HTTP, in the binary form, which our own codecs decode. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** Names of metrics, by the service. */
  readonly metrics = new Set<string>();
  readonly #server = createServer();

  /** Listens until the test ends; returns the value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  async listen(): Promise<string> {
    this.#server.on("request", (request, response) => void this.#take(request, response));
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    onTestFinished(async () => {
      this.#server.closeAllConnections();
      this.#server.close();
      await once(this.#server, "close");
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (request.url === "/v1/traces") this.#takeSpans(body);
    if (request.url === "/v1/metrics") this.#takeMetrics(body);
    response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
  }

  #takeSpans(body: Uint8Array): void {
    for (const { resource, scopeSpans = [] } of ExportTraceServiceRequestBinary.decode(body).resourceSpans ??
      []) {
      const service = String(readAttributes(resource?.attributes)["service.name"]);
      for (const { scope, spans = [] } of scopeSpans) {
        this.spans.push(...spans.map((span) => readSpan(span, service, scope?.name ?? "")));
      }
    }
  }

  #takeMetrics(body: Uint8Array): void {
    for (const { scopeMetrics = [] } of ExportMetricsServiceRequestBinary.decode(body).resourceMetrics ??
      []) {
      for (const { name = "" } of scopeMetrics.flatMap(({ metrics = [] }) => metrics)) this.metrics.add(name);
    }
  }
}

function readSpan(span: Span, service: string, scope: string): ReceivedSpan {
  const { name = "", kind = "SPAN_KIND_UNSPECIFIED", links = [], status } = span;
  return {
    service,
    scope,
    traceId: toHex(span.traceId) ?? "",
    spanId: toHex(span.spanId) ?? "",
    parent: toHex(span.parentSpanId),
    span: `${String(kind).replace("SPAN_KIND_", "")} ${name}`,
    attributes: readAttributes(span.attributes),
    links: links.map((link) => toHex(link.spanId) ?? ""),
    failed: status?.code === "STATUS_CODE_ERROR",
    start: BigInt(span.startTimeUnixNano ?? 0),
    end: BigInt(span.endTimeUnixNano ?? 0),
  };
}

function readAttributes(given: readonly KeyValue[] = []): ReceivedSpan["attributes"] {
  return Object.fromEntries(
    given.map(({ key = "", value = {} }) => {
      const [text] = Object.values(value) as unknown[];
      return [key, typeof text === "string" ? text : JSON.stringify(text)];
    }),
  );
}

/** Bytes are text in base64 in our types; without any there is no such span. */
function toHex(bytes: string | undefined): string | undefined {
  return bytes === undefined || bytes === "" ? undefined : Buffer.from(bytes, "base64").toString("hex");
}
