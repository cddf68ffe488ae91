import { A2AService, type StreamResponse } from "@a2agen/a2a-1.0";
import { createHost, implement } from "@a2agen/runtime/host";
import { bindingOf } from "../../protocol/faults/binding-of.ts";
import { fullCard, TestAgent, workingTask } from "../../shared/bindings/test-agent.ts";

// A server in a process of its own: says its URL on the standard output, and dies with its parent.

const name = process.argv[2] ?? "";
const taskId = "task-1";

const agent = Object.assign(new TestAgent(), {
  /** Ends only where the process was told to complete tasks. */
  async *subscribeToTask(): AsyncGenerator<StreamResponse, void, undefined> {
    yield { task: workingTask(taskId) };
    yield { statusUpdate: { taskId, contextId: "context-1", status: { state: "TASK_STATE_COMPLETED" } } };
  },
  /** The most memory that the process has had, in MB. */
  async listTasks() {
    const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
    return { tasks: [], nextPageToken: "", pageSize: 50, totalSize: megabytes };
  },
});

const host = createHost({ services: [implement(A2AService, agent)], card: fullCard });
const { url } = await bindingOf(name).serve(host);
process.stdin.on("end", () => process.exit(0)).resume();
process.stdout.write(`${url}\n`);
