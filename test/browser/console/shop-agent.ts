import { createServer } from "node:http";
import { A2AService, type AgentCard, type Artifact, type Message } from "@a2agen/a2a-1.0";
import { A2uiExtension } from "@a2agen/ext-a2ui";
import type { ToRenderer } from "@a2agen/ext-a2ui/v1_0";
import { X402Extension } from "@a2agen/ext-x402";
import type { JsonObject } from "@a2agen/runtime";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { completed, createAgent, type Execute, inputRequired, working } from "@a2agen/runtime/agent";
import { dataOnly } from "@a2agen/runtime/extensions";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import { onTestFinished } from "vitest";
import { listen } from "../../shared/interop/our-agent.ts";

const catalogId = "https://ui.example/catalog.json";
const surfaceId = "trains";
const loyalty = "https://shop.example/loyalty/v2";

/** A list of trains: a component for each of the data, with a button that no catalog has. */
const components: Extract<ToRenderer, { createSurface: object }>["createSurface"]["components"] = [
  { id: "root", component: "Column", children: ["title", "list", "map"] },
  { id: "title", component: "Text", text: { path: "/title" }, variant: "h2" },
  { id: "list", component: "List", children: { componentId: "row", path: "/trains" } },
  { id: "row", component: "Card", child: "line" },
  { id: "line", component: "Text", text: { path: "name" } },
  { id: "map", component: "StarMap", stars: [{ hue: 3 }], child: "legend" },
];

/** What the agent shows first, and what it changes later. */
const surface: readonly ToRenderer[] = [
  { version: "v1.0", createSurface: { surfaceId, catalogId, components, dataModel: { title: "Trains" } } },
  {
    version: "v1.0",
    updateDataModel: {
      surfaceId,
      path: "/trains",
      value: [{ name: "06:25 Bergen" }, { name: "08:25 Voss" }],
    },
  },
];
const changed: readonly ToRenderer[] = [
  { version: "v1.0", updateDataModel: { surfaceId, path: "/title", value: "Trains today" } },
];

const requirements = {
  x402Version: 1,
  accepts: [
    {
      scheme: "exact",
      network: "base",
      asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
      payTo: "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
      maxAmountRequired: "1200",
      resource: "https://shop.example/tickets/1",
      description: "A ticket to Bergen",
      maxTimeoutSeconds: 60,
    },
  ],
};

/** Data of extensions that are not active: of one that the console knows, and of one that it does not. */
const progress = {
  "https://a2a-protocol.org/extensions/task-progress/v1": {
    trackers: [
      { id: "seats", progress: 2, total: 3, status: "running", startedAt: "2026-11-28T09:30:00Z" },
      { id: "price", progress: 1, total: 1, status: "completed" },
    ],
  },
};
const points = {
  [loyalty]: {
    points: 120,
    spent: { currency: "EUR", value: 12.5 },
    card: { holder: "Ada", since: "2024-02-03" },
  },
};

const receipts = [{ success: true, network: "base", transaction: "0x5f1d" }];

/** Sells a ticket, shows trains as a surface, and says what it is told to. */
function sell(say: (text: string) => Pick<Message, "parts" | "metadata"> | undefined): Execute {
  return async function* ({ task, text, message }) {
    const answer = (words: string, metadata: JsonObject = {}): Message & { readonly role: "ROLE_AGENT" } => ({
      messageId: crypto.randomUUID(),
      role: "ROLE_AGENT",
      parts: [{ text: words }],
      metadata,
    });
    const said = say(text);
    if (said !== undefined) {
      yield completed({ ...answer(""), ...said });
      return;
    }
    if (task === undefined) {
      const asked = answer("A ticket to Bergen costs 0.0012 USDC.");
      X402Extension.payment.set(asked, { status: "payment-required", required: requirements });
      const list: Artifact = { artifactId: "list", name: "Trains", parts: [{ text: "Two trains" }] };
      A2uiExtension.toRenderer.set(list, surface);
      yield { artifact: list };
      yield inputRequired(asked);
      return;
    }
    const payment = X402Extension.payment.get(message);
    const verified = answer(`Paid by ${JSON.stringify(payment?.payload?.payload)}`, points);
    X402Extension.payment.set(verified, { status: "payment-verified" });
    yield working(verified);
    const list: Artifact = { artifactId: "list", parts: [] };
    A2uiExtension.toRenderer.set(list, changed);
    yield { artifact: list, append: true };
    const done = answer("Here is your ticket.");
    X402Extension.payment.set(done, { status: "payment-completed", receipts });
    yield { ...completed(done), metadata: progress };
  };
}

/**
 * Serves an agent that sells tickets by x402 and shows surfaces of A2UI until the test has ended; returns its
 * origin. `say` gives other answers to some messages.
 */
export async function startShop(say: Parameters<typeof sell>[0] = () => undefined): Promise<string> {
  const server = createServer();
  const origin = await listen(server);
  const card: AgentCard = {
    name: "Ticket shop",
    description: "Sells tickets for trains.",
    version: "1.0.0",
    supportedInterfaces: [
      { url: `${origin}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      { url: origin, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    ],
    capabilities: {
      streaming: true,
      extensions: [
        X402Extension.declare(),
        A2uiExtension.declare({ params: { supportedCatalogIds: [catalogId] } }),
        { uri: loyalty, description: "Points for regulars." },
      ],
    },
    defaultInputModes: ["text/plain", "application/a2ui+json"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
  const agent = createAgent({ service: A2AService, card, execute: sell(say) });
  const extensions = [{ extension: X402Extension }, { extension: A2uiExtension }, dataOnly(loyalty)];
  const host = createHost({ services: [implement(A2AService, agent)], card, extensions });
  server.on("request", toNodeListener(createHttpHandler(host)));
  onTestFinished(async () => {
    await Promise.all([host.close({ graceMs: 0 }), agent.close()]);
  });
  return origin;
}
