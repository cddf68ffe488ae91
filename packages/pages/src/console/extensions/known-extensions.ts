import { type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import type { CheckAnswer, CheckRequest, ExtensionFacts } from "../../console-server/extension-facts.ts";
import type { Relay } from "../session/relay.ts";

interface Waiting {
  readonly request: CheckRequest;
  readonly resolve: (answer: CheckAnswer) => void;
}

/** The extensions whose manifests the command has, and checks of their data. */
export class KnownExtensions {
  readonly facts: Signal<readonly ExtensionFacts[]> = signal([]);
  readonly #relay: Relay | undefined;
  #waiting: Waiting[] = [];

  constructor(relay?: Relay) {
    this.#relay = relay;
    void this.#load();
  }

  /** What is wrong with a value as data of several kinds; those of one turn are asked for at once. */
  check(request: CheckRequest): Promise<CheckAnswer> {
    return new Promise((resolve) => {
      this.#waiting.push({ request, resolve });
      if (this.#waiting.length === 1) setTimeout(() => void this.#send());
    });
  }

  async #load(): Promise<void> {
    this.facts.value = (await this.#relay?.ask<readonly ExtensionFacts[]>("/extensions")) ?? [];
  }

  async #send(): Promise<void> {
    const all = this.#waiting;
    this.#waiting = [];
    const requests = all.map(({ request }) => request);
    const answers = await this.#relay?.ask<readonly CheckAnswer[]>("/check", requests);
    for (const [at, { resolve }] of all.entries()) resolve(answers?.[at] ?? []);
  }
}

export const ExtensionsContext = createContext(new KnownExtensions());
