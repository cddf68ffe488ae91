import { base64ToBytes } from "../runtime/core/base64.ts";
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

function toBufCurl({ url, headers = [], body, meaning }: Request): string {
  const metadata = headers.filter(({ name }) => !ofGrpc.has(name));
  const data =
    meaning?.value === undefined
      ? `# ${body?.base64 === undefined ? 0 : base64ToBytes(body.base64).length} bytes that are no message`
      : shellWord(JSON.stringify(meaning.value));
  return joinWords([
    "buf curl --protocol grpc",
    ...(url.startsWith("http:") ? ["--http2-prior-knowledge"] : []),
    ...headerWords(metadata),
    "--data",
    data,
    shellWord(url),
  ]);
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
