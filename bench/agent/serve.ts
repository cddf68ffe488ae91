import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readCpu } from "../served.ts";
import type { Question, Usage } from "./agent-server.ts";
import type { ServedName } from "./contender-names.ts";
import { createKit } from "./contenders/kit.ts";
import { createSdk } from "./contenders/sdk.ts";
import { createStub } from "./contenders/stub.ts";
import { release } from "./order.ts";

/** The program of each agent's process. */
const contenders = {
  "the bare stub": createStub,
  "agent kit": createKit,
  "@a2a-js/sdk": createSdk,
} as const satisfies Record<ServedName, unknown>;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function readUsage({ kind }: Question): Usage {
  if (kind === "release") release();
  const { rss } = process.memoryUsage();
  if (kind === "memory") collectGarbage();
  return { microseconds: readCpu(), rss, heap: process.memoryUsage().heapUsed };
}

const name = process.argv[2] as ServedName;
const server = contenders[name](Number(process.argv[3]));
// A connection waits while other servers have their turns.
server.keepAliveTimeout = 0;
process.on("message", (question: Question) => process.send?.(readUsage(question)));
process.on("disconnect", () => process.exit());
server.listen({ port: 0, host: "127.0.0.1", backlog: 2048 }, () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
