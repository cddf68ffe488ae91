import { AuthorizationResponseError, ResponseBodyError } from "oauth4webapi";
import { errorCode } from "../core/object.ts";

/** What a client has to know before it can get a token. */
export type OAuthFact =
  /** Which authorization server, and where its endpoints are. */
  | "issuer"
  /** The client's identifier at that server. */
  | "client identity"
  /** What the client proves its identity with. */
  | "client authentication"
  | "scopes"
  /** What the token is for. */
  | "resource";

/** Why there is no token. Its text has no secrets; it has no cause, which might have some. */
export class OAuthError extends Error {
  /** Recognise the error by this: two copies of the package may be loaded. */
  readonly code = "ERR_A2AGEN_OAUTH";
  override readonly name = "OAuthError";
  /** Which fact is missing or wrong; undefined for anything else. */
  readonly fact: OAuthFact | undefined;
  /** The server's own code: `invalid_grant`. */
  readonly error: string | undefined;

  constructor(message: string, init: { readonly fact?: OAuthFact; readonly error?: string } = {}) {
    super(init.fact === undefined ? message : `missing or wrong: ${init.fact}; ${message}`);
    this.fact = init.fact;
    this.error = init.error;
  }
}

/** Whether a value is an OAuthError, and the one with this code of the server if one is given. */
export function isOAuthError(value: unknown, error?: string): value is OAuthError {
  return (
    errorCode(value) === "ERR_A2AGEN_OAUTH" && (error === undefined || (value as OAuthError).error === error)
  );
}

/** What the codes of authorization servers say is wrong, and the option that sets it. */
const blamed = {
  invalid_client: ["client authentication", "clientSecret, privateKey or clientAuthentication"],
  unauthorized_client: ["client identity", "clientId, or flow"],
  invalid_scope: ["scopes", "scopes"],
  invalid_target: ["resource", "resource"],
} as const satisfies Readonly<Record<string, readonly [OAuthFact, string]>>;

/** Does one step, whose errors become errors without secrets that begin with `where`. */
export async function inStep<T>(where: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw toOAuthError(where, cause);
  }
}

function toOAuthError(where: string, cause: unknown): OAuthError {
  if (isOAuthError(cause)) return cause;
  if (cause instanceof ResponseBodyError || cause instanceof AuthorizationResponseError) {
    const { error, error_description: text } = cause;
    const why = `${where}: ${clean(error)}${text === undefined ? "" : `: ${clean(text)}`}`;
    if (!Object.hasOwn(blamed, error)) return new OAuthError(why, { error });
    const [fact, option] = blamed[error as keyof typeof blamed];
    return new OAuthError(`${why}; set ${option}`, { fact, error });
  }
  // The library's own texts are fixed; those of a fetch name addresses.
  const text = cause instanceof Error ? cause.message : "failed";
  const code = errorCode(cause instanceof Error ? cause.cause : undefined);
  return new OAuthError(`${where}: ${clean(text)}${code === undefined ? "" : ` (${code})`}`);
}

/** A server's text, without what may be a secret that it repeats. */
function clean(text: string): string {
  return text
    .slice(0, 300)
    .replaceAll(/[^\s"'(),:;]{16,}/g, (word) => (/^(?:[a-z]+[_-])*[a-z]+$|^https?:/.test(word) ? word : "…"))
    .replaceAll(/[^ -~…]/g, " ");
}
