// Writes to a task in the directory of a PGlite until it is killed: says at which version it began, and each
// version that was acknowledged.
import { openPGlite } from "@a2agen/postgres";
import { createPGlite } from "../../shared/pglite.ts";

const store = openPGlite(await createPGlite(process.argv[2]));
await store.migrate();
const status = { state: "TASK_STATE_WORKING" as const, timestamp: "2026-01-01T00:00:00Z" };
const stored = await store.read("t");
if (stored === undefined) await store.create({ task: { id: "t", contextId: "c", status }, scope: "s" });
let version = stored?.version ?? 0;
console.log(`began ${version}`);
for (;;) {
  const entries = [{ statusUpdate: { taskId: "t", contextId: "c", status } }, { cancelRequest: { at: "" } }];
  version = await store.append("t", version, entries);
  console.log(`wrote ${version}`);
}
