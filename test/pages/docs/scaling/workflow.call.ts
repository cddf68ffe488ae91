import assert from "node:assert/strict";
import { run, say } from "./client-of.ts";
import { agentOf } from "./workflow-agent.ts";

/** As DBOS does it: a workflow is begun under an identifier, and found by it. */
const begun = new Map<string, Promise<string>>();
type Workflow = (order: string) => Promise<string>;
const engine = {
  startWorkflow:
    (workflow: Workflow, { workflowID }: { workflowID: string }) =>
    async (order: string) => {
      begun.set(workflowID, workflow(order));
      return { workflowID };
    },
  retrieveWorkflow: (id: string) => ({ getResult: async () => begun.get(id) }),
};

const { client } = run(agentOf<Workflow>(engine, async (order) => `delivered ${order}`));
const { task } = await client.sendMessage(say("tea"));
assert.deepEqual(task?.artifacts?.[0]?.parts, [{ text: "delivered tea" }]);
assert.deepEqual([...begun.keys()], [task?.id]);
