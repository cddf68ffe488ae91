import { MessageCodec } from "@a2agen/a2a-1.0";
import { sValidator } from "@hono/standard-validator";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";

const app = new Hono().post("/messages", sValidator("json", MessageCodec), (context) =>
  context.json(context.req.valid("json").parts),
);

async function post(body: unknown): Promise<Response> {
  return app.request("/messages", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

describe("a validator of Hono takes a codec", () => {
  test("and hands on what it has checked", async () => {
    const answer = await post({ message_id: "a", role: 1, parts: [{ text: "b" }] });
    expect(await answer.json()).toEqual([{ text: "b" }]);
  });

  test("and answers with its issues", async () => {
    const answer = await post({ messageId: "a", role: "ROLE_USER", parts: [{}] });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: [{ message: "set exactly one of text, raw, url, data; found none", path: ["parts", 0] }],
    });
  });
});
