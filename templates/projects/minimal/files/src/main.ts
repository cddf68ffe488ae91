import { createServer } from "node:http";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { close, handler, port } from "./agent.ts";

const server = createServer(toNodeListener(handler));
server.listen(port, "localhost", () => console.log(`listening on http://localhost:${port}`));
server.once("error", async ({ message }) => {
  console.error(`${message}; set PORT to a free port`);
  process.exitCode = 1;
  await close();
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    // The port is free at once, for the next process; calls in work go on.
    server.close();
    await close();
  });
}
