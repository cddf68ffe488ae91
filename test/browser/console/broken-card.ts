/** A card with one skill without tags, and without the address of its agent. */
export const brokenCard = {
  name: "Broken",
  description: "A card with a skill without tags.",
  version: "1",
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  supportedInterfaces: [{ protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  skills: [{ id: "skill", name: "Skill", description: "Without tags." }],
};
