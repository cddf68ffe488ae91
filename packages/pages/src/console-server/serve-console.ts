import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseRecording } from "@a2agen/exchange/recording.ts";
import { toHtml } from "@a2agen/exchange/report/to-html.ts";
import { errorMessage, isObject, parseUrl } from "@a2agen/runtime/internal";
import { interFont, interPath } from "../inter-font.ts";
import type { CatalogRequest } from "./catalog-protocol.ts";
import type { ExtensionCatalog } from "./extension-catalog.ts";
import type { CheckRequest } from "./extension-facts.ts";
import { findCatalog } from "./find-catalog.ts";
import { checkCaller, checkHost } from "./guard.ts";
import { relayHttp } from "./relay-http.ts";
import type { RelayGrpcRequest, RelayLine, RelayRequest } from "./relay-protocol.ts";
import type { SignInLine, SignInRequest } from "./sign-in-protocol.ts";
import type { SignIns } from "./sign-ins.ts";
import { Webhooks } from "./webhooks.ts";

/** The page and the port of a console. */
export interface ConsoleInit {
  /** The HTML of the page: one inline script, one inline style. */
  readonly page: string;
  /** The modules that its script imports, by their paths. */
  readonly chunks?: Readonly<Record<string, string>>;
  /** 0 for a free one. */
  readonly port: number;
  /** The extensions whose data the page shows by its type; asked for when the page asks. */
  readonly catalog: () => Promise<ExtensionCatalog>;
}

/** A console that is served. */
export interface ServedConsole {
  readonly port: number;
  readonly token: string;
  close(): Promise<void>;
}

/** Bytes of a request that the relay reads: files in a message are in base64 twice. */
const maximumBody = 128 * 1024 * 1024;

/** Bytes of a webhook that are kept. */
const maximumHook = 16 * 1024 * 1024;

/** Serves the page and its relay on loopback. Rejects if the port is taken. */
export async function serveConsole({
  page,
  chunks = {},
  port,
  catalog,
}: ConsoleInit): Promise<ServedConsole> {
  const token = randomBytes(24).toString("base64url");
  const hooks = new Webhooks();
  const headers = pageHeaders(page);
  let opened: Promise<SignIns> | undefined;
  const signIns = (): Promise<SignIns> => (opened ??= openSignIns(portOf(server)));
  const server = createServer((request, response) => {
    const around = { page, chunks, headers, token, port: portOf(server), hooks, catalog, signIns };
    answer(request, response, around).catch(() => {
      response.destroy();
    });
  });
  // Streams of tasks may be silent for as long as they like.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port: portOf(server),
    token,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0;
}

interface Surroundings {
  readonly page: string;
  readonly chunks: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string;
  readonly port: number;
  readonly hooks: Webhooks;
  readonly catalog: ConsoleInit["catalog"];
  readonly signIns: () => Promise<SignIns>;
}

/** Its library is loaded for those who sign in. */
async function openSignIns(port: number): Promise<SignIns> {
  const { SignIns: Opened } = await import("./sign-ins.ts");
  return new Opened(port);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  around: Surroundings,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const { page, headers, hooks, catalog, signIns } = around;
  if (pathname.startsWith("/hooks/")) {
    // Agents send these, from wherever they are; the path is a secret that only the page knows.
    const id = pathname.slice("/hooks/".length);
    if (!hooks.takes(id, request)) return refuse(response, { status: 404, text: "there is no such webhook" });
    const body = await readBody(request, maximumHook);
    if (body === undefined) return refuseBody(request, response, maximumHook);
    hooks.deliver(id, request, body);
    response.writeHead(204).end();
    return;
  }
  if (request.method === "GET" && ["/", "/signed-in", `/${interPath}`].includes(pathname)) {
    const refusal = checkHost(request, around.port);
    if (refusal !== undefined) return refuse(response, refusal);
    if (pathname === `/${interPath}`) {
      return void response.writeHead(200, { "content-type": "font/woff2" }).end(interFont);
    }
    if (pathname === "/") return void response.writeHead(200, headers).end(page);
    // Of another window, or made up by somebody: the state in the address is a secret.
    const isExpected = (await signIns()).finish(request.url ?? "");
    if (!isExpected) return refuse(response, { status: 404, text: "nobody waits for this sign-in" });
    response.writeHead(200, { ...headers, "content-type": "text/plain" });
    response.end("You may close this page, and go back to the console.\n");
    return;
  }
  const path = pathname.slice(1);
  if (request.method === "GET" && Object.hasOwn(around.chunks, path)) {
    const refusal = checkHost(request, around.port);
    if (refusal !== undefined) return refuse(response, refusal);
    return void response
      .writeHead(200, { ...headers, "content-type": path.endsWith(".js") ? "text/javascript" : "text/plain" })
      .end(around.chunks[path]);
  }
  const refusal = checkCaller(request, around);
  if (refusal !== undefined) return refuse(response, refusal);
  if (request.method === "POST" && pathname === "/relay") return relay(request, response);
  if (request.method === "POST" && pathname === "/token") {
    const body = await readBody(request, maximumBody);
    if (body === undefined) return refuseBody(request, response, maximumBody);
    return writeToken(response, JSON.parse(body.toString()) as SignInRequest, await signIns());
  }
  if (request.method === "POST" && pathname === "/catalog") {
    const body = await readBody(request, maximumBody);
    if (body === undefined) return refuseBody(request, response, maximumBody);
    const wanted = JSON.parse(body.toString()) as CatalogRequest;
    return writeJson(response, await findCatalog(wanted, abortOf(response)));
  }
  if (request.method === "POST" && pathname === "/html") {
    const body = await readBody(request, maximumBody);
    if (body === undefined) return refuseBody(request, response, maximumBody);
    const html = await toHtml(parseRecording(body.toString()));
    // To be saved: nothing of it is a page of this origin.
    return void response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end(html);
  }
  if (request.method === "POST" && pathname === "/hooks") {
    const id = hooks.open();
    return writeJson(response, { url: `http://127.0.0.1:${around.port}/hooks/${id}` });
  }
  if (request.method === "GET" && pathname === "/extensions") {
    return writeJson(response, (await catalog()).facts);
  }
  if (request.method === "POST" && pathname === "/check") {
    const body = await readBody(request, maximumBody);
    if (body === undefined) return refuseBody(request, response, maximumBody);
    // The page has the token of this launch, and sends nothing else.
    const wanted = JSON.parse(body.toString()) as readonly CheckRequest[];
    const { check } = await catalog();
    return writeJson(response, wanted.map(check));
  }
  if (request.method === "GET" && pathname === "/deliveries") {
    await writeLines(response, hooks.deliveries(abortOf(response)));
    return;
  }
  response.writeHead(404, { "content-type": "text/plain" }).end("there is no such page\n");
}

