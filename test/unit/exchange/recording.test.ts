import { describe, expect, test } from "vitest";
import { fromRecorded, toRecorded } from "../../../packages/exchange/src/bytes.ts";
import { blankHeaders, blankUrl } from "../../../packages/exchange/src/credentials.ts";
import { toCurl } from "../../../packages/exchange/src/curl.ts";
import type { Exchange } from "../../../packages/exchange/src/generated/a2agen/exchange/v1/exchange_types.ts";
import { toHar } from "../../../packages/exchange/src/har.ts";
import { formatRecording, parseRecording } from "../../../packages/exchange/src/recording.ts";

const stream: Exchange = {
  format: "a2agen-exchange/1",
  id: "1",
  startTime: "2026-01-02T03:04:05.678Z",
  side: "SIDE_CLIENT",
  protocol: "a2a-1.0",
  binding: "JSONRPC",
  method: "SendStreamingMessage",
  request: {
    verb: "POST",
    url: "https://agent.example.com/a2a?x=1",
    headers: [
      { name: "content-type", value: "application/json" },
      { name: "content-length", value: "2" },
      { name: "authorization", value: "Bearer ***" },
    ],
    body: { text: "it's" },
  },
  answer: {
    afterMs: 5,
    status: 200,
    headers: [{ name: "content-type", value: "text/event-stream" }],
    frames: [
      { afterMs: 6, bytes: { text: "{}" }, meaning: { problems: [{ path: "id", message: "required" }] } },
      { afterMs: 9.5, bytes: { text: "[]" } },
    ],
  },
  end: { afterMs: 12, error: "reset" },
};

test("what is written is read again", () => {
  const second: Exchange = { ...stream, id: "2", request: { verb: "GET", url: "http://localhost/" } };
  const text = formatRecording([stream, second]);
  expect(text.split("\n")).toHaveLength(3);
  expect(parseRecording(text)).toEqual([stream, second]);
});

test("a message as deep as the protocol allows is read, though it is deeper in its record", () => {
  const deepest = JSON.parse(`${"[".repeat(100)}1${"]".repeat(100)}`) as string[];
  const value = { message: { metadata: { deepest } } };
  const deep: Exchange = { ...stream, request: { ...stream.request, meaning: { value } } };
  expect(parseRecording(formatRecording([deep]))).toEqual([deep]);
  const both = { ...deep, side: "left" };
  expect(() => parseRecording(JSON.stringify(both))).toThrow("line 1: expected an exchange; ");
});

test("an address that is none is refused with its line", () => {
  const nowhere = { ...stream, request: { verb: "GET", url: "nowhere" } };
  expect(() => parseRecording(formatRecording([stream, nowhere]))).toThrow(
    'line 2: request.url: expected an absolute URL, found "nowhere"',
  );
});

test.each([
  ["{", "line 2: expected JSON; "],
  ["{}", "line 2: expected an exchange; format: required [required]"],
  [JSON.stringify({ ...stream, side: "left" }), "line 2: expected an exchange; side: "],
  [
    JSON.stringify({ ...stream, format: "a2agen-exchange/9" }),
    'line 2: format: expected a2agen-exchange/1, found "a2agen-exchange/9"; the recording is of another version of a2agen',
  ],
])("a line that is no exchange is refused with its number: %s", (line, message) => {
  expect(() => parseRecording(`${formatRecording([stream])}${line}\n`)).toThrow(message);
});

test("bytes are text where they are UTF-8, and the same bytes come back", () => {
  for (const bytes of [[], [0xef, 0xbb, 0xbf, 0x41], [0xff, 0x00], [...new TextEncoder().encode("ü€😀")]]) {
    const recorded = toRecorded(Uint8Array.from(bytes));
    expect([...fromRecorded(recorded)]).toEqual(bytes);
    expect("text" in recorded).toBe(bytes[0] !== 0xff);
  }
});

describe("credentials", () => {
  test.each([
    ["authorization", "Bearer abc", "Bearer ***"],
    ["authorization", "abc", "***"],
    ["Cookie", "a=b", "***"],
    ["x-my-token", "abc", "***"],
    ["X-API-Key", "abc", "***"],
    ["x-a2a-notification-token", "abc", "***"],
    ["a2a-version", "1.0", "1.0"],
    ["accept", "application/json", "application/json"],
  ])("of %s: %s is kept as %s", (name, value, want) => {
    expect(blankHeaders([{ name, value }])).toEqual([{ name, value: want }]);
  });

  test.each([
    ["https://a.example/x?key=abc&b=1", "https://a.example/x?key=***&b=1"],
    ["https://me:pass@a.example/x", "https://a.example/x"],
    ["https://a.example/x?b=1", "https://a.example/x?b=1"],
    ["host:443", "host:443"],
  ])("of the URL %s", (url, want) => {
    expect(blankUrl(url)).toBe(want);
  });
});

describe("as a command", () => {
  test("curl sends the same bytes, without the headers of one connection", () => {
    expect(toCurl(stream.request, "JSONRPC")).toBe(
      "curl --no-buffer 'https://agent.example.com/a2a?x=1' --header 'content-type: application/json' --header 'authorization: Bearer ***' --data-raw 'it'\\''s'",
    );
    expect(toCurl({ verb: "DELETE", url: "https://a.example/x" }, "HTTP+JSON")).toBe(
      "curl --no-buffer --request DELETE https://a.example/x",
    );
    expect(toCurl({ verb: "POST", url: "https://a.example/x", body: { base64: "/w==" } }, undefined)).toBe(
      "printf %s /w== | base64 --decode | curl --no-buffer https://a.example/x --data-binary @-",
    );
  });

  test("buf curl sends the message of gRPC", () => {
    const request = {
      verb: "POST",
      url: "http://localhost:4001/lf.a2a.v1.A2AService/GetTask",
      headers: [{ name: "a2a-version", value: "1.0" }],
      body: { base64: "CgF0" },
      meaning: { type: "lf.a2a.v1.GetTaskRequest", value: { id: "t" } },
    };
    expect(toCurl(request, "GRPC")).toBe(
      `buf curl --protocol grpc --http2-prior-knowledge --header 'a2a-version: 1.0' --data '{"id":"t"}' http://localhost:4001/lf.a2a.v1.A2AService/GetTask`,
    );
  });
});

test("an HTTP Archive has the whole exchange, a stream as one body", () => {
  const { log } = toHar([stream]);
  expect(log.entries).toEqual([
    {
      startedDateTime: "2026-01-02T03:04:05.678Z",
      time: 12,
      request: {
        method: "POST",
        url: "https://agent.example.com/a2a?x=1",
        httpVersion: "HTTP/1.1",
        headers: stream.request.headers,
        queryString: [{ name: "x", value: "1" }],
        cookies: [],
        headersSize: -1,
        bodySize: 4,
        postData: { mimeType: "application/json", text: "it's" },
      },
      response: {
        status: 200,
        statusText: "",
        httpVersion: "HTTP/1.1",
        headers: [{ name: "content-type", value: "text/event-stream" }],
        cookies: [],
        content: { size: 20, mimeType: "text/event-stream", text: "data: {}\n\ndata: []\n\n" },
        redirectURL: "",
        headersSize: -1,
        bodySize: -1,
      },
      cache: {},
      timings: { send: 0, wait: 5, receive: 7 },
      comment: "SendStreamingMessage: reset",
    },
  ]);
});
