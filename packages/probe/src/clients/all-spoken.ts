import { protocolNames } from "@a2agen/exchange/protocol-names.ts";
import type { Spoken } from "./behaviour.ts";

/** The versions and bindings in which clients can be tried, in the order of reports. */
export const allSpoken: readonly Spoken[] = protocolNames.flatMap((version) =>
  ["JSONRPC", "HTTP+JSON", "GRPC"].map((binding) => ({ version, binding })),
);
