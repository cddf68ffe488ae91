import type { Message } from "@a2agen/a2a-1.0";
import { A2ui08Extension, A2uiExtension } from "@a2agen/ext-a2ui";
import { TaskProgressExtension } from "@a2agen/ext-task-progress";
import { UcpExtension } from "@a2agen/ext-ucp";
import { type Payment, X402Extension } from "@a2agen/ext-x402";
import {
  type AgentEvent,
  completed,
  inputRequired,
  rejected,
  type Turn,
  working,
} from "@a2agen/runtime/agent";
import type { HttpHandler } from "@a2agen/runtime/http";
import { defined } from "@a2agen/runtime/internal";
import { startKitAgent } from "./kit-agent.ts";
import { interfacesOf } from "./probe-kit.ts";

const extensions = [X402Extension, A2uiExtension, A2ui08Extension, UcpExtension, TaskProgressExtension];

/** The params that the card has where nothing else is said. */
const params: Readonly<Record<string, object>> = {
  [A2uiExtension.uri]: { supportedCatalogIds: ["https://ui.example/catalog.json"] },
  [A2ui08Extension.uri]: {},
  [UcpExtension.uri]: { capabilities: {} },
  [TaskProgressExtension.uri]: { maxTrackers: 2 },
};

const surface = {
  version: "v1.0",
  createSurface: { surfaceId: "s", catalogId: "https://ui.example/c" },
} as const;

type Own = Message & { role: "ROLE_AGENT" };

function reply(text: string): Own {
  return { messageId: crypto.randomUUID(), role: "ROLE_AGENT", parts: [{ text }] };
}

/** What is said of a payment, in the state of the task that goes with it. */
const steps = {
  required: [
    inputRequired,
    {
      status: "payment-required",
      required: {
        x402Version: 1,
        accepts: [
          { scheme: "exact", network: "base", asset: "0xUSDC", payTo: "0xShop", maxAmountRequired: "1" },
        ],
      },
    },
  ],
  verified: [working, { status: "payment-verified" }],
  completed: [
    completed,
    { status: "payment-completed", receipts: [{ success: true, network: "base", transaction: "0x1" }] },
  ],
} as const satisfies Readonly<Record<string, readonly [(message: Own) => AgentEvent, Payment]>>;

export interface ExtensionAgentOptions {
  readonly version?: "0.3" | "1.0" | "1.1-dev";
  readonly bindings?: readonly string[];
  /** Whether the card requires the extension of payments. */
  readonly isPaid?: boolean;
  readonly decorate?: (handler: HttpHandler) => HttpHandler;
}

/** An agent of the kit that sells, shows surfaces and tells progress, until the test has ended. */
export async function startExtensionAgent({
  version = "1.0",
  bindings = ["JSONRPC"],
  isPaid = false,
  ...options
}: ExtensionAgentOptions = {}): Promise<string> {
  const declared = extensions.map((extension) =>
    extension.declare({
      required: isPaid && extension.uri === X402Extension.uri,
      ...defined({ params: params[extension.uri] as never }),
    }),
  );
  const { origin } = await startKitAgent({
    ...options,
    isFamily: version === "0.3",
    isNext: version === "1.1-dev",
    execute: work,
    host: { extensions: extensions.map((extension) => ({ extension })) },
    card: (origin, port) => ({
      supportedInterfaces: interfacesOf(version, { origin, port }, bindings),
      capabilities: { streaming: true, extensions: declared },
      defaultInputModes: ["text/plain", "application/json", "application/a2ui+json", "application/json+a2ui"],
    }),
  });
  return origin;
}

async function* work({ call, message }: Turn): AsyncGenerator<AgentEvent, void, undefined> {
  const isActive = (uri: string): boolean => call.activated.includes(uri);
  const say = (step: keyof typeof steps): AgentEvent => {
    const [event, payment] = steps[step];
    const own = reply("Tea");
    X402Extension.payment.set(own, payment);
    return event(own);
  };
  if (isActive(X402Extension.uri)) {
    const status = X402Extension.payment.get(message)?.status;
    if (status === undefined) yield say("required");
    else if (status === "payment-rejected") yield rejected("No payment");
    else for (const step of ["verified", "completed"] as const) yield say(step);
    return;
  }
  const own = reply("Tea");
  if (isActive(A2uiExtension.uri)) A2uiExtension.toRenderer.set(own, [surface]);
  if (isActive(A2ui08Extension.uri)) {
    A2ui08Extension.toRenderer.set(own, [{ beginRendering: { surfaceId: "s", root: "r" } }]);
  }
  if (isActive(TaskProgressExtension.uri)) TaskProgressExtension.set(own, { trackers: [{ id: "t" }] });
  yield completed(own);
}
