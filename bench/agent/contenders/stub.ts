import { randomUUID } from "node:crypto";
import type { createServer } from "node:http";
import { createAgent } from "../../server/contenders/a2agen.ts";
import { pauseBefore, pieceOf, readOrder } from "../order.ts";
import { serveAgent } from "./kit.ts";

/** Answers with what it makes on the spot: no task lives longer than its call. */
export function createStub(): ReturnType<typeof createServer> {
  return serveAgent({
    ...createAgent(),
    async *sendStreamingMessage({ message }) {
      const order = readOrder(message.parts[0]?.text) ?? { events: 0 };
      const ids = { taskId: randomUUID(), contextId: randomUUID() };
      const { taskId: id, contextId } = ids;
      yield { task: { id, contextId, status: { state: "TASK_STATE_SUBMITTED" } } };
      for (let index = 0; index < order.events; index++) {
        const pause = pauseBefore(order, index);
        if (pause !== undefined) await pause;
        const { artifactId, text, append, lastChunk } = pieceOf(order, index);
        const artifact = { artifactId, parts: [{ text }] };
        yield { artifactUpdate: { ...ids, artifact, append, lastChunk } };
      }
      const timestamp = new Date().toISOString();
      yield { statusUpdate: { ...ids, status: { state: "TASK_STATE_COMPLETED", timestamp } } };
    },
  });
}
