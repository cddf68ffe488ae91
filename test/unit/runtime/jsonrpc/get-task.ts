import type { A2AService, Task } from "@a2agen/a2a-1.0";
import { expect } from "vitest";

export const task: Task = { id: "task-1", status: { state: "TASK_STATE_WORKING" } };

/** An agent that has every task. */
export const agent: Partial<A2AService> = {
  getTask: async ({ id }) => ({ ...task, id }),
};

export function getTask(more: object = {}): object {
  return { jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: "task-1" }, ...more };
}

/** The error of an answer without its data. */
export function framing(id: unknown, code: number, message: unknown): unknown {
  return { jsonrpc: "2.0", id, error: expect.objectContaining({ code, message }) };
}
