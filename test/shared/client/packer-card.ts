import type { AgentCard } from "@a2agen/a2a-1.0";
import type { JsonObject } from "@a2agen/runtime";

/** What the skills of the packer take and give, as its card announces them. */
export const packerSchemas = {
  pack: {
    inputSchema: {
      type: "object",
      properties: {
        boxes: { type: "integer", minimum: 1, maximum: 100, description: "How many boxes." },
        label: { $ref: "#/$defs/Label" },
        fragile: { type: "boolean" },
      },
      required: ["boxes"],
      additionalProperties: false,
      $defs: { Label: { type: "object", properties: { text: { type: "string" } }, required: ["text"] } },
    },
    outputSchema: {
      type: "object",
      properties: { packed: { type: "integer" }, size: { enum: ["small", "large"] } },
      required: ["packed"],
    },
  },
} as const satisfies Record<string, JsonObject>;

/** A card with two skills, one of them typed by an extension, and a key. */
export function packerCard(origin: string): AgentCard {
  return {
    name: "Packing Agent",
    description: "Packs boxes, and sends them.",
    version: "1.0.0",
    supportedInterfaces: [
      { url: `${origin}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      { url: `${origin}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    ],
    capabilities: {
      streaming: true,
      extensions: [
        {
          uri: "https://acme.example/ext/skill-schemas/v1",
          description: "Says what skills take and give.",
          params: { skills: packerSchemas },
        },
      ],
    },
    securitySchemes: {
      key: { apiKeySecurityScheme: { location: "header", name: "x-key" } },
      token: { httpAuthSecurityScheme: { scheme: "Bearer" } },
    },
    securityRequirements: [{ schemes: { key: { list: [] } } }, { schemes: { token: { list: [] } } }],
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain", "application/json"],
    skills: [
      {
        id: "pack",
        name: "Pack",
        description: "Packs boxes.",
        tags: ["boxes"],
        examples: ["three boxes"],
        inputModes: ["application/json"],
      },
      {
        id: "send-away",
        name: "Send away",
        description: "Sends what is packed, once you approve of the price.",
        tags: ["boxes"],
      },
    ],
  };
}
