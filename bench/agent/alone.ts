import { SendMessageRequest } from "@a2a-js/sdk";
import { ServerCallContext } from "@a2a-js/sdk/server";
import { callOf } from "../call-context.ts";
import { readCpu } from "../served.ts";
import type { AloneName } from "./contender-names.ts";
import { createKitAgent } from "./contenders/kit.ts";
import { createSdkHandler } from "./contenders/sdk.ts";
import type { Order } from "./order.ts";
import { messageOf } from "./requests.ts";
import type { StreamRun } from "./stream-run.ts";

/** Streams of agents that are called in this process, without a binding. */
const contenders: Readonly<Record<AloneName, () => (order: Order) => AsyncIterable<unknown>>> = {
  "agent kit": () => {
    const agent = createKitAgent(100);
    return (order) => agent.sendStreamingMessage({ message: messageOf(order) }, call);
  },
  "@a2a-js/sdk": () => {
    const handler = createSdkHandler();
    return (order) => {
      const request = SendMessageRequest.fromJSON({ message: messageOf(order) });
      return handler.sendMessageStream(request, new ServerCallContext());
    };
  },
};

const call = callOf("SendStreamingMessage");

async function run(events: AsyncIterable<unknown>): Promise<StreamRun> {
  const cpu = readCpu();
  const start = performance.now();
  let first = Number.NaN;
  let updates = -2; // The task at the beginning and the status at the end.
  for await (const _ of events) {
    if (Number.isNaN(first)) first = performance.now() - start;
    updates += 1;
  }
  return { updates, first, milliseconds: performance.now() - start, microseconds: readCpu() - cpu };
}

const stream = contenders[process.argv[2] as AloneName]();
process.on("message", (order: Order) => void run(stream(order)).then((found) => process.send?.(found)));
process.on("disconnect", () => process.exit());
process.send?.({});