function refuse(
  response: ServerResponse,
  { status, text }: { readonly status: number; readonly text: string },
): void {
  response.writeHead(status, { "content-type": "text/plain" }).end(`${text}\n`);
}

function writeJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

/** Answers before the connection ends: the rest of the body is discarded, so that the answer is read. */
function refuseBody(request: IncomingMessage, response: ServerResponse, limit: number): void {
  response.setHeader("connection", "close");
  refuse(response, { status: 413, text: `expected a body of at most ${limit} bytes` });
  request.resume();
}

async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request, maximumBody);
  if (body === undefined) return refuseBody(request, response, maximumBody);
  const wanted = readRelayRequest(body);
  if (typeof wanted === "string") {
    response.writeHead(400, { "content-type": "text/plain" }).end(`${wanted}\n`);
    return;
  }
  const signal = abortOf(response);
  await writeLines(response, wanted.kind === "http" ? relayHttp(wanted, signal) : callGrpc(wanted, signal));
}

/** The library of gRPC takes long to load, and most agents do without. */
async function* callGrpc(
  request: RelayGrpcRequest,
  signal: AbortSignal,
): AsyncGenerator<RelayLine, void, undefined> {
  const { relayGrpc } = await import("./relay-grpc.ts");
  yield* relayGrpc(request, signal);
}

function abortOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.on("close", () => controller.abort());
  return controller.signal;
}

/** What a person has to do, and the token that comes of it. */
async function writeToken(response: ServerResponse, wanted: SignInRequest, signIns: SignIns): Promise<void> {
  beginLines(response);
  const tell = (line: SignInLine): void => void response.write(`${JSON.stringify(line)}\n`);
  try {
    tell({ kind: "token", token: await signIns.token(wanted, tell, abortOf(response)) });
  } catch (error) {
    tell({ kind: "error", message: errorMessage(error) });
  }
  response.end();
}

function beginLines(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/x-ndjson", "cache-control": "no-store" });
  response.flushHeaders();
}

async function writeLines(response: ServerResponse, lines: AsyncIterable<object>): Promise<void> {
  beginLines(response);
  const closed = new Promise<void>((resolve) => response.once("close", resolve));
  for await (const line of lines) {
    if (!response.write(`${JSON.stringify(line)}\n`)) {
      await Promise.race([new Promise<void>((resolve) => response.once("drain", resolve)), closed]);
    }
    if (response.destroyed) return;
  }
  response.end();
}

/** The body of a request; undefined as soon as it is longer than the limit. */
async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  // The request stays readable for what is left of a body that is too long.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    length += (piece as Buffer).length;
    if (length > limit) return undefined;
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces);
}

/** The request of the page, or what is wrong with it. */
function readRelayRequest(body: Buffer): RelayRequest | string {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return "expected JSON";
  }
  if (!isObject(value)) return "expected an object";
  const { kind, verb, url, headers, body: sent, protocol, message } = value;
  if (kind !== "http" && kind !== "grpc") return "kind: expected http or grpc";
  if (typeof url !== "string" || !/^https?:\/\//i.test(url) || parseUrl(url) === undefined) {
    return `url: expected http:// or https://, got ${JSON.stringify(url)}`;
  }
  if (!Array.isArray(headers) || !headers.every(isPair)) return "headers: expected pairs of name and value";
  if (kind === "grpc") {
    if (typeof protocol !== "string") return "protocol: expected the name of a version";
    return { kind, url, headers, protocol, message };
  }
  if (typeof verb !== "string" || !/^[A-Z]+$/.test(verb)) return "verb: expected an HTTP method";
  if (sent !== undefined && typeof sent !== "string") return "body: expected base64";
  return { kind, verb, url, headers, ...(sent === undefined ? {} : { body: sent }) };
}

function isPair(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === "string");
}

/** Headers that let the page's own scripts and style run, and nothing else. */
function pageHeaders(page: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    // Of this origin only the chunks are scripts: nothing else has their type, and "nosniff" counts.
    `script-src 'self' ${hashesOf(page, "script")}`,
    `style-src ${hashesOf(page, "style")}`,
    "img-src data: blob:",
    "media-src data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
}

function hashesOf(page: string, element: "script" | "style"): string {
  const texts = [...page.matchAll(new RegExp(`<${element}[^>]*>([\\s\\S]*?)</${element}>`, "g"))];
  const hashes = texts.map(
    ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  return hashes.length === 0 ? "'none'" : hashes.join(" ");
}
