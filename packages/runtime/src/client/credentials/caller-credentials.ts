import { errorCode, errorMessage } from "../../core/object.ts";
import { type CallError, clientError } from "../../service/call-error.ts";
import { show } from "../../service/service-parameters.ts";
import type { Challenge, ConnectOptions, CredentialAsk, Credentials } from "../contract/connect-options.ts";
import { mergeHeaders } from "./headers.ts";
import { parseChallenges } from "./parse-challenges.ts";
import type { NamedPlacement } from "./plan-authentication.ts";

export interface CallerCredentialsInit {
  readonly credentials: Credentials;
  readonly placements: readonly NamedPlacement[];
  /** The interface that they are for. */
  readonly resource: string;
  readonly onUnauthorized: ConnectOptions["onUnauthorized"];
}

/** What a call was sent with, by scheme. */
export type Secrets = ReadonlyMap<string, string>;

/** A call that a server has refused. */
export interface Refusal {
  readonly error: CallError;
  /** Of the credentials that the call used. */
  readonly generation: number;
  readonly secrets: Secrets | undefined;
  readonly signal: AbortSignal;
}

/** The credentials of a connection, and where its calls carry them. */
export class CallerCredentials {
  readonly #init: CallerCredentialsInit;
  #credentials: Credentials;
  #generation = 0;
  /** What the functions answered to the last challenge. */
  #answered: Secrets | undefined;
  #renewing: Promise<boolean> | undefined;

  constructor(init: CallerCredentialsInit) {
    this.#init = init;
    this.#credentials = init.credentials;
  }

  /** Whether calls carry none. */
  get isEmpty(): boolean {
    return this.#init.placements.length === 0;
  }

  /** How often the credentials were replaced. */
  get generation(): number {
    return this.#generation;
  }

  /** What the last challenge was answered with, for the call that is sent once more. */
  get answered(): Secrets | undefined {
    return this.#answered;
  }

  /** What a call carries outside of its URL; rejects with a CallError when a credential cannot be had. */
  async secrets(signal: AbortSignal): Promise<Secrets> {
    const placed = this.#init.placements.filter(({ placement }) => isInHead(placement));
    return new Map(
      await Promise.all(
        placed.map(async (each) => [each.scheme, await this.#get(each, { signal })] as const),
      ),
    );
  }

  /** The headers with some secrets; throws a CallError for one that a header cannot carry. */
  headersOf(secrets: Secrets): Readonly<Record<string, string>> {
    return mergeHeaders(
      ...this.#init.placements.map(({ scheme, placement }) => {
        const secret = secrets.get(scheme) ?? "";
        if (placement.kind === "header")
          return { [placement.name]: checkHeader(scheme, placement.format(secret)) };
        if (placement.kind === "cookie")
          return { cookie: `${placement.name}=${checkCookie(scheme, secret)}` };
        return undefined;
      }),
    );
  }

  /** The encoded query parameters of a call; may be empty. */
  async query(signal: AbortSignal): Promise<string> {
    const pairs: string[] = [];
    for (const each of this.#init.placements) {
      if (each.placement.kind !== "query") continue;
      const secret = await this.#get(each, { signal });
      pairs.push(`${encodeURIComponent(each.placement.name)}=${encodeURIComponent(secret)}`);
    }
    return pairs.join("&");
  }

  /**
   * Finds other credentials after a call was refused. False when there are none. Calls that are refused at
   * the same time ask once.
   */
  async renew(refusal: Refusal): Promise<boolean> {
    if (refusal.generation !== this.#generation) return true;
    this.#renewing ??= this.#renew(refusal).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renew({ error, secrets, signal }: Refusal): Promise<boolean> {
    const isUnauthenticated = error.status === "UNAUTHENTICATED";
    const given = isUnauthenticated ? await this.#init.onUnauthorized?.(error) : undefined;
    if (given !== undefined) {
      this.#credentials = { ...this.#credentials, ...given };
      this.#answered = undefined;
      this.#generation += 1;
      return true;
    }
    if (secrets === undefined) return false;
    const challenges = parseChallenges(error.challenges);
    if (!isUnauthenticated && !challenges.some(isStepUp)) return false;
    const answered = new Map(secrets);
    for (const each of this.#init.placements.filter(({ scheme }) => this.#isFunction(scheme))) {
      if (!isInHead(each.placement)) continue;
      answered.set(each.scheme, await this.#get(each, { signal, challenge: challengeFor(each, challenges) }));
    }
    // The same once more would be refused once more.
    if ([...answered].every(([scheme, secret]) => secrets.get(scheme) === secret)) return false;
    this.#answered = answered;
    this.#generation += 1;
    return true;
  }

  #isFunction(scheme: string): boolean {
    return typeof this.#find(scheme) === "function";
  }

  #find(scheme: string): Credentials[string] | undefined {
    return Object.hasOwn(this.#credentials, scheme) ? this.#credentials[scheme] : undefined;
  }

  async #get(
    { scheme, description, scopes }: NamedPlacement,
    why: Pick<CredentialAsk, "signal" | "challenge">,
  ): Promise<string> {
    const credential = this.#find(scheme);
    const { resource } = this.#init;
    let secret: unknown;
    try {
      secret =
        typeof credential === "function"
          ? await credential({ name: scheme, scheme: description, scopes, resource, ...why })
          : credential;
    } catch (cause) {
      // Texts of others may quote a secret.
      const text = errorCode(cause) === "ERR_A2AGEN_OAUTH" ? errorMessage(cause) : "the function failed";
      throw clientError("UNAUTHENTICATED", `credentials[${show(scheme)}]: ${text}`, { cause });
    }
    if (typeof secret !== "string" || secret === "") throw unusable(scheme, "expected a text, found none");
    return secret;
  }
}

/** Whether a secret goes into a header: that of the query is asked for by `fetch`. */
function isInHead({ kind }: NamedPlacement["placement"]): boolean {
  return kind === "header" || kind === "cookie";
}

/** Whether a call needs a token with more scopes (RFC 6750, 3.1). */
function isStepUp({ error }: Challenge): boolean {
  return error === "insufficient_scope";
}

/** What the server said of a scheme; a challenge without anything where it said nothing. */
function challengeFor({ description }: NamedPlacement, challenges: readonly Challenge[]): Challenge {
  const own = description.httpAuthSecurityScheme?.scheme.toLowerCase() ?? "bearer";
  return (
    challenges.find(({ scheme }) => scheme === own) ??
    challenges[0] ?? { scheme: "", scopes: [], parameters: {} }
  );
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
