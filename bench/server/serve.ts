import type { AddressInfo } from "node:net";
import { createOnHono, createOnNode } from "./contenders/a2agen.ts";
import { createNodeHttp } from "./contenders/node-http.ts";
import { createSdk } from "./contenders/sdk.ts";

/** The process of one contender: says its port, and what it has used when it is asked. */
const contenders = {
  "node:http": createNodeHttp,
  "a2agen on node:http": createOnNode,
  "a2agen on Hono": createOnHono,
  "@a2a-js/sdk on Express": createSdk,
} as const;

const name = process.argv[2] as keyof typeof contenders;
const server = await contenders[name]();
if (!server.listening) {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
}
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ microseconds: user + system, bytes: process.memoryUsage().rss });
});
process.on("disconnect", () => process.exit());
process.send?.({ port: (server.address() as AddressInfo).port });
