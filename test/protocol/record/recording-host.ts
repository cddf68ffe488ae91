import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import type { HttpRequest, HttpResponse } from "@a2agen/runtime/http";
import { openRecorder } from "../../../packages/exchange/src/record/open-recorder.ts";

const [, , file = ""] = process.argv;
const recorder = openRecorder(file, { side: "server" });

/** Answers at once, or with a stream that does not end. */
async function answer(request: HttpRequest): Promise<HttpResponse> {
  if (request.method === "POST") {
    await request.body({ maximumBytes: 100, timeoutMs: 10_000 });
    return { status: 200, headers: {}, body: "whole" };
  }
  const pieces = ["data: first\n\n"];
  const pull = async (): Promise<string> => pieces.shift() ?? new Promise<never>(() => undefined);
  return {
    status: 200,
    headers: { "content-type": "text/event-stream" },
    body: { pull, cancel: () => undefined },
  };
}

const server = createServer(toNodeListener(recorder.handler(answer)));
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
