import type { Endpoint } from "../../service/binding-factory.ts";
import type { CallOptions } from "../../service/call-context.ts";
import { clientError, isCallError } from "../../service/call-error.ts";
import type { StatusName } from "../../service/status.ts";
import type { ClientInterceptor } from "../../service/transport.ts";
import { wrapTransport } from "../../service/wrap-transport.ts";
import type { HeaderSource } from "../contract/connect-options.ts";
import type { CallerCredentials, Secrets } from "../credentials/caller-credentials.ts";
import { findOwned, findSecret, mergeHeaders } from "../credentials/headers.ts";
import { isSecure } from "../credentials/is-secure.ts";
import { waitWithin } from "../credentials/wait-within.ts";
import { type ChangedCall, changeCalls } from "./change-calls.ts";
import { openStream, readOpened } from "./open-stream.ts";

export interface SendCredentialsInit {
  readonly credentials: CallerCredentials;
  /** The caller's own headers for every call. */
  readonly headers: HeaderSource | undefined;
  readonly endpoint: Endpoint;
  /** The origin of the card; undefined if the caller provided the card. */
  readonly cardEndpoint: Endpoint | undefined;
  readonly insecure: boolean;
  /** Whether the caller allows the interface to receive its headers. */
  readonly isAllowed: boolean;
  /** Whether an observer adds headers, of which `baggage` is then left out for another origin. */
  readonly isObserved: boolean;
}

/**
 * Adds headers and credentials to every call, those of the call itself last. A call that is refused for its
 * credentials is sent once more with others, if there are any.
 */
export function sendCredentials(init: SendCredentialsInit): ClientInterceptor {
  const { credentials, headers } = init;
  const risk = init.insecure ? undefined : findRisk(init);
  const otherOrigin = findOtherOrigin(init);

  const prepare = async (given: CallOptions, answered?: Secrets): Promise<PreparedCall> => {
    const options = init.isObserved && otherOrigin !== undefined ? withoutBaggage(given) : given;
    const [own, secrets] =
      credentials.isEmpty && typeof headers !== "function"
        ? [headers, noSecrets]
        : await waitWithin(
            (signal) => Promise.all([readHeaders(headers), answered ?? credentials.secrets(signal)]),
            options,
          );
    const foreign = otherOrigin === undefined ? undefined : findOwned(mergeHeaders(own, options.headers));
    if (foreign !== undefined) {
      throw clientError(
        "FAILED_PRECONDITION",
        `the header ${foreign} would be sent to ${otherOrigin ?? ""}; allow it with allowInterface`,
      );
    }
    const merged = mergeHeaders(own, credentials.headersOf(secrets), options.headers);
    const secret = risk === undefined ? undefined : findSecret(merged);
    if (secret === undefined) return { secrets, options: { ...options, headers: merged } };
    throw clientError(
      "FAILED_PRECONDITION",
      `the header ${secret} would be sent ${risk ?? ""}; use https, or allow it with insecure: true`,
    );
  };

  const twice = async <T>(given: CallOptions, send: (options: CallOptions) => Promise<T>): Promise<T> => {
    const { generation } = credentials;
    let secrets: Secrets | undefined;
    try {
      const prepared = await prepare(given);
      ({ secrets } = prepared);
      return await send(prepared.options);
    } catch (error) {
      if (!isCallError(error) || !refusals.has(error.status)) throw error;
      const renew = (signal: AbortSignal): Promise<boolean> =>
        credentials.renew({ error, generation, secrets, signal });
      if (!(await waitWithin(renew, given))) throw error;
      return await send((await prepare(given, credentials.answered)).options);
    }
  };

  return (transport) =>
    wrapTransport(changeCalls((given) => prepare(given))(transport), {
      unary: (method, request, given) => twice(given, (options) => transport.unary(method, request, options)),
      async *stream(method, request, given) {
        yield* readOpened(
          await twice(given, (options) => openStream(transport.stream(method, request, options))),
        );
      },
    });
}

/** A call with all its headers, and what it authenticates with. */
interface PreparedCall extends ChangedCall {
  readonly secrets: Secrets;
}

const noSecrets: Secrets = new Map();

/** What servers refuse calls with for their credentials. */
const refusals: ReadonlySet<StatusName> = new Set(["UNAUTHENTICATED", "PERMISSION_DENIED"]);

function withoutBaggage(options: CallOptions): CallOptions {
  const { baggage: _, ...headers } = options.headers ?? {};
  return { ...options, headers };
}

async function readHeaders(
  headers: HeaderSource | undefined,
): Promise<Readonly<Record<string, string>> | undefined> {
  if (typeof headers !== "function") return headers;
  try {
    return await headers();
  } catch (cause) {
    if (isCallError(cause)) throw cause;
    throw clientError("UNAUTHENTICATED", "headers: the function failed", { cause });
  }
}

function findOtherOrigin({ endpoint, cardEndpoint, isAllowed }: SendCredentialsInit): string | undefined {
  if (isAllowed || cardEndpoint === undefined || cardEndpoint.origin === endpoint.origin) return undefined;
  return `${endpoint.origin}, which is another origin than that of the card, ${cardEndpoint.origin}`;
}

function findRisk({ endpoint, cardEndpoint }: SendCredentialsInit): string | undefined {
  if (!isSecure(endpoint)) return `unencrypted to ${endpoint.origin}`;
  if (cardEndpoint === undefined || isSecure(cardEndpoint)) return undefined;
  return `to ${endpoint.origin}, which a card names that came unencrypted`;
}
