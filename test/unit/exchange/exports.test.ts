import { escapeHtml } from "@a2agen/runtime/internal";
import { describe, expect, test } from "vitest";
import { toCallCommand, toTypeScript } from "../../../packages/exchange/src/call-text.ts";
import type { Exchange } from "../../../packages/exchange/src/generated/a2agen/exchange/v1/exchange_types.ts";
import { toHar } from "../../../packages/exchange/src/har.ts";
import { parseHar } from "../../../packages/exchange/src/meaning/read-har.ts";
import { formatRecording } from "../../../packages/exchange/src/recording.ts";
import { toHtml } from "../../../packages/exchange/src/report/to-html.ts";

const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "it's" }] };
const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };

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
      { name: "authorization", value: "Bearer ***" },
    ],
    body: {
      text: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendStreamingMessage", params: { message } }),
    },
    meaning: { type: "lf.a2a.v1.SendMessageRequest", value: { message } },
  },
  answer: {
    afterMs: 5,
    status: 200,
    headers: [{ name: "content-type", value: "text/event-stream" }],
    frames: [
      {
        afterMs: 12,
        bytes: { text: JSON.stringify({ jsonrpc: "2.0", id: 1, result: { task } }) },
        meaning: { type: "lf.a2a.v1.StreamResponse", value: { task } },
      },
      {
        afterMs: 12,
        bytes: { text: "{half" },
        meaning: { problems: [{ path: "", message: expect.any(String) as string, rule: "syntax" }] },
      },
    ],
  },
  end: { afterMs: 12 },
};

test("an archive of ours is read as it was recorded", () => {
  expect(parseHar(JSON.stringify(toHar([stream])))).toEqual([stream]);
});

test("an archive of a browser is read, with credentials blanked", () => {
  const entry = {
    startedDateTime: "2026-01-02T04:04:05.000+01:00",
    time: 3.5,
    request: {
      method: "POST",
      url: "https://a.example/?api_key=abc",
      headers: [{ name: "Authorization", value: "Bearer abc" }],
      postData: { text: '{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":"t"}}' },
    },
    response: {
      status: 200,
      headers: [],
      content: { mimeType: "image/png", text: "AAE=", encoding: "base64" },
    },
  };
  const [read] = parseHar(JSON.stringify({ log: { entries: [entry] } }));
  expect(read).toMatchObject({
    startTime: "2026-01-02T03:04:05.000Z",
    protocol: "a2a-0.3",
    method: "tasks/get",
    request: {
      url: "https://a.example/?api_key=***",
      headers: [{ name: "authorization", value: "Bearer ***" }],
      meaning: { value: { id: "t" } },
    },
    answer: { status: 200, frames: [{ bytes: { base64: "AAE=" } }] },
  });
});

test.each([
  ["{", "expected JSON"],
  ["{}", "log.entries: expected a list of HTTP exchanges"],
  ['{"log":{"entries":[{}]}}', "log.entries[0].request: expected a method and a URL"],
  [
    '{"log":{"entries":[{"request":{"method":"GET","url":"http://a"},"startedDateTime":"x"}]}}',
    "log.entries[0].startedDateTime: expected a time",
  ],
])("what is no archive is refused: %s", (text, want) => {
  expect(() => parseHar(text)).toThrow(want);
});

describe("a call to copy", () => {
  test("as a2agen call, one word each", () => {
    expect(toCallCommand(stream, "https://agent.example.com/$(x)")).toBe(
      `npx a2agen call 'https://agent.example.com/$(x)' rpc SendStreamingMessage '{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"it'\\''s"}]}}' --protocol 1.0 --binding JSONRPC`,
    );
  });

  test("as TypeScript", () => {
    expect(
      toTypeScript(stream, "https://agent.example.com"),
    ).toBe(`import { A2AServiceClient } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";

const { client } = await connect(A2AServiceClient, "https://agent.example.com", { bindings: [jsonRpc()] });
for await (const event of client.sendStreamingMessage({
  "message": {
    "messageId": "m",
    "role": "ROLE_USER",
    "parts": [
      {
        "text": "it's"
      }
    ]
  }
})) console.log(event);
`);
    const { method: _, ...rest } = stream;
    const get: Exchange = {
      ...rest,
      protocol: "a2a-0.3-proto",
      binding: "GRPC",
      method: "GetTask",
      request: { ...stream.request, meaning: { value: { name: "tasks/t" } } },
    };
    expect(
      toTypeScript(get, "http://a"),
    ).toBe(`import { A2AServiceClient, A2AServiceGrpc } from "@a2agen/a2a-0.3/proto";
import { connect } from "@a2agen/runtime/client";
import { grpc } from "@a2agen/runtime/grpc";

const { client } = await connect(A2AServiceClient, "http://a", { bindings: [grpc({ codecs: [A2AServiceGrpc] })] });
console.log(await client.getTask({
  "name": "tasks/t"
}));
`);
  });

  test("is not there for what is no call", () => {
    const { protocol: _, ...card } = stream;
    expect([toTypeScript(card, "http://a"), toCallCommand(card, "http://a")]).toEqual([undefined, undefined]);
  });
});

test("a page of exchanges shows texts as texts, and lets nothing run or load", async () => {
  const hostile = "</pre><script>alert(1)</script><img src=x onerror=alert(1)>\u0000\u202e";
  const page = await toHtml([
    {
      ...stream,
      method: hostile,
      answer: {
        afterMs: 1,
        status: 200,
        headers: [{ name: hostile, value: hostile }],
        frames: [{ afterMs: 1, bytes: { text: hostile } }],
      },
    },
  ]);
  expect(page).toMatch(
    /<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'">/,
  );
  expect(page).not.toMatch(/<script|<img|\p{Cc}(?<!\n)|\u202e/u);
  expect(page).toContain("&lt;script&gt;alert(1)");
  expect(page).toContain("\\u202e");
});

test("the recording is in the page", async () => {
  const plain: Exchange = { ...stream, answer: { afterMs: 1, status: 204 } };
  expect(await toHtml([plain])).toContain(`<pre>${escapeHtml(formatRecording([plain]))}</pre>`);
});
