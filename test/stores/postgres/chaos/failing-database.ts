import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { PostgresServer } from "../postgres-server.ts";

/** What is made beside the tables of the store, so that the database can refuse to write. */
export const refusals: readonly string[] = [
  "create table chaos_refusal (code text)",
  `create function chaos_refuse() returns trigger language plpgsql as $$
    declare refused text;
    begin
      select code into refused from chaos_refusal limit 1;
      if refused is not null then raise exception 'refused for now' using errcode = refused; end if;
      return new;
    end $$`,
  "create trigger chaos_refuse before insert on a2agen_entry for each row execute function chaos_refuse()",
];

/** The database refuses entries with a code of SQLSTATE for a while: "53100" for a full disk. */
export async function refuse(pool: pg.Pool, code: string, ms: number): Promise<void> {
  await pool.query("insert into chaos_refusal values ($1)", [code]);
  await delay(ms);
  await pool.query("delete from chaos_refusal");
}

/** Uses up the connections of the server for a while, and ends those of the replicas. */
export async function useUp(postgres: PostgresServer, ms: number): Promise<void> {
  const clients: pg.Client[] = [];
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const client = new pg.Client(postgres.connection);
    client.on("error", () => undefined);
    try {
      await client.connect();
      clients.push(client);
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'replica'",
      );
    } catch {
      // There is none left for the moment.
      await delay(20);
    }
  }
  await Promise.all(clients.map((client) => client.end()));
}
