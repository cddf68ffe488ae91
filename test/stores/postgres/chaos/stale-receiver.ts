import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Receiver, startReceiver } from "../../../shared/push/receiver.ts";

/** What became of a notification. */
export type Taken = "taken" | "refused" | "cut";

/** A receiver that refuses, hangs up, and drops the connections that it keeps. */
export interface StaleReceiver extends Receiver {
  /** What became of each notification, in the order in which they came. */
  readonly outcomes: readonly Taken[];
  /**
   * Each connection that there is ends with the next request on it, as those that a balancer has forgotten.
   */
  dropKept(): void;
}

export async function startStaleReceiver(): Promise<StaleReceiver> {
  const outcomes: Taken[] = [];
  const kept = new Set<Socket>();
  let stale = new WeakSet<Socket>();
  const receiver = await startReceiver((response, { index, socket }) => {
    const outcome = stale.has(socket) ? "cut" : answerOf(index);
    outcomes.push(outcome);
    if (!kept.has(socket)) socket.once("close", () => kept.delete(socket));
    kept.add(socket);
    answer(response, socket, outcome);
  });
  return {
    ...receiver,
    outcomes,
    dropKept() {
      stale = new WeakSet(kept);
    },
  };
}

function answer(response: ServerResponse, socket: Socket, outcome: Taken): void {
  if (outcome === "cut") socket.resetAndDestroy();
  else response.writeHead(outcome === "taken" ? 200 : 503).end();
}

/** Of notifications, one in ten is refused, and one in ten is not answered at all. */
function answerOf(index: number): Taken {
  if (index % 10 === 4) return "refused";
  return index % 10 === 9 ? "cut" : "taken";
}
