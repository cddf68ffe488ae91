import type { StoredPushConfig } from "../agent/index.ts";
import { CallError, type FieldViolation } from "../service/index.ts";
import type { PushRules } from "../service/protocol.ts";

/** UTF-16 code units of a token, and of credentials. */
const maximumLength = 8192;

type Config = StoredPushConfig["config"];

/** UTF-16 code units of the identifier of a configuration, which is in every error. */
const maximumIdLength = 256;

/** The problems of a configuration, as values of headers and in size; no text has a secret. */
export function checkTexts({ id, token, authentication }: Config): readonly FieldViolation[] {
  const violations: FieldViolation[] = [];
  if (id.length > maximumIdLength || id.includes("\0")) {
    violations.push({ field: "id", description: `expected at most ${maximumIdLength} characters` });
  }
  if (!isHeaderValue(token ?? "")) {
    violations.push({
      field: "token",
      description: `expected at most ${maximumLength} visible characters of ASCII`,
    });
  }
  if (authentication === undefined) return violations;
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(authentication.scheme)) {
    const description = 'expected the name of an HTTP authentication scheme, such as "Bearer"';
    violations.push({ field: "authentication.scheme", description });
  }
  if (!isHeaderValue(authentication.credentials ?? "")) {
    const description = `expected at most ${maximumLength} visible characters of ASCII`;
    violations.push({ field: "authentication.credentials", description });
  }
  return violations;
}

function isHeaderValue(text: string): boolean {
  return text.length <= maximumLength && /^[\x20-\x7e]*$/.test(text);
}

/** Finds the credentials for a configuration that names a scheme without them. */
export type FindCredentials = (
  config: Config,
  signal: AbortSignal,
) => string | undefined | Promise<string | undefined>;

/** The headers that authenticate the agent to the webhook (sections 4.3.3 and 6.6). */
export async function secretHeaders(
  config: Config,
  { tokenHeader }: PushRules,
  { find, signal }: { readonly find: FindCredentials | undefined; readonly signal: AbortSignal },
): Promise<Readonly<Record<string, string>>> {
  const { token, authentication } = config;
  const headers: Record<string, string> = {};
  if (token !== undefined && token !== "") headers[tokenHeader] = token;
  if (authentication === undefined) return headers;
  const { scheme, credentials = "" } = authentication;
  const found = credentials === "" ? ((await find?.(config, signal)) ?? "") : credentials;
  if (!isHeaderValue(found)) {
    throw new CallError("INTERNAL", "credentials: expected visible characters of ASCII");
  }
  if (found !== "") headers["authorization"] = `${scheme} ${found}`;
  return headers;
}
