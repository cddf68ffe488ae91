import { A2AService } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { http } from "msw";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test } from "vitest";
import { say, startMock } from "../../shared/mock/start-mock.ts";

test.each([jsonRpc(), rest()])(
  "MSW answers the global fetch by a mock over $binding, streams too",
  async (binding) => {
    const mock = await startMock({
      rules: [{ answer: [{ artifact: { pieces: ["one ", "two"], delay: 20 } }] }],
    });
    const server = setupServer(http.all(`${mock.url}/*`, ({ request }) => mock.handler(request)));
    server.listen({ onUnhandledRequest: "error" });
    onTestFinished(() => server.close());
    const { client } = await connect(A2AService, mock.url, { bindings: [binding] });
    const { task } = await client.sendMessage(say("go"));
    expect(await client.getTask({ id: task?.id ?? "" })).toMatchObject({
      status: { state: "TASK_STATE_COMPLETED" },
    });
    const texts: (string | undefined)[] = [];
    for await (const { artifactUpdate } of client.sendStreamingMessage(say("go"))) {
      if (artifactUpdate !== undefined) texts.push(artifactUpdate.artifact.parts[0]?.text);
    }
    expect(texts).toEqual(["one ", "two"]);
  },
);
