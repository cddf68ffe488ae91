import { LocalNotifier } from "./local-notifier.ts";

/** A client that may send further messages to its task: open until it says that none follows, or goes. */
export class LiveHold {
  #isOpen = true;
  readonly #closed = new LocalNotifier();

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Calls `listener` when it closes. */
  onClose(listener: () => void): void {
    this.#closed.listen(listener);
  }

  close(): void {
    this.#isOpen = false;
    this.#closed.notify();
  }
}
