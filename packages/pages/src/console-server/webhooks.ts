import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** A notification that an agent sent to a webhook of the console. */
export interface Delivery {
  readonly hook: string;
  readonly receivedAt: string;
  readonly headers: Readonly<Record<string, string>>;
  /** In base64. */
  readonly body: string;
}

/** Deliveries that are kept for a page that is not there. */
const maximumKept = 200;

/** Characters of their bodies: any agent that was given an address can send as much as it likes. */
const maximumKeptCharacters = 64 * 1024 * 1024;

/** The webhooks of a console: addresses that agents are given, and what came to them. */
export class Webhooks {
  readonly #open = new Set<string>();
  readonly #kept: Delivery[] = [];
  readonly #listeners = new Set<() => void>();
  #first = 0;
  #characters = 0;

  /** Makes an address that cannot be guessed; returns its identifier. */
  open(): string {
    const id = randomUUID();
    this.#open.add(id);
    return id;
  }

  /** Whether a request is a notification to an address that was given out. */
  takes(hook: string, { method }: IncomingMessage): boolean {
    return method === "POST" && this.#open.has(hook);
  }

  /** Keeps a notification, in the place of the oldest ones if there are too many. */
  deliver(hook: string, { headers }: IncomingMessage, bytes: Buffer): void {
    const body = bytes.toString("base64");
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
    const receivedAt = new Date().toISOString();
    this.#kept.push({ hook, receivedAt, headers: Object.fromEntries(texts), body });
    this.#characters += body.length;
    while (this.#kept.length > maximumKept || this.#characters > maximumKeptCharacters) {
      this.#characters -= this.#kept.shift()?.body.length ?? 0;
      this.#first++;
    }
    for (const listener of this.#listeners) listener();
  }

  /** What came, and what comes until the signal ends it. */
  async *deliveries(signal: AbortSignal): AsyncGenerator<Delivery, void, undefined> {
    let next = this.#first;
    while (!signal.aborted) {
      next = Math.max(next, this.#first);
      const delivery = this.#kept[next - this.#first];
      if (delivery === undefined) await this.#change(signal);
      else {
        next++;
        yield delivery;
      }
    }
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        this.#listeners.delete(end);
        signal.removeEventListener("abort", end);
        resolve();
      };
      this.#listeners.add(end);
      signal.addEventListener("abort", end);
    });
  }
}
