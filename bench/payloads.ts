import { createPeer, type JsonRecord, latinWords, type Peer, wideWords } from "./peer.ts";

/** The messages of A2A 1.0 that are measured. */
export const messageNames = [
  "SendMessageRequest",
  "Task",
  "AgentCard",
  "StreamResponse",
  "ListTasksResponse",
] as const;
export type MessageName = (typeof messageNames)[number];

export const payloadNames = ["a", "b", "c", "d", "e", "f", "u"] as const;
export type PayloadName = (typeof payloadNames)[number];

interface PayloadRow {
  readonly title: string;
  readonly message: MessageName;
  /** How many variants there are, each of another peer. */
  readonly variants: number;
  readonly words: typeof latinWords | typeof wideWords;
  build(peer: Peer): JsonRecord;
}

/** JSON texts to be measured; every one is valid A2A 1.0. */
export const payloadTable = {
  a: {
    title: "SendMessageRequest",
    message: "SendMessageRequest",
    variants: 8,
    words: latinWords,
    build: buildRequest,
  },
  b: { title: "Task", message: "Task", variants: 8, words: latinWords, build: (peer) => buildTask(peer) },
  c: { title: "AgentCard", message: "AgentCard", variants: 8, words: latinWords, build: buildCard },
  d: {
    title: "chunk of a stream",
    message: "StreamResponse",
    variants: 8,
    words: latinWords,
    build: buildChunk,
  },
  e: {
    title: "Task with 1 MB of bytes",
    message: "Task",
    variants: 2,
    words: latinWords,
    build: buildLargeTask,
  },
  f: { title: "100 tasks", message: "ListTasksResponse", variants: 2, words: latinWords, build: buildTasks },
  u: {
    title: "Task in CJK and emoji",
    message: "Task",
    variants: 8,
    words: wideWords,
    build: (peer) => buildTask(peer),
  },
} as const satisfies Record<PayloadName, PayloadRow>;

/** The texts of one payload, one for each variant. */
export function buildPayload(name: PayloadName): readonly string[] {
  const { variants, words, build } = payloadTable[name];
  return Array.from({ length: variants }, (_, variant) => {
    const peer = createPeer({ seed: 1000 + variant, ordered: variant % 2 === 0, words });
    return flatten(JSON.stringify(build(peer)));
  });
}

/** A text made by concatenation is a tree inside, which its first reader would have to flatten. */
function flatten(text: string): string {
  return Buffer.from(text).toString();
}

function buildRequest(peer: Peer): JsonRecord {
  return peer.message("SendMessageRequest", {
    message: peer.message("Message", {
      messageId: peer.id(),
      contextId: peer.maybe(peer.id),
      role: "ROLE_USER",
      parts: [buildText(peer, 140)],
      metadata: peer.maybe(() => ({ trace: peer.id().slice(0, 8) })),
    }),
    configuration: peer.maybe(() =>
      peer.message("SendMessageConfiguration", {
        acceptedOutputModes: ["text/plain", "application/json"],
        historyLength: peer.maybe(() => 1 + peer.number(20)),
        returnImmediately: peer.maybe(() => true),
      }),
    ),
    metadata: peer.maybe(() => ({ channel: "web", attempt: 1 })),
  });
}

function buildTask(peer: Peer, messages = 27): JsonRecord {
  return peer.message("Task", {
    id: peer.id(),
    contextId: peer.id(),
    status: buildStatus(peer),
    artifacts: peer.list(4, () => buildArtifact(peer)),
    history: peer.list(messages, (index) => buildMessage(peer, index % 2 === 0 ? "ROLE_USER" : "ROLE_AGENT")),
    metadata: peer.maybe(() => buildMetadata(peer)),
  });
}

function buildLargeTask(peer: Peer): JsonRecord {
  return peer.message("Task", {
    id: peer.id(),
    contextId: peer.id(),
    status: buildStatus(peer),
    artifacts: [
      peer.message("Artifact", {
        artifactId: peer.id(),
        name: "scan.tiff",
        parts: [
          peer.message("Part", { raw: peer.bytes(786_432), filename: "scan.tiff", mediaType: "image/tiff" }),
        ],
      }),
    ],
  });
}

function buildTasks(peer: Peer): JsonRecord {
  return peer.message("ListTasksResponse", {
    tasks: peer.list(100, () => buildTask(peer, 19)),
    nextPageToken: peer.id(),
    pageSize: 100,
    totalSize: 1234,
  });
}

function buildStatus(peer: Peer): JsonRecord {
  return peer.message("TaskStatus", {
    state: peer.pick(["TASK_STATE_WORKING", "TASK_STATE_COMPLETED", "TASK_STATE_INPUT_REQUIRED"]),
    message: peer.maybe(() => buildMessage(peer, "ROLE_AGENT")),
    timestamp: peer.timestamp(),
  });
}

function buildMessage(peer: Peer, role: string): JsonRecord {
  return peer.message("Message", {
    messageId: peer.id(),
    contextId: peer.maybe(peer.id),
    taskId: peer.maybe(peer.id),
    role,
    parts: peer.list(1 + peer.number(2), () => buildPart(peer)),
    metadata: peer.number(3) === 0 ? buildMetadata(peer) : undefined,
    extensions: peer.number(8) === 0 ? ["https://example.com/ext/trace/v1"] : undefined,
    referenceTaskIds: peer.number(8) === 0 ? [peer.id()] : undefined,
  });
}

