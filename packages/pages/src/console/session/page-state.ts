import type { OpenAgent } from "./agent.ts";

export type View = "conversation" | "tasks" | "card" | "wire";

export type AgentState =
  | { readonly kind: "closed" | "opening" }
  | { readonly kind: "open"; readonly agent: OpenAgent }
  | { readonly kind: "failed"; readonly message: string };

/** Whether the agent answers. */
export type Line = "closed" | "connecting" | "connected" | "lost" | "refused";

/** What lies over the page. */
export type SheetName = "agent" | "credentials" | "palette" | "keys" | "rail";

/** Something that was done, and what takes it back. */
export interface Toast {
  readonly text: string;
  readonly undo: () => void;
}

/** What the address of the page says: the token of the launch, and what to show. */
export interface PageState {
  readonly token: string;
  readonly agent?: string;
  readonly view?: View;
  /** Version and binding of the interface that is spoken: "1.0 JSONRPC". */
  readonly use?: string;
  /** The task that is shown. */
  readonly task?: string;
  /** The conversation that is shown, if it is kept. */
  readonly conversation?: string;
  /** The identifier of an agent in the catalog that `agent` is the URL of. */
  readonly entry?: string;
  /** The URL of the second agent. */
  readonly second?: string;
}
