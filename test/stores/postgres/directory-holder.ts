// Opens the tasks in a directory, begins a task that it leases for an hour, and stays until it is killed.
import { openDirectory } from "@a2agen/postgres/directory";
import { pgliteClass } from "../../shared/pglite.ts";

const { store } = await openDirectory(pgliteClass, process.argv[2] ?? "");
const task = {
  id: "t",
  contextId: "c",
  status: { state: "TASK_STATE_WORKING" as const, timestamp: "2026-01-01T00:00:00Z" },
};
await store.create({ task, scope: "s", leaseMs: 3_600_000 });
console.log("holds");
setInterval(() => undefined, 1000);
