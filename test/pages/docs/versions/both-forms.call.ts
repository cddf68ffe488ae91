import assert from "node:assert/strict";
import { A2AService } from "@a2agen/a2a-1.0";
import { implement } from "@a2agen/runtime/host";
import { createHostFamily } from "@a2agen/runtime/server";
import { older } from "./both-forms.ts";
import { card } from "./client-of.ts";

const interfaces = card.supportedInterfaces.flatMap((each) => [each, { ...each, protocolVersion: "0.3" }]);
const family = createHostFamily({
  services: [implement(A2AService, {})],
  card: { ...card, supportedInterfaces: interfaces },
  older,
});
const { additionalInterfaces } = Object(family.hosts[1]?.card);
assert.deepEqual(
  additionalInterfaces.map(({ transport }: { transport: string }) => transport),
  ["JSONRPC", "HTTP+JSON"],
);
