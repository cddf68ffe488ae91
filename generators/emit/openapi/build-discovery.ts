import type { PathsObject } from "openapi3-ts/oas32";
import type { Profile } from "../../model/profile.ts";
import type { ComponentSchemas } from "./component-schemas.ts";
import { toSchemaObject } from "./openapi-version.ts";

export const discoveryTag = {
  name: "Discovery",
  description: "How clients find out what an agent can do and how to reach it.",
};

/** The public agent card; none when the profile has no path for it or the protos have no such message. */
export function buildDiscovery(
  { wellKnownPaths, contentTypes }: Profile,
  { schemas, card }: { readonly schemas: ComponentSchemas; readonly card: string | undefined },
): PathsObject {
  if (wellKnownPaths === undefined || card === undefined) return {};
  return {
    [wellKnownPaths.agentCard]: {
      get: {
        tags: [discoveryTag.name],
        summary: "Returns the public agent card",
        description: "Anyone may read the card; its path is the same on every host.",
        operationId: `${discoveryTag.name}_GetAgentCard`,
        responses: {
          "200": {
            description: "The card of the agent.",
            content: { [contentTypes.jsonRpc.send]: { schema: toSchemaObject(schemas.typeSchema(card)) } },
          },
          "404": { description: "The host has no agent." },
        },
        // The path begins at the root of the host, wherever the agent's other paths do.
        servers: [{ url: "/", description: "The host of the agent." }],
        security: [],
      },
    },
  };
}
