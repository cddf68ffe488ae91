import type { AgentInterface } from "../../service/card.ts";
import { findSide, type LayerFacts, sideOf } from "./layer-facts.ts";

/** What a client speaks, the most wanted first. */
export interface LayerWishes<Version extends string> {
  /** All when absent, the newer one first. */
  readonly versions?: readonly Version[];
  /** As cards name them, "JSONRPC"; any when absent. */
  readonly bindings?: readonly string[];
}

/** An interface of a card, and the version to call it in. */
export interface PickedInterface<Version extends string> {
  readonly interface: AgentInterface;
  readonly version: Version;
}

/**
 * Makes the choice of an interface: version by version, the first in the order of the card whose binding is
 * spoken. It does not look at the URL: where a client may send its credentials is for the client to say.
 */
export function createInterfacePicker<Card, Version extends string>(
  facts: LayerFacts,
  interfacesOf: (card: Card) => readonly AgentInterface[],
): (card: Card, wishes?: LayerWishes<Version>) => PickedInterface<Version> | undefined {
  return (card, { versions = [facts.newer.version, facts.older.version] as Version[], bindings } = {}) => {
    for (const version of versions) {
      const side = sideOf(facts, version);
      const found = interfacesOf(card).find(
        ({ protocolVersion, protocolBinding }) =>
          findSide(facts, protocolVersion) === side && bindings?.includes(protocolBinding) !== false,
      );
      if (found !== undefined) return { interface: found, version };
    }
    return undefined;
  };
}

/** Headers of a version. */
export interface LayerHeaders {
  /** Of a request in it. */
  readonly request: Readonly<Record<string, string>>;
  /** Of an answer, which caches keep by version. */
  readonly response: Readonly<Record<string, string>>;
}

export function createHeaders(facts: LayerFacts): (version: string) => LayerHeaders {
  return (version) => {
    const { name } = facts.parameter;
    return { request: { [name]: facts[sideOf(facts, version)].version }, response: { vary: name } };
  };
}
