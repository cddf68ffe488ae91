import { A2AService as A2AService03 } from "@a2agen/a2a-0.3";
import { A2AService } from "@a2agen/a2a-1.0";
import { A2AService as DraftService } from "@a2agen/a2a-1.0-draft";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createHost, implement } from "@a2agen/runtime/host";
import { createJsonRpcHandler } from "@a2agen/runtime/jsonrpc";
import { describe, expect, test } from "vitest";
import { listen } from "../../shared/http/listen.ts";

// Hosts that were written for their versions each: who answers is all that is looked at here.
const newest = createHost({
  limits: { headerBytes: 1000 },
  services: [
    implement(A2AService, {
      async sendMessage(_request, { version }) {
        return { message: { messageId: "1.0", role: "ROLE_AGENT", parts: [{ text: version }] } };
      },
    }),
  ],
});
const older = createHost({
  services: [
    implement(A2AService03, {
      async sendMessage(_request, { version }) {
        return {
          kind: "message",
          messageId: "0.3",
          role: "agent",
          parts: [{ kind: "text", text: version }],
        };
      },
    }),
  ],
});

const newestParams = { message: { messageId: "m", role: "ROLE_USER", parts: [{ text: "hello" }] } };
const olderParams = {
  message: { kind: "message", messageId: "m", role: "user", parts: [{ kind: "text", text: "hello" }] },
};
const newestAnswer = {
  message: { messageId: "1.0", role: "ROLE_AGENT", parts: [{ text: "1.0" }] },
};
const olderAnswer = {
  kind: "message",
  messageId: "0.3",
  role: "agent",
  parts: [{ kind: "text", text: "0.3" }],
};

interface Row {
  readonly name: string;
  readonly method: string;
  readonly params?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly want: object;
}

const rows: readonly Row[] = [
  {
    name: "a method of 0.3 without a version",
    method: "message/send",
    params: olderParams,
    want: { result: olderAnswer },
  },
  {
    name: "a method of 1.0 without a version",
    method: "SendMessage",
    params: newestParams,
    want: { result: newestAnswer },
  },
  {
    name: "the version in the header",
    method: "SendMessage",
    params: newestParams,
    headers: { "a2a-version": "1.0" },
    want: { result: newestAnswer },
  },
  {
    name: "the version in the header, with a patch number",
    method: "message/send",
    params: olderParams,
    headers: { "a2a-version": "0.3.0" },
    want: { result: olderAnswer },
  },
  {
    name: "0.2, which is as 0.3",
    method: "message/send",
    params: olderParams,
    headers: { "a2a-version": "0.2" },
    want: { result: { ...olderAnswer, parts: [{ kind: "text", text: "0.2" }] } },
  },
  {
    name: "the version in the query",
    method: "SendMessage",
    params: newestParams,
    query: "?A2A-Version=1.0",
    want: { result: newestAnswer },
  },
  {
    name: "an empty version is none",
    method: "message/send",
    params: olderParams,
    headers: { "a2a-version": " " },
    query: "?A2A-Version=",
    want: { result: olderAnswer },
  },
  {
    name: "a method of 0.3 in a request that names 1.0",
    method: "message/send",
    params: olderParams,
    headers: { "a2a-version": "1.0" },
    want: {
      error: {
        code: -32601,
        message:
          'Method not found: "message/send"; a method of version 0.3, and the request names version 1.0',
        data: [
          {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            reason: "UNIMPLEMENTED",
            domain: "a2a-protocol.org",
            metadata: { method: "message/send" },
          },
        ],
      },
    },
  },
  {
    name: "a method of 1.0 in a request that names 0.3",
    method: "SendMessage",
    params: newestParams,
    headers: { "a2a-version": "0.3" },
    want: {
      error: {
        code: -32601,
        message:
          'Method not found: "SendMessage"; a method of version 1.0, and the request names version 0.3',
        data: { method: "SendMessage", reason: "UNIMPLEMENTED" },
      },
    },
  },
  {
    name: "a version that nobody speaks",
    method: "SendMessage",
    params: newestParams,
    headers: { "a2a-version": "2.0" },
    want: {
      error: {
        code: -32009,
        message: 'the request names version "2.0"; supported: 1.0, 0.3, 0.2; send it as A2A-Version',
        data: [
          {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            reason: "VERSION_NOT_SUPPORTED",
            domain: "a2a-protocol.org",
            metadata: { supportedVersions: "1.0, 0.3, 0.2" },
          },
        ],
      },
    },
  },
  {
    name: "a method that nobody has",
    method: "tasks/explode",
    want: {
      error: {
        code: -32601,
        message: 'Method not found: "tasks/explode"',
        data: [
          {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            reason: "UNIMPLEMENTED",
            domain: "a2a-protocol.org",
            metadata: { method: "tasks/explode" },
          },
        ],
      },
    },
  },
  {
    name: "a method that nobody has, in a request that names 0.3",
    method: "__proto__",
    headers: { "a2a-version": "0.3" },
    want: {
      error: {
        code: -32601,
        message: 'Method not found: "__proto__"',
        data: { method: "__proto__", reason: "UNIMPLEMENTED" },
      },
    },
  },
];

