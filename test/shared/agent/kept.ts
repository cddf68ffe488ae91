import { A2AService, type A2AServiceClient, type Task } from "@a2agen/a2a-1.0";
import { MemoryTaskStore, type StoredValues, type TaskStore } from "@a2agen/runtime/agent";
import { taskOf, userMessage } from "./start-agent.ts";

export function memoryStore(): MemoryTaskStore {
  return new MemoryTaskStore({ service: A2AService });
}

/** A message to a new task, or to one that waits. */
export async function send(client: A2AServiceClient, text: string, taskId?: string): Promise<Task> {
  const message = userMessage(text, taskId === undefined ? {} : { taskId });
  return taskOf(await client.sendMessage({ message }));
}

/** The state of a task and of the memory of its context, as a store has them. */
export async function keptIn(
  store: TaskStore,
  { id, contextId = "" }: { readonly id: string; readonly contextId?: string },
): Promise<Partial<Record<"state" | "memory", StoredValues["values"]>>> {
  const scope = (await store.read(id))?.scope ?? "";
  const state = (await store.state?.ofTask(id))?.values;
  const memory = (await store.state?.ofContext({ scope, contextId }))?.values;
  return { ...(state && { state }), ...(memory && { memory }) };
}
