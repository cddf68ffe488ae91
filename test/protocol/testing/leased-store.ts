import { type ExpiredLease, MemoryTaskStore, type NewTask, type TaskStore } from "@a2agen/runtime/agent";

/** A store in memory with leases, by `performance.now`. */
export class LeasedStore extends MemoryTaskStore implements TaskStore {
  readonly #ends = new Map<string, number>();

  override async create(task: NewTask): ReturnType<TaskStore["create"]> {
    const created = await super.create(task);
    this.#lease(task.task.id, task.leaseMs);
    return created;
  }

  override async append(...parameters: Parameters<TaskStore["append"]>): Promise<number> {
    const version = await super.append(...parameters);
    const [id, , entries, leaseMs] = parameters;
    if (entries.some((entry) => "status" in entry)) this.#lease(id, leaseMs);
    return version;
  }

  async renewLeases(ids: readonly string[], leaseMs: number): Promise<void> {
    for (const id of ids) this.#lease(id, leaseMs);
  }

  async expiredLeases(limit: number): Promise<readonly ExpiredLease[]> {
    const expired: ExpiredLease[] = [];
    for (const [id, end] of this.#ends) {
      if (end > performance.now()) continue;
      expired.push({ id, version: (await this.read(id))?.version ?? 0 });
    }
    return expired.slice(0, limit);
  }

  #lease(id: string, leaseMs: number | undefined): void {
    if (leaseMs === undefined) this.#ends.delete(id);
    else this.#ends.set(id, performance.now() + leaseMs);
  }
}
