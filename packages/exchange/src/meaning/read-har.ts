import { errorMessage, isObject } from "@a2agen/runtime/internal";
import type { Method } from "@a2agen/runtime/service";
import { blankHeaders, blankUrl } from "../credentials.ts";
import type { Bytes, Exchange, Header, Request } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { RecordingError, recordFormat } from "../recording.ts";
import { allVersions, cardCodecs, current, type VersionRow } from "../versions.ts";
import { readJsonRpc } from "./json-rpc-reader.ts";
import { anyJson, readCardExchange } from "./read-exchange.ts";
import { type Reader, readJson } from "./reader.ts";

/**
 * The exchanges of an HTTP Archive, of a browser or of `toHar`, with credentials blanked. Calls over JSON-RPC
 * are read in the version that they name. Throws a RecordingError that names the place for a text that is no
 * archive.
 */
export function parseHar(text: string): readonly Exchange[] {
  let archive: unknown;
  try {
    archive = JSON.parse(text);
  } catch (cause) {
    throw new RecordingError(`expected JSON; ${errorMessage(cause)}`, { cause });
  }
  const entries = member(member(archive, "log"), "entries");
  if (!Array.isArray(entries)) throw new RecordingError("log.entries: expected a list of HTTP exchanges");
  return entries.map((entry, at) => readEntry(entry, at));
}

function readEntry(entry: unknown, at: number): Exchange {
  const place = `log.entries[${at}]`;
  const sent = member(entry, "request");
  const got = member(entry, "response");
  const [verb, url] = [member(sent, "method"), member(sent, "url")];
  if (typeof verb !== "string" || typeof url !== "string") {
    throw new RecordingError(`${place}.request: expected a method and a URL`);
  }
  const startTime = new Date(String(member(entry, "startedDateTime")));
  if (Number.isNaN(startTime.getTime())) {
    throw new RecordingError(`${place}.startedDateTime: expected a time`);
  }
  const posted = member(member(sent, "postData"), "text");
  const request: Request = {
    verb,
    url: blankUrl(url),
    headers: readHeaders(member(sent, "headers")),
    ...(typeof posted === "string" ? { body: { text: posted } } : {}),
  };
  const { reader, protocol } = guessReader(request);
  const status = Number(member(got, "status") ?? 0);
  const total = Math.max(0, Number(member(entry, "time") ?? 0));
  const wait = Math.max(0, Number(member(member(entry, "timings"), "wait") ?? total));
  const frames = readContent(got).map((bytes) => {
    const meaning = reader.frame(bytes, { status });
    return { afterMs: total, bytes, ...(meaning === undefined ? {} : { meaning }) };
  });
  return {
    format: recordFormat,
    id: String(at + 1),
    startTime: startTime.toISOString(),
    side: "SIDE_CLIENT",
    ...(protocol === undefined ? {} : { protocol, binding: "JSONRPC" }),
    ...(reader.method === undefined ? {} : { method: reader.method }),
    request: { ...request, ...(reader.request === undefined ? {} : { meaning: reader.request }) },
    ...(status === 0
      ? {}
      : { answer: { afterMs: wait, status, headers: readHeaders(member(got, "headers")), frames } }),
    end: { afterMs: total, ...(status === 0 ? { error: "no answer" } : {}) },
  };
}

/** A call over JSON-RPC says so itself; what has no body may be the card. */
function guessReader(request: Request): { readonly reader: Reader; readonly protocol?: string } {
  if (request.body === undefined) return { reader: readCardExchange(cardCodecs) };
  const parsed = readJson(request.body);
  const method = "value" in parsed && isObject(parsed.value) ? parsed.value["method"] : undefined;
  if (typeof method !== "string") return { reader: anyJson };
  const { service } =
    allVersions.find((row) => methodNames(row).includes(method)) ??
    // Names of 0.3 have a slash: one that no version has is still of its kind.
    allVersions.find((row) => methodNames(row).some((name) => name.includes("/") === method.includes("/"))) ??
    current;
  return { reader: readJsonRpc(request, service), protocol: service.protocol.name };
}

function methodNames({ service }: VersionRow): readonly string[] {
  return Object.values<Method>(service.methods).map(({ name }) => name);
}

function readContent(response: unknown): readonly Bytes[] {
  const content = member(response, "content");
  const text = member(content, "text");
  if (typeof text !== "string" || text === "") return [];
  if (member(content, "encoding") === "base64") return [{ base64: text }];
  if (!String(member(content, "mimeType")).startsWith("text/event-stream")) return [{ text }];
  return text.split(/\r?\n\r?\n/).flatMap((event) => {
    const lines = event.split(/\r?\n/).filter((line) => line.startsWith("data:"));
    return lines.length === 0 ? [] : [{ text: lines.map((line) => line.slice(5).trimStart()).join("\n") }];
  });
}

function readHeaders(headers: unknown): Header[] {
  if (!Array.isArray(headers)) return [];
  return blankHeaders(
    headers.map((header) => ({
      name: String(member(header, "name")).toLowerCase(),
      value: textOf(member(header, "value")),
    })),
  );
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
