/** Catalogs of the three forms of the specification, as publishers have them. */
const card = "application/a2a-agent-card+json";

/** The form of April 2026: `mediaType`, `metadata`, one trust manifest. */
export const firstForm = {
  specVersion: "1.0",
  host: { displayName: "Harbour Tools", trustManifest: { identity: "did:web:harbour.example" } },
  entries: [
    {
      identifier: "urn:ai:harbour.example:tides",
      displayName: "Tides",
      mediaType: card,
      url: "https://harbour.example/tides",
      description: "High and low water",
      tags: ["a2a", "sea", 7],
      metadata: { region: "north" },
      trustManifest: { identity: "did:web:harbour.example", attestations: [] },
    },
  ],
};

/** The form of summer 2026: `type`, `extensions`, no names of cards. */
export const secondForm = {
  specVersion: "1.0",
  entries: [
    {
      identifier: "urn:air:survey.example:a2a:measurement-agent",
      type: "Application/A2A-Agent-Card+JSON; charset=utf-8",
      url: "https://survey.example/.well-known/agent-card.json",
      extensions: {
        "https://ai-catalog.org/extensions/metadata": { region: "north" },
        "example.survey.x": 1,
      },
      trustManifest: { subject: "did:web:survey.example", signature: "e30..c2ln" },
      representativeQueries: ["measure this"],
    },
    {
      identifier: "urn:air:survey.example:mcp:lab",
      type: "application/mcp-server-card+json",
      data: { name: "Lab" },
    },
    {
      identifier: "urn:air:survey.example:docs",
      type: "text/markdown",
      url: "https://survey.example/docs.md",
    },
  ],
};

/** The form of October 2026, with a card in it, a set of artifacts, and what is new in no version. */
export const thirdForm = {
  "@context": "https://example.com/context",
  specVersion: "1.7",
  host: { displayName: "Observatory", identifier: "did:web:observatory.example" },
  entries: [
    {
      identifier: "urn:air:observatory.example:agents:stars",
      type: card,
      data: { name: "Stars", description: "Knows the sky", version: "2.0.0", supportedInterfaces: [] },
      trustManifests: [{ contributor: "did:web:observatory.example", signature: { jws: "e30..c2ln" } }],
    },
    {
      identifier: "urn:air:observatory.example:suites:dome",
      type: "application/ai-catalog+json",
      data: {
        specVersion: "1.0",
        entries: [
          {
            identifier: "urn:air:observatory.example:agents:dome",
            type: card,
            url: "https://observatory.example/dome.json",
          },
          {
            identifier: "urn:air:observatory.example:agents:stars",
            type: card,
            version: "2.0.0",
            url: "https://observatory.example/stars.json",
          },
        ],
      },
    },
  ],
};

export const agentType = card;
