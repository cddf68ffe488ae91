import type { CallLoss, Losses } from "./call-losses.ts";

/** Who called with which version, and what was lost. */
export interface MigrationReport {
  /** When the gateway began, RFC 3339. */
  readonly since: string;
  readonly upstreams: readonly ReportedUpstream[];
}

/** An agent, and who called it. */
export interface ReportedUpstream {
  /** Below which it is served; "" for the only one. */
  readonly path: string;
  readonly url: string;
  readonly version: string;
  readonly binding: string;
  /** The most calls first. */
  readonly clients: readonly ReportedClient[];
}

/** Calls of one client in one version. */
export interface ReportedClient {
  /** What it calls itself in `User-Agent`. */
  readonly client: string;
  readonly version: string;
  readonly binding: string;
  readonly calls: number;
  readonly failed: number;
  readonly methods: Readonly<Record<string, number>>;
  readonly losses: readonly ReportedLoss[];
}

/** A place that does not come across, and how often. */
export interface ReportedLoss extends Pick<CallLoss, "path" | "kind" | "message"> {
  readonly method: string;
  readonly of: Losses["of"];
  readonly count: number;
}

/** A call that has ended. */
export interface CountedCall {
  readonly client: string;
  readonly version: string;
  readonly binding: string;
  readonly method: string;
  readonly failed: boolean;
  readonly losses: readonly Losses[];
}

/** Clients choose their names, and the keys of maps: what is above this counts together. */
const most = { clients: 500, losses: 500 };
const others = "others";

/** Adds up calls, in bounded memory. */
export class MigrationCounts {
  readonly #clients = new Map<string, ClientCounts>();

  add(call: CountedCall): void {
    const { version, binding } = call;
    const client = call.client === "" ? "unknown" : call.client.slice(0, 100);
    const key = JSON.stringify([client, version, binding]);
    const isNew = !this.#clients.has(key) && this.#clients.size >= most.clients;
    const name = isNew ? JSON.stringify([others, version, binding]) : key;
    const counts = this.#clients.get(name) ?? {
      client: isNew ? others : client,
      version,
      binding,
      calls: 0,
      failed: 0,
      methods: new Map<string, number>(),
      losses: new Map<string, ReportedLoss>(),
    };
    this.#clients.set(name, counts);
    counts.calls += 1;
    if (call.failed) counts.failed += 1;
    counts.methods.set(call.method, (counts.methods.get(call.method) ?? 0) + 1);
    for (const losses of call.losses) addLosses(counts, losses);
  }

  /** The clients, those with the most calls first. */
  list(): readonly ReportedClient[] {
    const clients = [...this.#clients.values()].map((counts) => ({
      ...counts,
      methods: Object.fromEntries([...counts.methods].sort(byName)),
      losses: [...counts.losses.values()].sort((one, other) => other.count - one.count),
    }));
    return clients.sort((one, other) => other.calls - one.calls);
  }
}

interface ClientCounts extends Omit<ReportedClient, "methods" | "losses"> {
  calls: number;
  failed: number;
  readonly methods: Map<string, number>;
  readonly losses: Map<string, ReportedLoss>;
}

function addLosses(counts: ClientCounts, { method, of, losses }: Losses): void {
  for (const { path, kind, message } of losses) {
    const place = path.replaceAll(/\[\d+\]/g, "[]").slice(0, 200);
    const key = `${method} ${of} ${place}`;
    const known = counts.losses.get(key);
    if (known === undefined && counts.losses.size >= most.losses) continue;
    const count = (known?.count ?? 0) + 1;
    counts.losses.set(key, { method, of, path: place, kind, message: message.slice(0, 300), count });
  }
}

function byName([one]: readonly [string, number], [other]: readonly [string, number]): number {
  return one < other ? -1 : 1;
}
