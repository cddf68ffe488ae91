import { type CallError, clientError } from "../../service/call-error.ts";
import { show } from "../../service/service-parameters.ts";
import type { ConnectOptions, Credentials } from "../contract/connect-options.ts";
import { mergeHeaders } from "./headers.ts";
import type { NamedPlacement } from "./plan-authentication.ts";

type Renew = NonNullable<ConnectOptions["onUnauthorized"]>;

/** The credentials of a connection, and where its calls carry them. */
export class CallerCredentials {
  readonly #placements: readonly NamedPlacement[];
  readonly #renew: Renew | undefined;
  #credentials: Credentials;
  #generation = 0;
  #renewing: Promise<boolean> | undefined;

  constructor(credentials: Credentials, placements: readonly NamedPlacement[], renew: Renew | undefined) {
    this.#credentials = credentials;
    this.#placements = placements;
    this.#renew = renew;
  }

  /** How often the credentials were replaced. */
  get generation(): number {
    return this.#generation;
  }

  /** The headers that a call carries; rejects with a CallError when a credential cannot be had. */
  async headers(): Promise<Readonly<Record<string, string>>> {
    const headers = await Promise.all(
      this.#placements.map(async ({ scheme, placement }): Promise<Readonly<Record<string, string>>> => {
        switch (placement.kind) {
          case "header":
            return { [placement.name]: checkHeader(scheme, placement.format(await this.#get(scheme))) };
          case "cookie":
            return { cookie: `${placement.name}=${checkCookie(scheme, await this.#get(scheme))}` };
          case "query":
          case "certificate":
            return {};
        }
      }),
    );
    return mergeHeaders(...headers);
  }

  /** The encoded query parameters of a call; may be empty. */
  async query(): Promise<string> {
    const pairs: string[] = [];
    for (const { scheme, placement } of this.#placements) {
      if (placement.kind !== "query") continue;
      const secret = await this.#get(scheme);
      pairs.push(`${encodeURIComponent(placement.name)}=${encodeURIComponent(secret)}`);
    }
    return pairs.join("&");
  }

  /**
   * Replaces the credentials after a call was refused that used those of `generation`. False when there
   * are no others. Calls that are refused at the same time ask once.
   */
  async renew(error: CallError, generation: number): Promise<boolean> {
    if (generation !== this.#generation) return true;
    if (this.#renew === undefined) return false;
    this.#renewing ??= this.#ask(this.#renew, error);
    return this.#renewing;
  }

  async #ask(renew: Renew, error: CallError): Promise<boolean> {
    try {
      const credentials = await renew(error);
      if (credentials === undefined) return false;
      this.#credentials = { ...this.#credentials, ...credentials };
      this.#generation += 1;
      return true;
    } finally {
      this.#renewing = undefined;
    }
  }

  async #get(scheme: string): Promise<string> {
    const credential = Object.hasOwn(this.#credentials, scheme) ? this.#credentials[scheme] : undefined;
    let secret: unknown;
    try {
      secret = typeof credential === "function" ? await credential() : credential;
    } catch (cause) {
      throw clientError("UNAUTHENTICATED", `credentials[${show(scheme)}]: the function failed`, { cause });
    }
    if (typeof secret !== "string" || secret === "") throw unusable(scheme, "expected a text, found none");
    return secret;
  }
}

/** Never shows the secret. */
function checkHeader(scheme: string, value: string): string {
  if (/^[\t\x20-\x7e]*$/.test(value)) return value;
  throw unusable(scheme, "has characters that a header cannot carry");
}

function checkCookie(scheme: string, value: string): string {
  if (/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(value)) return value;
  throw unusable(scheme, "has characters that a cookie cannot carry");
}

function unusable(scheme: string, why: string): CallError {
  return clientError("UNAUTHENTICATED", `credentials[${show(scheme)}]: ${why}`);
}
