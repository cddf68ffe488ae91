import type { HostedMethod, IncomingCall } from "@a2agen/runtime/binding";
import type { Host } from "../../../../packages/runtime/src/host/index.ts";
import type { Method } from "../../../../packages/runtime/src/service/index.ts";

export interface IncomingInit {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly deadline?: number;
}

/** A call as a binding hands it to the host, and the means to let its client go. */
export class TestCall implements IncomingCall {
  readonly binding = "TEST";
  readonly deadline?: number;
  readonly #init: IncomingInit;
  readonly #listeners: (() => void)[] = [];
  #gone = false;

  constructor(init: IncomingInit = {}) {
    this.#init = init;
    if (init.deadline !== undefined) this.deadline = init.deadline;
  }

  /** How often somebody has asked to be told when the client goes. */
  get watchers(): number {
    return this.#listeners.length;
  }

  header(name: string): string | undefined {
    const headers = { "a2a-version": "1.0", ...this.#init.headers };
    return (headers as Record<string, string>)[name.toLowerCase()];
  }

  query(name: string): string | undefined {
    return this.#init.query?.[name];
  }

  onDisconnect(listener: () => void): void {
    this.#listeners.push(listener);
    if (this.#gone) listener();
  }

  disconnect(): void {
    this.#gone = true;
    for (const listener of this.#listeners) listener();
  }
}

export function methodOf(host: Host, name: Method["name"]): HostedMethod {
  const found = host.methods.find(({ method }) => method.name === name);
  if (found === undefined) throw new Error(`there is no method ${name}`);
  return found;
}

/** Calls a method as a binding does. */
export async function call(
  host: Host,
  name: string,
  request: unknown,
  incoming: IncomingCall = new TestCall(),
): Promise<unknown> {
  const hosted = methodOf(host, name);
  return (await host.unary(hosted, incoming, () => hosted.method.input.decode(request))).value;
}
