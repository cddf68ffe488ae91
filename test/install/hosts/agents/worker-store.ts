// Two Durable Objects over their own SQLite: one runs the conformance suite of stores, one is an agent.
import { A2AService } from "@a2agen/a2a-1.0";
import { taskStoreCases } from "@a2agen/agent-conformance";
import { toDurableObject } from "@a2agen/runtime/adapters";
import { createAgent, textArtifact, working } from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import { openSqlite, type SqliteStorage } from "@a2agen/runtime/sqlite";

interface State {
  readonly storage: SqliteStorage;
}

const tables = ["a2agen_task", "a2agen_text", "a2agen_memory", "a2agen_webhook"];

export class Conformance {
  readonly #storage: SqliteStorage;

  constructor({ storage }: State) {
    this.#storage = storage;
  }

  async fetch(): Promise<Response> {
    const storage = this.#storage;
    const cases = taskStoreCases(async () => {
      const store = openSqlite(storage);
      for (const table of tables) storage.sql.exec(`delete from ${table}`);
      return { store };
    });
    const failed: string[] = [];
    for (const { name, run } of cases) await run().catch((error) => failed.push(`${name}: ${error}`));
    return Response.json({ count: cases.length, failed });
  }
}

export const Agent = toDurableObject(({ storage }: State) => {
  const agent = createAgent({
    service: A2AService,
    store: openSqlite(storage),
    resumable: true,
    limits: { leaseMs: 1000 },
    async *execute({ text, attempt, step }) {
      yield working();
      const begun = await step("begun", () => attempt);
      // The first process never gets further.
      if (text === "stay" && attempt === 1) await new Promise(() => undefined);
      yield textArtifact("answer", `begun in ${begun}, ended in ${attempt}`);
    },
  });
  return createHttpHandler(createHost({ services: [implement(A2AService, agent)] }), { jsonRpc: "/a2a" });
});

interface Namespace {
  idFromName(name: string): unknown;
  get(id: unknown): { fetch(request: Request): Promise<Response> };
}

// oxlint-disable-next-line import/no-default-export -- a Worker is the default export of its module.
export default {
  fetch(request: Request, env: Readonly<Record<"AGENT" | "CONFORMANCE", Namespace>>): Promise<Response> {
    const { pathname } = new URL(request.url);
    const namespace = pathname === "/conformance" ? env.CONFORMANCE : env.AGENT;
    return namespace.get(namespace.idFromName("only")).fetch(request);
  },
};
