import { isConnectError } from "@a2agen/runtime/client";
import { isCallError } from "@a2agen/runtime/service";
import type { Target } from "./call-plan.ts";
import { type Explanation, explainError } from "./explain-error.ts";
import { type Agent, type OpenInit, openAgent } from "./open-agent.ts";
import { proxiedFetch } from "./proxied-fetch.ts";

export interface FetchedCard {
  /** As it came. */
  readonly raw: unknown;
  /** Its URL; empty for one that was given. */
  readonly where: string;
  /** Undefined for an agent that cannot be called from here. */
  readonly agent: Agent | undefined;
  /** Why it cannot. */
  readonly problem: Explanation | undefined;
}

/** Fetches the card of an agent, even one that cannot be called from here. Rejects as `connect` does. */
export async function fetchCard(
  target: Target,
  around: Pick<OpenInit, "screen" | "stop" | "recorder">,
): Promise<FetchedCard> {
  const send = await proxiedFetch(process.env);
  let raw: unknown;
  let where = "";
  try {
    const agent = await openAgent(
      // Signatures are reported, valid or not.
      { ...target, keys: [] },
      {
        ...around,
        options: {
          authentication: "none",
          allowInterface: () => true,
          fetch: (input, init) => {
            where = input instanceof Request ? input.url : String(input);
            return send(input, init);
          },
          verifyCard: (card) => {
            raw = card;
          },
        },
      },
    );
    return { raw, where, agent, problem: undefined };
  } catch (error) {
    if (raw === undefined || !(isConnectError(error) || isCallError(error))) throw error;
    if (isConnectError(error, "card-invalid")) throw error;
    return { raw, where, agent: undefined, problem: explainError(error, target) };
  }
}
