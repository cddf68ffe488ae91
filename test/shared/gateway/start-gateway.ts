import { onTestFinished } from "vitest";
import {
  createGateway,
  type Gateway,
  type GatewayOptions,
  type Losses,
} from "../../../packages/gateway/src/library/index.ts";

/** A gateway, and what its hooks were told. */
export interface StartedGateway extends Gateway {
  readonly losses: readonly Losses[];
  readonly problems: readonly string[];
}

/** Starts a gateway on free ports, with gRPC; it ends with the test. */
export async function startGateway(
  upstream: string,
  options: Partial<GatewayOptions> = {},
): Promise<StartedGateway> {
  const losses: Losses[] = [];
  const problems: string[] = [];
  const gateway = await createGateway({
    upstream,
    grpcPort: 0,
    secret: "a secret of at least 32 characters",
    onLosses: (each) => losses.push(each),
    onProblem: (text) => problems.push(text),
    ...options,
  });
  onTestFinished(() => gateway.close({ graceMs: 0 }));
  return {
    ...gateway,
    // They change with those of upstreams.
    get cards() {
      return gateway.cards;
    },
    losses,
    problems,
  };
}