async function serveShared(): Promise<string> {
  const { url } = await listen(toNodeListener(createJsonRpcHandler([newest, older], { path: "/" })));
  return url;
}

async function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  return response.json();
}

describe("who answers at a path that two versions share", () => {
  test.each(rows)("$name", async ({ method, params = {}, headers, query = "", want }) => {
    const url = await serveShared();
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    expect(await post(`${url}/${query}`, body, headers)).toStrictEqual({ jsonrpc: "2.0", id: 1, ...want });
  });

  test("an error before the method is known is told by the version that the request names, or the newest", async () => {
    const url = await serveShared();
    const error = { code: -32700, message: expect.stringMatching(/^Invalid JSON payload/) };
    const info = [expect.objectContaining({ reason: "INVALID_ARGUMENT" })];
    expect(await post(url, "{")).toStrictEqual({ jsonrpc: "2.0", id: null, error: { ...error, data: info } });
    expect(await post(url, "{", { "a2a-version": "0.3" })).toStrictEqual({
      jsonrpc: "2.0",
      id: null,
      error: { ...error, data: { reason: "INVALID_ARGUMENT" } },
    });
  });

  test.each([
    ["message/send", { method: "message/send" }, {}, "0.3"],
    ["SendMessage", { method: "SendMessage" }, {}, "1.0"],
    ["SendMessage of 0.3", { method: "SendMessage" }, { "a2a-version": "0.3" }, "0.3"],
    ["a method of none", { method: "tasks/explode" }, {}, "1.0"],
    ["message/send with wrong params", { jsonrpc: "2.0", method: "message/send", params: 7 }, {}, "0.3"],
  ])("an invalid request is told so by the version of its method: %s", async (_, request, headers, want) => {
    const answer = (await post(await serveShared(), JSON.stringify({ id: 4, ...request }), headers)) as {
      readonly id: unknown;
      readonly error: { readonly data: unknown };
    };
    expect(answer).toMatchObject({ id: 4, error: { code: -32600 } });
    expect(Array.isArray(answer.error.data) ? "1.0" : "0.3").toBe(want);
  });

  test("a version that is too long is refused with the request's identifier", async () => {
    const url = await serveShared();
    const body = JSON.stringify({ jsonrpc: "2.0", id: "a", method: "SendMessage", params: newestParams });
    const answer = await post(`${url}/?A2A-Version=${"1".repeat(1001)}`, body);
    expect(answer).toMatchObject({ id: "a", error: { code: -32602 } });
  });

  test("two hosts of one version cannot share a path", () => {
    const draft = createHost({ services: [implement(DraftService, {})] });
    expect(() => createJsonRpcHandler([newest, draft])).toThrow(
      new TypeError(
        "a2a-1.0 and a2a-1.0-draft share a path and are both version 1.0; give one of them a path of its own",
      ),
    );
  });
});
