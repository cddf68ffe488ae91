import { startTimer } from "../core/time.ts";
import { abortGraceMs, type BodyStream, type HttpResponse } from "../http/http-message.ts";
import { encodingOf, isClosed, type NodeResponse } from "./node-message.ts";
import type { NodeHttpRequest } from "./node-request.ts";
import { internalError } from "./not-found.ts";
import { safeHeaders } from "./safe-headers.ts";

/**
 * How long, and how much, is read of a refused body so that its client can read the answer. The shorter
 * time is for clients that stop sending.
 */
const lingerMs = 30_000;
const lingerIdleMs = 5000;
const lingerBytes = 64 * 1024 * 1024;

/** How long a client may take over the end of an answer, in milliseconds. */
const endMs = 60_000;

/**
 * Sends an answer: one that is a text in one write, one that comes in pieces as its client takes them.
 * One that cannot be sent, for its status, say, becomes an internal error. Never throws.
 */
export function writeNodeResponse(
  request: NodeHttpRequest,
  response: NodeResponse,
  answer: HttpResponse,
): void {
  try {
    writeAnswer(request, response, answer);
  } catch {
    // Not awaited by its caller: an error would end the process.
    if (typeof answer.body === "object") answer.body.cancel();
    if (answer === internalError || response.headersSent) response.destroy();
    else writeNodeResponse(request, response, internalError);
  }
}

function writeAnswer(request: NodeHttpRequest, response: NodeResponse, answer: HttpResponse): void {
  const { status, body } = answer;
  if (isClosed(response)) {
    if (typeof body === "object") body.cancel();
    return;
  }
  const closes = request.leavesBody;
  const headers: Record<string, string | number> = { ...safeHeaders(answer.headers) };
  if (closes && request.raw.httpVersionMajor < 2) headers["connection"] = "close";
  if (typeof body === "object") {
    response.writeHead(status, headers);
    if (request.method === "HEAD") body.cancel();
    else {
      writeStream(request, response, body);
      return;
    }
    finish(request, response);
    return;
  }
  const text = body ?? "";
  const bytes = Buffer.byteLength(text);
  if (body !== undefined) headers["content-length"] = bytes;
  else if (mayHaveBody(status) && request.method !== "HEAD") headers["content-length"] = 0;
  response.writeHead(status, headers);
  const sent = request.method === "HEAD" ? "" : text;
  if (closes) linger(request, response, sent);
  else finish(request, response, sent, encodingOf(text, bytes));
}

function mayHaveBody(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 304;
}

function finish(
  request: NodeHttpRequest,
  response: NodeResponse,
  text = "",
  encoding = encodingOf(text),
): void {
  request.answered = true;
  if (text === "") response.end();
  else response.end(text, encoding);
  breakOffLate(response);
}

/** A client that does not take the end of an answer would hold its connection as long as it likes. */
function breakOffLate(response: NodeResponse): void {
  if ((response.writableLength ?? 0) === 0) return;
  const stop = startTimer(endMs, () => response.destroy());
  response.on("close", stop);
}

/**
 * Closing a connection on which something still comes in would reset it, and the client could lose
 * the answer. So the whole answer is sent, the rest of the body is read for a while and thrown away,
 * and then the connection is closed.
 */
function linger(request: NodeHttpRequest, response: NodeResponse, text: string): void {
  const { raw } = request;
  if (request.waitsForContinue) {
    finish(request, response, text);
    return;
  }
  if (raw.httpVersionMajor >= 2) {
    finish(request, response, text);
    // A stream with something unread is never closed.
    raw.resume();
    closeHttp2Stream(response);
    return;
  }
  request.answered = true;
  // Without listeners, errors of these two would end the process.
  raw.on("error", () => undefined);
  response.on("error", () => undefined);
  if (text === "") response.flushHeaders?.();
  else response.write(text, encodingOf(text));
  let read = 0;
  let ended = false;
  const end = (): void => {
    if (ended) return;
    ended = true;
    stop();
    stopIdle();
    response.end();
  };
  const stop = startTimer(lingerMs, end);
  let stopIdle = startTimer(lingerIdleMs, end);
  raw.on("data", (chunk: Uint8Array) => {
    stopIdle();
    read += chunk.length;
    if (read > lingerBytes) end();
    if (!ended) stopIdle = startTimer(lingerIdleMs, end);
  });
  raw.on("end", end);
  raw.on("close", end);
  raw.resume();
}

/** Tells the client of one stream, and not of its connection, that the rest is not wanted: NO_ERROR. */
function closeHttp2Stream({ stream }: NodeResponse): void {
  (stream as { close?(code: number): void } | undefined)?.close?.(0);
}

function writeStream(request: NodeHttpRequest, response: NodeResponse, body: BodyStream): void {
  let open = true;
  let full = false;
  let wrote = false;
  const stop = (): void => {
    if (!open) return;
    open = false;
    body.cancel();
  };
  const abandon = (): void => {
    stop();
    response.destroy();
  };
  const next = (): void => {
    body.pull().then(take).catch(abandon);
  };
  const take = (piece: string | undefined): void => {
    if (!open) return;
    if (piece === undefined) {
      open = false;
      finish(request, response);
      return;
    }
    wrote = true;
    full = !response.write(piece, encodingOf(piece));
    if (!full) next();
  };
  let stopGrace: (() => void) | undefined;
  let closed = false;
  response.on("close", () => {
    closed = true;
    stopGrace?.();
    stop();
  });
  response.on("error", stop);
  body.onAbort?.(() => {
    // A client that reads nothing gives no sign, and would hold its connection as long as it likes.
    if (!closed) stopGrace ??= startTimer(abortGraceMs, () => response.destroy());
  });
  response.on("drain", () => {
    if (!full) return;
    full = false;
    if (open) next();
  });
  next();
  // The head waits for the first piece, to go out with it, but not for long.
  setImmediate(() => {
    if (open && !wrote) response.flushHeaders?.();
  });
}
