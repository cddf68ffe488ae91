import { A2AService, type Task, type TaskState } from "@a2agen/a2a-1.0";
import { MemoryTaskStore, type PushSource, type TaskUpdate } from "@a2agen/runtime/agent";
import type { ServiceDefinition } from "@a2agen/runtime/service";

/** Tasks in a store, whose updates a notifier follows as those of an agent. */
export class TaskSource implements PushSource {
  readonly service: ServiceDefinition = A2AService;
  readonly store = new MemoryTaskStore({ service: A2AService });
  /** What the notifier gave up. */
  readonly errors: { readonly error: unknown; readonly taskId: string }[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #versions = new Map<string, number>();

  async begin(id: string): Promise<string> {
    await this.store.create({ task: taskOf(id), scope: "" });
    this.#versions.set(id, 0);
    return id;
  }

  /** Appends an artifact; the next version. */
  async artifact(taskId: string, text: string): Promise<number> {
    const artifact = { artifactId: "answer", parts: [{ text }] };
    return this.#append(taskId, { artifactUpdate: { taskId, contextId: "c-1", append: true, artifact } });
  }

  async status(taskId: string, state: TaskState): Promise<number> {
    return this.#append(taskId, { statusUpdate: { taskId, contextId: "c-1", status: { state, timestamp } } });
  }

  async complete(taskId: string): Promise<number> {
    return this.status(taskId, "TASK_STATE_COMPLETED");
  }

  async *follow(taskId: string, after: number, signal: AbortSignal): AsyncGenerator<TaskUpdate, void> {
    for (let version = after; !signal.aborted; ) {
      for (const entry of await this.store.entries(taskId, version, 1)) {
        version++;
        if ("statusUpdate" in entry || "artifactUpdate" in entry) yield { event: entry, version };
      }
      const stored = await this.store.read(taskId);
      if (stored === undefined) return;
      if (stored.version > version) continue;
      if (terminalStates.has(stored.task.status.state)) return;
      await this.store.changed(taskId, version, signal);
    }
  }

  async read(taskId: string): Promise<{ readonly task: Task; readonly version: number } | undefined> {
    return this.store.read(taskId);
  }

  onError(error: unknown, taskId: string): void {
    this.errors.push({ error, taskId });
    for (const check of this.#waiting) check();
  }

  /** Resolves with the texts of the errors when there are so many. */
  failures(wanted: number): Promise<readonly string[]> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (this.errors.length < wanted) return;
        this.#waiting.delete(check);
        resolve(this.errors.map(({ error }) => (error instanceof Error ? error.message : String(error))));
      };
      this.#waiting.add(check);
      check();
    });
  }

  async #append(taskId: string, entry: Parameters<MemoryTaskStore["append"]>[2][number]): Promise<number> {
    const version = await this.store.append(taskId, this.#versions.get(taskId) ?? 0, [entry]);
    this.#versions.set(taskId, version);
    return version;
  }
}

const terminalStates: ReadonlySet<string> = new Set(A2AService.protocol.tasks?.terminalStates);
const timestamp = "2026-11-22T10:00:00Z";

function taskOf(id: string): Task {
  return { id, contextId: "c-1", status: { state: "TASK_STATE_SUBMITTED", timestamp } };
}
