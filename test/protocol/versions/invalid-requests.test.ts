import { describe, expect, test } from "vitest";
import { callRaw, startFamily } from "../../shared/versions/start-family.ts";

const say = (part: object, configuration: object = {}): object => ({
  message: { kind: "message", messageId: "m", role: "user", parts: [part] },
  configuration,
});

const text = { kind: "text", text: "hi" };

interface Refused {
  readonly name: string;
  readonly path: string;
  readonly method: string;
  readonly params: object;
  readonly field: string;
  readonly description: string;
}

/** What the schema of the version lets through and no version wants. */
const refused: readonly Refused[] = [
  {
    name: "bytes that are no base64",
    path: "/rpc",
    method: "message/send",
    params: say({ kind: "file", file: { bytes: "!" } }),
    field: "message.parts[0].file.bytes",
    description: "expected base64; no bytes stand in for it",
  },
  {
    name: "bytes that are no base64, of a stream",
    path: "/rpc",
    method: "message/stream",
    params: say({ kind: "file", file: { bytes: "!" } }),
    field: "message.parts[0].file.bytes",
    description: "expected base64; no bytes stand in for it",
  },
  {
    name: "a number of messages below zero",
    path: "/rpc",
    method: "message/send",
    params: say(text, { historyLength: -1 }),
    field: "configuration.historyLength",
    description: "expected an integer from 0 to 2147483647, found -1",
  },
  {
    name: "a number of messages that is too large",
    path: "/rpc",
    method: "tasks/get",
    params: { id: "task-1", historyLength: 2 ** 40 },
    field: "historyLength",
    description: "expected an integer from 0 to 2147483647, found 1099511627776",
  },
  {
    name: "a name that is none",
    path: "/draft/rpc",
    method: "GetTask",
    params: { name: "task-1" },
    field: "name",
    description: 'expected tasks/{} with no "/" in its parts, found "task-1"',
  },
  {
    name: "the name of another thing",
    path: "/draft/rpc",
    method: "CancelTask",
    params: { name: "tasks/task-1/pushNotificationConfigs/c" },
    field: "name",
    description: 'expected tasks/{} with no "/" in its parts, found "tasks/task-1/pushNotificationConfigs/c"',
  },
];

describe("a request of an older version is refused for", () => {
  test.each(refused)("$name", async ({ path, method, params, field, description }) => {
    const { origin, losses } = await startFamily();
    const answer = await callRaw(origin + path, method, params);
    const [{ error } = { error: undefined }] = [answer].flat() as { error?: unknown }[];
    expect(error).toMatchObject({
      code: -32602,
      message: `invalid parameters: ${field}: ${description} [format]`,
    });
    expect(JSON.stringify(error)).toContain(JSON.stringify({ field, description }));
    expect(losses).toEqual([]);
  });
});

test("all that is invalid is told at once", async () => {
  const { origin } = await startFamily();
  const params = say({ kind: "file", file: { bytes: "!" } }, { historyLength: -1 });
  expect(await callRaw(`${origin}/rpc`, "message/send", params)).toMatchObject({
    error: {
      code: -32602,
      message:
        "invalid parameters: message.parts[0].file.bytes: expected base64; no bytes stand in for it [format] (and 1 more)",
    },
  });
});
