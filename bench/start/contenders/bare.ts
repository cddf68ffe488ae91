import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { announce } from "../announce.ts";

interface Call {
  readonly id: number;
  readonly params: { readonly message: { readonly parts: readonly { readonly text: string }[] } };
}

// The same answer as JSON, with nothing checked and nothing kept.
announce(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { id, params } = JSON.parse(Buffer.concat(chunks).toString()) as Call;
      const { message } = params;
      const task = {
        id: randomUUID(),
        contextId: randomUUID(),
        status: { state: "TASK_STATE_COMPLETED", timestamp: new Date().toISOString() },
        artifacts: [{ artifactId: "answer", parts: [{ text: `You said: ${message.parts[0]?.text}` }] }],
        history: [message],
      };
      const text = JSON.stringify({ jsonrpc: "2.0", id, result: { task } });
      response.writeHead(200, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
      });
      response.end(text);
    });
  }),
);
