import { A2AServiceClient, errors, type TaskState } from "@a2agen/a2a-1.0";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { expect, test } from "vitest";
import { connect } from "../../../../packages/runtime/src/client/index.ts";
import { jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { CallError } from "../../../../packages/runtime/src/service/index.ts";
import { errorOf, startAgent, task } from "../../../shared/client/agents.ts";

const down = new CallError("UNAVAILABLE", "down");
const ended = errors.TaskNotCancelableError();

/** A client of an agent whose answers to CancelTask are these errors in turn, with a task in a state. */
async function start(answers: readonly (CallError | undefined)[], state: TaskState | undefined) {
  let count = 0;
  const agent = await startAgent({
    handler: {
      async cancelTask({ id }) {
        const error = answers[count++];
        if (error !== undefined) throw error;
        return task(id, "TASK_STATE_CANCELED");
      },
      async getTask({ id }) {
        if (state === undefined) throw errors.TaskNotFoundError();
        return task(id, state);
      },
    },
  });
  const { client } = await connect(A2AServiceClient, agent.origin, {
    bindings: [jsonRpc()],
    older: [a2a03ToA2a10],
    retry: { initialDelayMs: 0 },
  });
  return client;
}

test("a task that was canceled by a call whose answer was lost is the answer of the repeated one", async () => {
  const client = await start([down, ended], "TASK_STATE_CANCELED");
  expect(await client.cancelTask({ id: "7" })).toEqual(task("7", "TASK_STATE_CANCELED"));
});

test.each([
  { name: "it ended otherwise", answers: [down, ended], state: "TASK_STATE_COMPLETED" },
  { name: "it cannot be read", answers: [down, ended], state: undefined },
  { name: "no answer was lost", answers: [ended], state: "TASK_STATE_CANCELED" },
] as const)("a refusal stays one where $name", async ({ answers, state }) => {
  const client = await start(answers, state);
  expect(await errorOf(client.cancelTask({ id: "7" }))).toMatchObject({ name: "TaskNotCancelableError" });
});
