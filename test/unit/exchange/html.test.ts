import { expect, test } from "vitest";
import type {
  Exchange,
  Frame,
} from "../../../packages/exchange/src/generated/a2agen/exchange/v1/exchange_types.ts";
import { buildTimeScale } from "../../../packages/exchange/src/report/time-scale.ts";
import { toHtml } from "../../../packages/exchange/src/report/to-html.ts";

function stream(id: string, startTime: string, frames: readonly Frame[], endMs: number): Exchange {
  return {
    format: "a2agen-exchange/1",
    id,
    startTime,
    side: "SIDE_CLIENT",
    protocol: "a2a-1.0",
    binding: "JSONRPC",
    method: "SendStreamingMessage",
    request: {
      verb: "POST",
      url: "https://agent.example.com/a2a",
      headers: [{ name: "authorization", value: "Bearer ***" }],
      body: { text: "{}" },
      meaning: {
        value: { message: { messageId: id, role: "ROLE_USER", parts: [{ text: "Write about tea" }] } },
      },
    },
    answer: {
      afterMs: 10,
      status: 200,
      headers: [{ name: "content-type", value: "text/event-stream" }],
      frames: [...frames],
    },
    end: { afterMs: endMs },
  };
}

const status = (state: string, afterMs: number): Frame => ({
  afterMs,
  bytes: { text: "{}" },
  meaning: { type: "lf.a2a.v1.StreamResponse", value: { statusUpdate: { status: { state } } } },
});
const piece = (afterMs: number, size = 1): Frame => ({
  afterMs,
  bytes: { text: "x".repeat(size * 40) },
  meaning: {
    type: "lf.a2a.v1.StreamResponse",
    value: {
      artifactUpdate: { artifact: { artifactId: "a", name: "Report", parts: [{ text: "x".repeat(size) }] } },
    },
  },
});

const pieces = Array.from({ length: 120 }, (_, at) => piece(20 + at * 5, 1 + (at % 7)));
const first = stream(
  "1",
  "2026-01-02T03:04:05.000Z",
  [status("TASK_STATE_WORKING", 12), ...pieces, status("TASK_STATE_COMPLETED", 700)],
  702,
);
const second = stream(
  "2",
  "2026-01-02T03:05:05.000Z",
  [
    status("TASK_STATE_WORKING", 20),
    {
      afterMs: 40,
      bytes: { text: "{half" },
      meaning: { problems: [{ path: "", message: "expected JSON", rule: "syntax" }] },
    },
  ],
  298,
);

/** The lines of the lanes, as they are read. */
function linesOf(html: string): readonly string[] {
  return [...html.matchAll(/<details class="(left|right)"><summary class="line">(.*?)<\/summary>/g)].map(
    ([, way, line = ""]) =>
      `${way} ${line
        .replaceAll(/<[^>]+>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim()}`,
  );
}

test("a timeline has a line for each message, and one for pieces that repeat", async () => {
  const html = await toHtml([first, second]);
  expect(linesOf(html)).toEqual([
    "right 0 ms SendStreamingMessage 200 a2a-1.0 · JSONRPC 2 B",
    "left 12 ms status: working 2 B",
    "left 20 ms artifact: Report ×120 19.1 kB",
    "left 700 ms status: completed 2 B",
    "right 1:00.0 SendStreamingMessage 200 a2a-1.0 · JSONRPC 2 B",
    "left 1:00.0 status: working 2 B",
    "left 1:00.0 {half 1 problem 5 B",
  ]);
  expect(html).toContain("70 events more, in the recording below.");
  expect(html).toContain("authorization: Bearer ***");
  expect(await toHtml([first, second])).toBe(html);
});

test("pauses are short on the axis of time, and work is as long as it lasts", () => {
  const { place, sinceStart } = buildTimeScale([first, second]);
  const at = (exchange: Exchange, ms: number): number => place(sinceStart(exchange, ms));
  expect([at(first, 0), at(first, 702), at(second, 0), at(second, 298)]).toEqual([0, 67.5, 71.35, 100]);
  expect(buildTimeScale([]).place(5)).toBe(0);
});
