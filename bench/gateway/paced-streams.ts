import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Message } from "@a2agen/a2a-1.0";
import { monotonicNow } from "../agent/order.ts";
import { sample } from "../server/work.ts";
import { pace } from "./names.ts";

const order = "a stream, please";

/** The message that asks for a stream of as many updates as the pace says. */
export const streamMessage: Message = { ...sample, parts: [{ text: order }] };

export function isStreamRequest({ parts: [part] }: Message): boolean {
  return part?.text === order;
}

interface Stream {
  readonly write: (result: object) => void;
  readonly taskId: string;
  sent: number;
  readonly end: () => void;
}

/** A tick is a share of the pause between two updates; each stream has its turn in one of them. */
const ticks = 10;
const turns = Array.from({ length: ticks }, () => new Set<Stream>());
let tick = 0;

/** Answers with a task, updates at a steady pace, and the end. One timer serves all streams. */
export function streamPaced(response: ServerResponse, id: number | string): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const write = (result: object): void => {
    response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
  };
  const stream: Stream = { write, taskId: randomUUID(), sent: 0, end: () => void response.end() };
  write({ task: { id: stream.taskId, contextId: "c", status: { state: "TASK_STATE_WORKING" } } });
  const turn = turns.reduce((least, each) => (each.size < least.size ? each : least));
  turn.add(stream);
  response.on("close", () => turn.delete(stream));
}

setInterval(() => {
  const turn = turns[tick % ticks];
  tick += 1;
  for (const stream of turn ?? []) sendUpdate(stream);
}, pace.everyMs / ticks).unref();

function sendUpdate(stream: Stream): void {
  const { taskId, sent } = stream;
  const place = { taskId, contextId: "c" };
  if (sent === pace.updates) {
    stream.write({ statusUpdate: { ...place, status: { state: "TASK_STATE_COMPLETED" } } });
    stream.end();
    stream.sent += 1;
  } else if (sent < pace.updates) {
    const artifact = {
      artifactId: `part-${sent}`,
      parts: [{ text: `line ${sent}, made ${monotonicNow()};` }],
    };
    stream.write({ artifactUpdate: { ...place, artifact, lastChunk: true } });
    stream.sent += 1;
  }
}
