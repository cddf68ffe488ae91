import { bytesToBase64 } from "@a2agen/runtime/internal";
import { fromRecorded } from "./bytes.ts";
import type { Request } from "./generated/a2agen/exchange/v1/exchange_types.ts";
import { shellWord } from "./shell-word.ts";

/** Headers that curl writes itself, or that belong to one connection. */
const ownHeaders: ReadonlySet<string> = new Set(["connection", "content-length", "host"]);

/**
 * The command that sends a request again: `curl`, or for gRPC `buf curl` with the message as JSON. Blanked
 * credentials are to be filled in.
 */
export function toCurl(request: Request, binding: string | undefined): string {
  return binding === "GRPC" ? toBufCurl(request) : toHttpCurl(request);
}

function toHttpCurl({ verb, url, headers = [], body }: Request): string {
  const words = ["curl", "--no-buffer"];
  if (verb !== (body === undefined ? "GET" : "POST")) words.push("--request", verb);
  words.push(shellWord(url), ...headerWords(headers));
  if (body === undefined) return joinWords(words);
  if (body.text !== undefined) return joinWords([...words, "--data-raw", shellWord(body.text)]);
  return `printf %s ${shellWord(body.base64 ?? "")} | base64 --decode | ${joinWords([...words, "--data-binary", "@-"])}`;
}

function toBufCurl(request: Request): string {
  const { url, headers = [], meaning } = request;
  if (meaning?.value === undefined) return toRawGrpc(request);
  const metadata = headers.filter(({ name }) => !ofGrpc.has(name));
  return joinWords([
    "buf curl --protocol grpc",
    ...(url.startsWith("http:") ? ["--http2-prior-knowledge"] : []),
    ...headerWords(metadata),
    "--data",
    shellWord(JSON.stringify(meaning.value)),
    shellWord(url),
  ]);
}

/** Bytes that are no message, in a frame of gRPC. */
function toRawGrpc({ url, headers = [], body }: Request): string {
  const bytes = body === undefined ? new Uint8Array() : fromRecorded(body);
  const frame = new Uint8Array(5 + bytes.length);
  new DataView(frame.buffer).setUint32(1, bytes.length);
  frame.set(bytes, 5);
  const words = [
    "curl",
    ...(url.startsWith("http:") ? ["--http2-prior-knowledge"] : ["--http2"]),
    "--include",
  ];
  const command = joinWords([...words, shellWord(url), ...headerWords(headers), "--data-binary", "@-"]);
  return `printf %s ${bytesToBase64(frame)} | base64 --decode | ${command} --output -`;
}

const ofGrpc: ReadonlySet<string> = new Set(["content-type", "te", "user-agent", "grpc-timeout"]);

function headerWords(headers: NonNullable<Request["headers"]>): readonly string[] {
  return headers
    .filter(({ name }) => !ownHeaders.has(name) && !name.startsWith(":"))
    .flatMap(({ name, value = "" }) => ["--header", shellWord(`${name}: ${value}`)]);
}

function joinWords(words: readonly string[]): string {
  return words.join(" ");
}
