import type { ConnectionWarning } from "./connect-options.ts";

/** Most warnings that are kept: a peer can give any number of reasons for them. */
const maximum = 100;

/** Keeps the warnings of a connection and tells them. */
export class WarningList {
  readonly list: ConnectionWarning[] = [];
  readonly #tell: ((warning: ConnectionWarning) => void) | undefined;

  constructor(tell: ((warning: ConnectionWarning) => void) | undefined) {
    this.#tell = tell;
  }

  add(warning: ConnectionWarning): void {
    if (this.list.length < maximum) this.list.push(warning);
    this.#tell?.(warning);
  }
}
