import type { AddressInfo } from "node:net";
import { announce } from "../served.ts";
import { createCompatibleSdk } from "../server/contenders/sdk.ts";
import { createAlone, createFamily } from "./contenders/a2agen.ts";
import { createSdk03 } from "./contenders/sdk-0.3.ts";
import type { VersionsServer } from "./rows.ts";

/** The program of each server's process. */
const servers = {
  "a2agen, 1.0 alone": createAlone,
  "a2agen, all versions": createFamily,
  "@a2a-js/sdk 0.3": createSdk03,
  "@a2a-js/sdk 1.3, legacyCompat": createCompatibleSdk,
} as const satisfies Record<VersionsServer, unknown>;

const name = process.argv[2] as VersionsServer;
const server = await servers[name]();
// A connection waits while other servers have their turns.
server.keepAliveTimeout = 0;
server.listen(0, "127.0.0.1", () => announce((server.address() as AddressInfo).port));
