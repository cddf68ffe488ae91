/** Work that has hosts to itself. */
export interface HostWork {
  readonly hosts: readonly string[];
  run(): Promise<void>;
}

/** Does work in its order, at most `limit` at once, and of those that share a host one at a time. */
export async function inHosts(works: readonly HostWork[], limit: number): Promise<void> {
  const waiting = [...works];
  const busy = new Set<string>();
  const running = new Set<Promise<void>>();
  while (waiting.length > 0 || running.size > 0) {
    const at = waiting.findIndex(({ hosts }) => hosts.every((host) => !busy.has(host)));
    if (at === -1 || running.size >= limit) {
      await Promise.race(running);
      continue;
    }
    const [{ hosts, run }] = waiting.splice(at, 1) as [HostWork];
    for (const host of hosts) busy.add(host);
    const done: Promise<void> = run().finally(() => {
      for (const host of hosts) busy.delete(host);
      running.delete(done);
    });
    running.add(done);
  }
}
