import type { CallContext } from "../../service/call-context.ts";
import type { Principal } from "../../service/security.ts";

export interface TranslatedContextInit {
  /** Name of the method in the version of the handler. */
  readonly method: string;
  /** Of the version that the client speaks, for calls that carry none. */
  readonly version: string;
  /** The tenant that the translated request names. */
  readonly tenant: string | undefined;
}

/**
 * The context of a call as the handler of another version sees it: with the names of its own version,
 * and the version and profile that the client speaks. Everything else is that of the call.
 */
export class TranslatedContext implements CallContext {
  readonly method: string;
  readonly version: string;
  readonly tenant: string | undefined;
  readonly #inner: CallContext;

  constructor(inner: CallContext, { method, version, tenant }: TranslatedContextInit) {
    this.#inner = inner;
    this.method = method;
    this.version = inner.version === "" ? version : inner.version;
    this.tenant = tenant ?? inner.tenant;
  }

  get profile(): string {
    return this.#inner.profile;
  }

  get binding(): string {
    return this.#inner.binding;
  }

  get extensions(): readonly string[] {
    return this.#inner.extensions;
  }

  get activated(): readonly string[] {
    return this.#inner.activated;
  }

  get principal(): Principal | undefined {
    return this.#inner.principal;
  }

  /** Made by the call when it is asked for. */
  get signal(): AbortSignal {
    return this.#inner.signal;
  }

  header(name: string): string | undefined {
    return this.#inner.header(name);
  }

  activate(uri: string): void {
    this.#inner.activate(uri);
  }

  mark(place: string): void {
    this.#inner.mark?.(place);
  }
}