function buildArtifact(peer: Peer): JsonRecord {
  return peer.message("Artifact", {
    artifactId: peer.id(),
    name: peer.maybe(() => peer.text(12)),
    description: peer.maybe(() => peer.text(50)),
    parts: peer.list(1 + peer.number(3), () => buildPart(peer)),
    metadata: peer.maybe(() => buildMetadata(peer)),
  });
}

/** Mostly text, as in conversations. */
function buildPart(peer: Peer): JsonRecord {
  switch (peer.number(8)) {
    case 0:
      return peer.message("Part", { raw: peer.bytes(90), filename: "icon.png", mediaType: "image/png" });
    case 1:
      return peer.message("Part", {
        url: `https://example.com/files/${peer.id()}`,
        filename: peer.maybe(() => "report.pdf"),
        mediaType: "application/pdf",
      });
    case 2:
      return peer.message("Part", {
        data: {
          rows: peer.list(3, () => ({
            region: peer.text(5),
            total: peer.number(100_000) / 100,
            final: true,
          })),
        },
        mediaType: peer.maybe(() => "application/json"),
      });
    default:
      return buildText(peer, 120);
  }
}

function buildText(peer: Peer, length: number): JsonRecord {
  return peer.message("Part", {
    text: peer.text(length),
    mediaType: peer.number(3) === 0 ? "text/plain" : undefined,
  });
}

function buildMetadata(peer: Peer): JsonRecord {
  return { trace: peer.id(), attempt: peer.number(5), labels: [peer.text(5), peer.text(5)] };
}

function buildChunk(peer: Peer): JsonRecord {
  return peer.message("StreamResponse", {
    artifactUpdate: peer.message("TaskArtifactUpdateEvent", {
      taskId: peer.id(),
      contextId: peer.id(),
      artifact: peer.message("Artifact", {
        artifactId: peer.id(),
        name: peer.maybe(() => "answer"),
        parts: [buildText(peer, 70)],
      }),
      append: peer.maybe(() => true),
      lastChunk: peer.maybe(() => true),
      metadata: peer.maybe(() => ({ chunk: peer.number(1000) })),
    }),
  });
}

function buildCard(peer: Peer): JsonRecord {
  return peer.message("AgentCard", {
    name: peer.text(20),
    description: peer.text(200),
    supportedInterfaces: ["JSONRPC", "HTTP+JSON", "GRPC"].map((protocolBinding) =>
      peer.message("AgentInterface", {
        url: `https://agent.example.com/a2a/${protocolBinding.toLowerCase()}`,
        protocolBinding,
        tenant: peer.maybe(() => "main"),
        protocolVersion: "1.0",
      }),
    ),
    provider: peer.maybe(() =>
      peer.message("AgentProvider", { url: "https://example.com", organization: "Example" }),
    ),
    version: "2.4.1",
    documentationUrl: peer.maybe(() => "https://docs.example.com/agent"),
    capabilities: peer.message("AgentCapabilities", {
      streaming: peer.maybe(() => true),
      pushNotifications: peer.maybe(() => false),
      extensions: peer.list(2, () =>
        peer.message("AgentExtension", {
          uri: `https://example.com/ext/${peer.id().slice(0, 8)}`,
          description: peer.maybe(() => peer.text(60)),
          required: peer.maybe(() => true),
          params: peer.maybe(() => ({ level: peer.number(3), modes: ["fast", "exact"] })),
        }),
      ),
      extendedAgentCard: peer.maybe(() => true),
    }),
    securitySchemes: {
      key: peer.message("SecurityScheme", {
        apiKeySecurityScheme: peer.message("APIKeySecurityScheme", { location: "header", name: "x-api-key" }),
      }),
      login: peer.message("SecurityScheme", {
        oauth2SecurityScheme: peer.message("OAuth2SecurityScheme", {
          flows: peer.message("OAuthFlows", {
            authorizationCode: peer.message("AuthorizationCodeOAuthFlow", {
              authorizationUrl: "https://login.example.com/authorize",
              tokenUrl: "https://login.example.com/token",
              scopes: { "tasks:read": peer.text(20), "tasks:write": peer.text(20) },
              pkceRequired: peer.maybe(() => true),
            }),
          }),
        }),
      }),
    },
    securityRequirements: [
      peer.message("SecurityRequirement", { schemes: { login: { list: ["tasks:read", "tasks:write"] } } }),
      peer.message("SecurityRequirement", { schemes: { key: {} } }),
    ],
    defaultInputModes: ["text/plain", "application/json"],
    defaultOutputModes: ["text/plain", "application/json", "image/png"],
    skills: peer.list(8, (index) =>
      peer.message("AgentSkill", {
        id: `skill-${index}`,
        name: peer.text(20),
        description: peer.text(230),
        tags: peer.list(3, () => peer.text(5)),
        examples: peer.maybe(() => peer.list(2, () => peer.text(80))),
        inputModes: peer.maybe(() => ["text/plain"]),
        outputModes: peer.maybe(() => ["text/plain", "image/png"]),
        securityRequirements: undefined,
      }),
    ),
    signatures: [
      peer.message("AgentCardSignature", {
        protected: peer.bytes(60).replaceAll("=", ""),
        signature: peer.bytes(64).replaceAll("=", ""),
        header: peer.maybe(() => ({ kid: "key-1" })),
      }),
    ],
    iconUrl: peer.maybe(() => "https://example.com/icon.png"),
  });
}
