import type { JsonObject } from "@a2agen/runtime";

const numbers: JsonObject = {
  type: "object",
  properties: { größe: { enum: [1, 2, 3] }, "x-id": { type: "string", format: "uuid" } },
  required: ["größe"],
};
const either: JsonObject = {
  type: "object",
  properties: { to: { oneOf: [{ type: "string" }, { $ref: "#/$defs/Place" }] } },
  $defs: { Place: { type: "object", properties: { near: { $ref: "#/$defs/Place" } } } },
};
const below: JsonObject = {
  $ref: "#/definitions/Rate",
  definitions: { Rate: { type: "object", properties: { rate: { type: "number" } }, required: ["rate"] } },
};

/** A card of a company: names in German and of keywords, some of them the same, and schemas of all kinds. */
export const companyCard: object = {
  name: "Müller & Söhne Straßen-Agent",
  description: "Plans deliveries.",
  version: "1.0.0",
  supportedInterfaces: [
    { url: "https://company.example/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
  ],
  capabilities: {},
  defaultInputModes: ["application/json"],
  defaultOutputModes: ["application/json"],
  skills: [
    { id: "Über-Frage/2", name: "Über-Frage", description: "Asks.", tags: ["a"], inputSchema: numbers },
    { id: "await", name: "Await", description: "Waits.", tags: ["a"], inputSchema: either },
    { id: "get_rate", name: "Rate", description: "Says the rate.", tags: ["a"], outputSchema: below },
    { id: "get-rate", name: "Rate", description: "Takes a rate.", tags: ["a"], inputSchema: below },
    { id: "class", name: "Class", description: "Sorts.", tags: ["a"], inputSchema: { type: "object" } },
  ],
};
