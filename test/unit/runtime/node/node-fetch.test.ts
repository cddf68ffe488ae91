import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createNodeFetch } from "@a2agen/runtime/node";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../shared/interop/our-agent.ts";
import { failureOf } from "../../../shared/interop/outcomes.ts";

const send = createNodeFetch({ env: {} });

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  const origin = await listen(server);
  onTestFinished(() => server.closeAllConnections());
  return origin;
}

test("a request is sent alike from texts and from a Request", async () => {
  const origin = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, headers } = request;
      const body = Buffer.concat(chunks).toString();
      response.setHeader("x-own", "1");
      response.end(JSON.stringify([method, headers["x-a"], headers["content-length"], body]));
    });
  });
  const init = { method: "POST", headers: { "x-a": "b" }, body: "grüße" };
  for (const answer of [await send(origin, init), await send(new Request(origin, init))]) {
    expect([answer.status, answer.headers.get("x-own")]).toEqual([200, "1"]);
    expect(await answer.json()).toEqual(["POST", "b", "7", "grüße"]);
  }
});

test("a body that is cancelled, or whose signal is aborted, ends the connection", async () => {
  const left: Promise<unknown>[] = [];
  const origin = await serve((_, response) => {
    left.push(once(response, "close"));
    response.write("first");
  });
  const cancelled = await send(origin);
  await cancelled.body?.cancel();
  const controller = new AbortController();
  const aborted = await send(origin, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await failureOf(aborted.text());
  expect(left).toHaveLength(2);
  await Promise.all(left);
  expect(await failureOf(send(origin, { signal: controller.signal }))).toMatchObject({ message: "enough" });
});

test("a sender waits while nobody reads, and a body that breaks off is an error", async () => {
  let sent = 0;
  let isFull = (): void => undefined;
  const full = new Promise<void>((resolve) => {
    isFull = resolve;
  });
  const chunk = Buffer.alloc(64 * 1024);
  const origin = await serve((_, response) => {
    while (response.write(chunk)) sent += chunk.length;
    response.once("drain", () => {
      const more = (): void => {
        sent += chunk.length;
        if (sent > 200_000_000 || !response.write(chunk)) isFull();
        else setImmediate(more);
      };
      more();
    });
    response.once("close", isFull);
  });
  const answer = await send(origin);
  await full;
  expect(sent).toBeLessThan(200_000_000);
  const reader = answer.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();

  const broken = await serve((_, response) => {
    response.write("half", () => response.destroy());
  });
  expect(await failureOf(send(broken).then((each) => each.text()))).toBeInstanceOf(Error);
});
