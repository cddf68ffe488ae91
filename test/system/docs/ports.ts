import { connect } from "node:net";
import { freePort } from "../../shared/free-port.ts";

/** The ports that documents name stand for others here, which are free. */
export interface Ports {
  /** A text with the ports that are used here. */
  replace(text: string): string;
  /** A text with the ports that documents name. */
  restore(text: string): string;
  /** Those that a text with the ports used here names. */
  named(text: string): readonly number[];
}

const documented = [4000, 4001, 8080, 8443, 443];

export async function findPorts(): Promise<Ports> {
  const free = await Promise.all(documented.map(freePort));
  const translate = (text: string, from: readonly number[], to: readonly number[]): string =>
    from.reduce(
      (changed, port, i) => changed.replaceAll(new RegExp(`\\b${port}\\b`, "g"), String(to[i])),
      text,
    );
  return {
    replace: (text) => translate(text, documented, free),
    restore: (text) => translate(text, free, documented),
    named: (text) => free.filter((port) => new RegExp(`\\b${port}\\b`).test(text)),
  };
}

/** Resolves when something listens at a port of this machine. */
export async function untilListening(port: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const listens = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "localhost");
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (listens) return;
    // A program of a document need not print anything: that its port answers is the event, asked for again.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
