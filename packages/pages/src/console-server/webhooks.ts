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

/** The webhooks of a console: addresses that agents are given, and what came to them. */
export class Webhooks {
  readonly #open = new Set<string>();
  readonly #kept: Delivery[] = [];
  readonly #listeners = new Set<() => void>();
  #first = 0;

  /** Makes an address that cannot be guessed; returns its identifier. */
  open(): string {
    const id = randomUUID();
    this.#open.add(id);
    return id;
  }

  /** Takes a notification; false for an address that was not given out. */
  deliver(hook: string, { method, headers }: IncomingMessage, body: Buffer): boolean {
    if (method !== "POST" || !this.#open.has(hook)) return false;
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
    const receivedAt = new Date().toISOString();
    this.#kept.push({ hook, receivedAt, headers: Object.fromEntries(texts), body: body.toString("base64") });
    if (this.#kept.length > maximumKept) {
      this.#kept.shift();
      this.#first++;
    }
    for (const listener of this.#listeners) listener();
    return true;
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
