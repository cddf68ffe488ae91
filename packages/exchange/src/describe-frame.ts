import { isObject, own } from "@a2agen/runtime/internal";
import type { Exchange, Frame, Meaning } from "./generated/a2agen/exchange/v1/exchange_types.ts";
import { stateName } from "./task-states.ts";

/** Characters of a name that are shown. */
const maximumName = 80;

/** What a frame is, in words: "status: working", "artifact: Report". Pieces of an artifact have one name. */
export function describeFrame({ bytes, meaning }: Frame): string {
  const event = readEvent(meaning);
  if (event !== undefined) return cut(event);
  if (meaning?.type !== undefined) return cut(meaning.type.slice(meaning.type.lastIndexOf(".") + 1));
  if (meaning?.value !== undefined) return describeValue(meaning.value);
  return bytes.text === undefined ? "bytes" : cut(bytes.text.trim() || "empty");
}

/** Of an event of any version: the older ones say their kind, the newer ones have one member for each. */
function readEvent(meaning: Meaning | undefined): string | undefined {
  const value = meaning?.value;
  if (!isObject(value)) return undefined;
  const kind = own(value, "kind");
  const entries = Object.entries(value);
  const [only] = entries;
  const [name, content] =
    typeof kind === "string" ? [kind, value] : entries.length === 1 && only !== undefined ? only : [];
  if (name === undefined || !isObject(content)) return undefined;
  const words = name
    .replace(/[-_]?update$/i, "")
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const { status, artifact } = content;
  if (isObject(status) && typeof status["state"] === "string")
    return `${words}: ${stateName(status["state"])}`;
  if (!isObject(artifact)) return words;
  const { name: title, artifactId } = artifact;
  const shown = title === undefined || title === "" ? artifactId : title;
  return typeof shown === "string" ? `${words}: ${shown}` : words;
}

function describeValue(value: unknown): string {
  if (isObject(value) && typeof value["message"] === "string") return cut(`error: ${value["message"]}`);
  return cut(JSON.stringify(value) ?? "nothing");
}

function cut(text: string): string {
  return text.length > maximumName ? `${text.slice(0, maximumName)}…` : text;
}

/** The name of the call, or what was asked for. */
export function nameOfCall({ method, request }: Exchange): string {
  if (method !== undefined) return method;
  const path = /^\w+:\/\/[^/]*([^?#]*)/.exec(request.url)?.[1] ?? request.url;
  return `${request.verb} ${path}`;
}

/** Bytes of a body or a frame, as they went over the wire. */
export function sizeOf({ text, base64 = "" }: NonNullable<Frame["bytes"]> = {}): number {
  return text === undefined ? Math.floor((base64.replaceAll("=", "").length * 3) / 4) : text.length;
}

/** "240 B", "3.2 kB", "10.0 MB". */
export function showSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** "12 ms", "1.24 s", "2:05.3". */
export function showTime(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(2)} s`;
  const tenths = Math.round(ms / 100);
  const seconds = ((tenths % 600) / 10).toFixed(1);
  return `${Math.floor(tenths / 600)}:${seconds.padStart(4, "0")}`;
}
