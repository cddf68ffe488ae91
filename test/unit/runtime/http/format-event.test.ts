import { expect, test } from "vitest";
import {
  formatEvent,
  formatNamedEvent,
  heartbeat,
  type SseEvent,
  SseParser,
} from "../../../../packages/runtime/src/http/sse.ts";

test("events are written as they are read", () => {
  const events: SseEvent[] = [];
  const parser = new SseParser({ onEvent: (event) => events.push(event), maximumCharacters: 1000 });
  const data = JSON.stringify({ text: "line\r\nline\u2028\u0085", id: 1 });
  parser.push(
    `${formatEvent(data)}${heartbeat}${formatNamedEvent("error", data)}${heartbeat}${formatEvent("")}`,
  );
  expect(events).toEqual([
    { event: "message", data, id: "" },
    { event: "error", data, id: "" },
    { event: "message", data: "", id: "" },
  ]);
});
