import type { AddressInfo } from "node:net";
import { announce } from "../served.ts";
import type { ServerContender } from "./contender-names.ts";
import { createOnHono, createOnNode } from "./contenders/a2agen.ts";
import { createNodeHttp } from "./contenders/node-http.ts";
import { createSdk } from "./contenders/sdk.ts";

/** The program of each contender's process. */
const contenders = {
  "node:http": createNodeHttp,
  "a2agen on node:http": createOnNode,
  "a2agen on Hono": createOnHono,
  "@a2a-js/sdk on Express": createSdk,
} as const satisfies Record<ServerContender, unknown>;

const name = process.argv[2] as ServerContender;
const server = await contenders[name]();
// A connection waits while other servers have their turns.
server.keepAliveTimeout = 0;
server.listen(0, "127.0.0.1", () => announce((server.address() as AddressInfo).port));
