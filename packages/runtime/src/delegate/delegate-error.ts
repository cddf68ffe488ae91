import { textOf } from "../parts/part-content.ts";
import type { RemoteTask } from "./remote-agent.ts";

/** A remote agent has not done what it was asked. */
export class DelegateError extends Error {
  override readonly name = "DelegateError";
  /** In the state in which it ended: failed, rejected or canceled. */
  readonly task: RemoteTask;

  constructor(agent: string, task: RemoteTask) {
    const { state, message } = task.status;
    const said = textOf(message?.parts ?? []);
    super(`the agent ${JSON.stringify(agent)} ended the task ${task.id} as ${state}${said && `: ${said}`}`);
    this.task = task;
  }
}
