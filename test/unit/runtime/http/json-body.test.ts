import { expect, test } from "vitest";
import type { HttpRequest } from "../../../../packages/runtime/src/http/http-message.ts";
import { createJsonRpcHandler } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { createRestHandler } from "../../../../packages/runtime/src/rest/index.ts";
import { createTestHost } from "../host/agent.ts";

function post(target: string, body: string): HttpRequest {
  const headers: Readonly<Record<string, string>> = {
    "a2a-version": "1.0",
    "content-type": "application/json",
  };
  return {
    method: "POST",
    target,
    header: (name) => headers[name.toLowerCase()],
    body: async () => new TextEncoder().encode(body),
    onDisconnect: () => undefined,
  };
}

/** The statuses of a message by JSON-RPC and by HTTP+JSON; its parts, and what else it has, as JSON texts. */
async function send(parts: string, bodyValues: number, more = ""): Promise<readonly unknown[]> {
  const { host } = createTestHost({}, { limits: { bodyValues } });
  const params = `{"message":{"messageId":"m","role":"ROLE_USER","parts":${parts}${more}}}`;
  const call = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":${params}}`;
  const answers = [
    await createJsonRpcHandler(host)(post("/", call)),
    await createRestHandler(host)(post("/message:send", params)),
  ];
  return answers.map((answer) => answer?.status);
}

const list = (count: number): string => `[${Array(count).fill('{"text":"a, [b] {c}"}').join(",")}]`;

test.each([
  ["a message within the limit", list(30), 100, [200, 200]],
  ["too many elements", list(60), 100, [413, 413]],
  ["too many levels", `${"[".repeat(200)}${"]".repeat(200)}`, 100, [413, 413]],
  ["too many members", `[{"data":{${Array(200).fill('"k":1').join(",")}}}]`, 100, [413, 413]],
  ["a body that would be no JSON either", "[{},".repeat(200), 100, [413, 413]],
  ["a text of commas and brackets", `[{"text":"${",[{".repeat(1000)}"}]`, 100, [200, 200]],
  ["a text with quotes", `[{"text":"${'\\",\\\\'.repeat(1000)}"}]`, 100, [200, 200]],
  [
    "values behind a text that ends with a backslash",
    `[{"text":"\\\\"},${list(60).slice(1)}`,
    100,
    [413, 413],
  ],
])("%s", async (_, parts, limit, want) => {
  expect(await send(parts, limit)).toEqual(want);
});

test("the error says how many, and whitespace is no value", async () => {
  const { host } = createTestHost({}, { limits: { bodyValues: 50 } });
  const answer = await createRestHandler(host)(post("/message:send", list(60)));
  const body = answer?.body;
  if (typeof body !== "string") throw new Error("expected a text");
  expect(JSON.parse(body)).toMatchObject({
    error: {
      code: 413,
      status: "RESOURCE_EXHAUSTED",
      message: "the body has more than 50 values, the most that the server reads",
    },
  });
  expect(await send(`${" ".repeat(10_000)}[{"text":"a"}]`, 50)).toEqual([200, 200]);
});
