import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { SendMessageRequest } from "@a2agen/a2a-1.0";
import { completeTask, countOf, findTask, streamEvents } from "../work.ts";

interface Envelope {
  readonly id: number | string;
  readonly method: string;
  readonly params: { readonly id: string } & SendMessageRequest;
}

/** The limit: the same JSON read and written, and nothing checked. */
export function createNodeHttp(): ReturnType<typeof createServer> {
  return createServer((request, response) => {
    const url = request.url ?? "";
    if (request.method === "GET") {
      answer(response, JSON.stringify(findTask(url.slice("/rest/tasks/".length))));
      return;
    }
    readBody(request, (text) => {
      if (url === "/rest/message:send") {
        const { message } = JSON.parse(text) as SendMessageRequest;
        answer(response, JSON.stringify({ task: completeTask(message) }));
        return;
      }
      const { id, method, params } = JSON.parse(text) as Envelope;
      if (method === "GetTask") {
        answer(response, JSON.stringify({ jsonrpc: "2.0", id, result: findTask(params.id) }));
        return;
      }
      if (method === "SendMessage") {
        const task = completeTask(params.message);
        answer(response, JSON.stringify({ jsonrpc: "2.0", id, result: { task } }));
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      writeEvents(response, id, streamEvents(countOf(params.message.parts[0]?.text)));
    });
  });
}

function readBody(request: IncomingMessage, whole: (text: string) => void): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => whole(Buffer.concat(chunks).toString()));
}

function answer(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}

function writeEvents(response: ServerResponse, id: Envelope["id"], events: Iterator<unknown>): void {
  for (let next = events.next(); next.done !== true; next = events.next()) {
    if (!response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result: next.value })}\n\n`)) {
      response.once("drain", () => writeEvents(response, id, events));
      return;
    }
  }
  response.end();
}
