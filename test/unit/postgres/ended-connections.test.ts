import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { poolNotifier, poolSql } from "../../../packages/postgres/src/pool.ts";

/** A message of a server of PostgreSQL. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const ready = Buffer.concat([message("R", Buffer.alloc(4)), message("Z", Buffer.from("I"))]);
const ended = message("E", Buffer.from("SFATAL\0C57P01\0Mterminating connection\0\0"));

/** A pool of a server that ends each connection as soon as it is made, in the same packet. */
async function startPool(): Promise<pg.Pool> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(Buffer.concat([ready, ended])));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const pool = new pg.Pool({ host: "127.0.0.1", port, user: "u", password: "p", database: "d", ssl: false });
  pool.on("error", () => undefined);
  return pool;
}

// What ends the process is an error of the whole run of tests.
test("a connection that the server ends at once fails what runs on it, and not the process", async () => {
  const pool = await startPool();
  const sql = poolSql(pool);
  const notifier = poolNotifier(sql, pool, "channel");
  let lost = 0;
  await expect(
    notifier.listen?.(
      () => undefined,
      () => lost++,
    ),
  ).rejects.toThrow(/terminat|connection error/i);
  expect(lost).toBe(1);
  await expect(sql.query("select 1")).rejects.toThrow(/terminat|connection error/i);
  await expect(sql.transaction(({ query }) => query("select 1"))).rejects.toThrow(
    /terminat|connection error/i,
  );
});
