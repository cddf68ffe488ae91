import type { SendMessageResponse } from "@a2agen/a2a-1.0";
import { readCard, readMessage, readRequest, writeAnswer, writeError } from "@a2agen/translate/layer";
import { describe, expect, test } from "vitest";

const call = { jsonrpc: "2.0", id: 1 } as const;
const parts = (text: string) => [{ kind: "text", text }];
const message = (more: object = {}) => ({
  kind: "message",
  messageId: "m",
  role: "user",
  parts: parts("hi"),
  ...more,
});

function nested(depth: number, [open, close]: readonly [string, string]): string {
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

describe.each(["message/send", "SendMessage"])("%s", (method) => {
  const isOlder = method === "message/send";
  const own = isOlder ? message() : { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] };
  const textOf = (metadata: string): string =>
    JSON.stringify({ ...call, method, params: { message: own } }).replace(
      /\}\}$/,
      `,"metadata":${metadata}}}`,
    );

  test("keys of prototypes are keys like any other, and change nothing", () => {
    const text = textOf('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    const read = readRequest(text);
    expect(read).toMatchObject({ ok: true, method: "SendMessage" });
    const metadata = read.ok && read.method === "SendMessage" ? (read.value.metadata ?? {}) : {};
    expect(Object.keys(metadata)).toEqual(["__proto__", "constructor"]);
    expect(Object.hasOwn(metadata, "polluted") || "polluted" in {}).toBe(false);
  });

  test("a value that is nested 10,000 times is answered", () => {
    for (const brackets of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      const read = readRequest(textOf(`{"deep":${nested(10_000, brackets)}}`));
      if (read.ok) {
        const data = "metadata" in read.value ? (read.value.metadata ?? null) : null;
        const answer = {
          message: { messageId: "n", role: "ROLE_AGENT", parts: [{ data }] },
        } satisfies SendMessageResponse;
        const written = writeAnswer({ version: read.version, method: "SendMessage" }, answer);
        expect(written.losses).toEqual([]);
      } else expect(writeError(read.version, read.error)).toMatchObject({ code: -32602 });
    }
  });

  test("a text of 50 MB is read, and quoted in part where it is wrong", () => {
    const long = "x".repeat(50_000_000);
    const read = readRequest({ ...call, method, params: { message: { ...own, messageId: long } } });
    expect(read.ok && read.method === "SendMessage" && read.value.message.messageId.length).toBe(50_000_000);
    const wrong = readRequest({ ...call, method, params: { message: { ...own, role: long } } });
    const error = wrong.ok ? undefined : writeError(wrong.version, wrong.error);
    expect(error).toMatchObject({ code: -32602 });
    expect(JSON.stringify(error).length).toBeLessThan(2000);
  });

  test("a hundred thousand mistakes make a short error", () => {
    const wrong = readRequest({
      ...call,
      method,
      params: { message: { ...own, parts: Array(100_000).fill(1) } },
    });
    const error = wrong.ok ? undefined : writeError(wrong.version, wrong.error);
    expect(error?.message).toMatch(
      /^invalid parameters: message\.parts\[0\]: expected an object, got 1 \[type\] \(and 1000 more\)$/,
    );
    expect(JSON.stringify(error).length).toBeLessThan(20_000);
  });
});

test("names of methods, versions and errors are never looked up in a prototype", () => {
  for (const method of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    expect(readRequest({ ...call, method })).toMatchObject({ ok: false, error: { code: -32601 } });
    const error = { ok: false, error: { name: "VersionNotSupportedError" } };
    expect(readRequest({ ...call, method: "GetTask" }, { headers: { "a2a-version": method } })).toMatchObject(
      error,
    );
    expect(writeError("1.0", { name: method })).toMatchObject({ code: -32603 });
    expect(() => writeError(method, {})).toThrow('expected one of the versions 0.3 and 1.0, found "');
  }
});

test("what is no request, message or card is refused", () => {
  for (const value of [null, undefined, 1, true, [], {}, "", "1", Object.create({ jsonrpc: "2.0" })]) {
    expect(readRequest(value)).toMatchObject({ ok: false, error: { message: expect.any(String) as string } });
    expect(readMessage(value)).toMatchObject({ ok: false });
    expect(readCard(value)).toMatchObject({ ok: false });
  }
  expect(readMessage("x".repeat(50_000_000))).toMatchObject({ ok: false, issues: [{ code: "type" }] });
});

test("a task that a peer repeats in itself is refused", () => {
  const task: Record<string, unknown> = {
    kind: "task",
    id: "t",
    contextId: "c",
    status: { state: "working" },
  };
  task["metadata"] = { task };
  expect(readMessage(task)).toMatchObject({ ok: false, version: "0.3" });
});
