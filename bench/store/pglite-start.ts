// Opens a store in a directory, and answers one read.
import { openPGlite } from "@a2agen/postgres";
import { createPGlite } from "../../test/shared/pglite.ts";

const start = performance.timeOrigin;
const store = openPGlite(await createPGlite(process.argv[2]));
await store.migrate();
await store.read("t");
console.log(Date.now() - start);
process.exit();
