import { A2AServiceClient } from "@a2agen/a2a-1.0";
import { expect, it, onTestFinished } from "vitest";
import { connect } from "../../../../packages/runtime/src/client/index.ts";
import { jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { hello, startAgent, task } from "../../../shared/client/agents.ts";
import { collect } from "../../../shared/collect.ts";

it("many calls at once, with one signal, leave no warning of too many listeners", async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  let started = 0;
  let open: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  const agent = await startAgent({
    handler: {
      async getTask({ id }) {
        if (++started === 40) open();
        await all;
        return task(id, "TASK_STATE_WORKING");
      },
    },
  });
  const { client, close } = await connect(A2AServiceClient, agent.origin, { bindings: [jsonRpc()] });
  const { signal } = new AbortController();
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      client.getTask({ id: String(index) }, index % 2 === 0 ? { signal } : {}),
    ),
  );
  await Promise.all(
    Array.from({ length: 20 }, () => collect(client.sendStreamingMessage(hello, { signal }))),
  );
  await close();
  // Node warns on a later turn.
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});
