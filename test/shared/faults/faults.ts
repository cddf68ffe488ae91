import type { KitKind, KitVersion } from "../probe/probe-kit.ts";
import { cancelFaults } from "./cancel-faults.ts";
import { bareFaults, cardFaults, extensionFaults } from "./card-faults.ts";
import { draftFaults, draftHttpFaults, generationFaults } from "./draft-faults.ts";
import type { Fault, FaultBinding } from "./fault.ts";
import { grpcFaults } from "./grpc-faults.ts";
import { httpFaults, secondFaults } from "./http-faults.ts";
import { rpcFaults } from "./json-rpc-faults.ts";
import { pushFaults } from "./push-faults.ts";
import { requestFaults, versionFaults } from "./request-faults.ts";
import { type Faults, listFaults } from "./rows.ts";
import { secretFaults, secretHttpFaults } from "./secret-faults.ts";
import { sendFaults } from "./send-faults.ts";
import { streamFaults } from "./stream-faults.ts";
import { taskFaults } from "./task-faults.ts";

interface Place {
  readonly agent: KitKind;
  readonly bindings: readonly FaultBinding[];
  readonly version?: KitVersion;
}

function of({ agent, bindings, version = "1.0" }: Place, ...groups: readonly Faults[]): readonly Fault[] {
  return groups.flatMap(listFaults).map((fault) => ({ ...fault, agent, bindings, version }));
}

/** Everything that an agent does wrong in tests, each fault by itself. */
export const faults: readonly Fault[] = [
  ...of(
    { agent: "open", bindings: ["JSONRPC"] },
    cardFaults,
    rpcFaults,
    versionFaults,
    sendFaults,
    taskFaults,
    cancelFaults,
    streamFaults,
    pushFaults,
    requestFaults,
  ),
  ...of({ agent: "bare", bindings: ["JSONRPC"] }, bareFaults),
  ...of({ agent: "extended", bindings: ["JSONRPC"] }, extensionFaults),
  ...of({ agent: "secured", bindings: ["JSONRPC"] }, secretFaults),
  ...of({ agent: "secured", bindings: ["HTTP+JSON"] }, secretHttpFaults),
  ...of({ agent: "open", bindings: ["HTTP+JSON"] }, httpFaults),
  ...of({ agent: "open", bindings: ["GRPC"] }, grpcFaults),
  ...of({ agent: "open", bindings: ["JSONRPC", "HTTP+JSON"] }, secondFaults),
  ...of({ agent: "open", bindings: ["JSONRPC"], version: "1.1-dev" }, generationFaults),
  ...of({ agent: "open", bindings: ["JSONRPC"], version: "draft" }, draftFaults),
  ...of({ agent: "open", bindings: ["HTTP+JSON"], version: "draft" }, draftHttpFaults),
];
