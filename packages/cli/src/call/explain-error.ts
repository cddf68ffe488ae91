import { shellWord } from "@a2agen/exchange/shell-word.ts";
import { DecodeError } from "@a2agen/runtime";
import { type ConnectReason, isConnectError } from "@a2agen/runtime/client";
import { errorCode, errorMessage } from "@a2agen/runtime/internal";
import type { OAuthError, OAuthFact } from "@a2agen/runtime/oauth";
import { type CallError, isCallError } from "@a2agen/runtime/service";
import { explainCode } from "../explain/explain-code.ts";
import type { Target } from "./call-plan.ts";

/** An error for people: what happened, and on further lines what can be done. */
export interface Explanation {
  /** For programs: the name of the error or its status, or why there is no connection. */
  readonly code: string;
  readonly problem: string;
  readonly hints: readonly string[];
}

export function explainError(error: unknown, target: Target): Explanation {
  if (isConnectError(error)) {
    return {
      code: error.reason,
      problem: splitOffers(error.message),
      hints: connectHints[error.reason](target, error.message),
    };
  }
  if (isCallError(error)) return explainCall(error, target);
  if (error instanceof DecodeError) {
    const problem = `the request is no ${error.message.replace(/^invalid /, "")}`;
    return { code: error.name, problem, hints: [] };
  }
  return { code: errorCode(error) ?? "Error", problem: errorMessage(error), hints: [] };
}

const direct = ({ url }: Target): string =>
  `an interface is called without a card by: a2agen call ${shellWord(url)} send TEXT --direct --binding JSONRPC`;

const credentials = [
  "--login signs in as the card says",
  "--token-env VARIABLE sends a bearer token, --header-env NAME=VARIABLE any other secret",
];

/** What sets the facts that a sign-in lacks; its own text is for programs. */
const loginHints: Readonly<Record<OAuthFact | "none", string>> = {
  issuer: "the card has to name an authorization server that can be reached: see a2agen call URL card",
  "client identity": "--client-id ID or A2AGEN_CLIENT_ID names the client that you have registered there",
  "client authentication":
    "A2AGEN_CLIENT_SECRET, or the variable of --client-secret-env, has the secret of the client",
  scopes: "ask for the scopes at the authorization server, and sign in again: --logout forgets the token",
  resource: "the authorization server does not give tokens for this agent to this client",
  none: "sign in at a terminal first, or set A2AGEN_CLIENT_ID and A2AGEN_CLIENT_SECRET",
};

/** What a user of the command line can do; the messages speak to those who call `connect`. */
const connectHints: Readonly<Record<ConnectReason, (target: Target, message: string) => readonly string[]>> =
  {
    "card-not-found": (target) => [
      "give the URL of the card itself when it is elsewhere; it ends in .json",
      direct(target),
    ],
    "card-invalid": (target) => [direct(target)],
    "catalog-not-found": ({ url }) => [
      `without --catalog the agent itself is called: a2agen call ${shellWord(url)}`,
    ],
    "catalog-invalid": () => [],
    "agent-unclear": () => ["--agent NAME|IDENTIFIER chooses one"],
    "no-interface": ({ binding, protocol }, message) => [
      ...(binding === undefined && message.includes('"GRPC"') ? ["--binding GRPC uses gRPC"] : []),
      ...(binding === undefined ? [] : ["without --binding any one is used"]),
      ...(protocol === undefined ? [] : ["without --protocol any version is spoken"]),
    ],
    "no-credentials": () => credentials,
    insecure: () => [
      "use https, or a tunnel to this machine: secrets are not sent where others can read them",
    ],
    "not-allowed": () => [
      "a card may not lead secrets or calls just anywhere; call the interface itself: --direct with its URL",
    ],
  };

function explainCall(error: CallError, target: Target): Explanation {
  const { name, status, violations } = error;
  // Options are for code; the hints have the flags.
  const message = error.message.replace(/; give credentials with \w+$/, "");
  const title = name === "CallError" ? status : name;
  const hints = hintsOf(error, target, message);
  const causes =
    error.origin === "client" ? causesOf(error.cause).filter((text) => !message.includes(text)) : [];
  return {
    code: title,
    problem: [
      `${title}: ${message}${causes.length === 0 ? "" : `: ${causes.join(": ")}`}`,
      ...violations
        .filter(({ field, description }) => !message.includes(`${field}: ${description}`))
        .map(({ field, description }) => `${field === "" ? "request" : field}: ${description}`),
    ].join("\n"),
    hints:
      hints.length > 0 || explainCode(title) === "" ? hints : [`a2agen explain ${title} says what to do`],
  };
}

function hintsOf(error: CallError, target: Target, message: string): readonly string[] {
  const { name, status, challenges, retryAfterMs } = error;
  return [
    ...challenges
      .filter((challenge) => !message.includes(challenge))
      .map((challenge) => `the agent asks for: ${challenge}`),
    ...(errorCode(error.cause) === "ERR_A2AGEN_OAUTH"
      ? [loginHints[(error.cause as OAuthError).fact ?? "none"]]
      : status === "UNAUTHENTICATED"
        ? credentials
        : []),
    ...(retryAfterMs === undefined
      ? []
      : [`the agent says to come again in ${Math.ceil(retryAfterMs / 1000)} s`]),
    ...(name === "ExtensionSupportRequiredError" ? ["--extension URI asks for an extension"] : []),
    ...(isUntrusted(error) ? ["NODE_EXTRA_CA_CERTS=ca.pem trusts a certificate authority of your own"] : []),
    ...(isPlain(error) ? ["does it speak http? The URL says https"] : []),
    ...(status === "UNAVAILABLE" && error.origin === "client" && !target.isDirect
      ? ["is the agent running, and is this its address?"]
      : []),
  ];
}

/** The interfaces of a card on separate lines, where a message goes through all of them. */
function splitOffers(message: string): string {
  if (!message.includes('. The card offers "')) return message;
  return message
    .replace('. The card offers "', '. The card offers:\n"')
    .replaceAll('; "', '\n"')
    .replace(/\. Installed: (?=[^"]*$)/, "\nInstalled: ");
}

/** The messages of the causes of an error, as `fetch` nests them. */
function causesOf(cause: unknown): readonly string[] {
  const texts: string[] = [];
  let current = cause;
  for (let depth = 0; current instanceof Error && depth < 5; depth++) {
    const inner =
      current instanceof AggregateError ? current.errors.map(errorMessage) : [errorMessage(current)];
    const text = inner.filter((one) => one !== "").join(", ");
    // The message has what a decoder has found.
    const isTold = text === "" || text === "fetch failed" || current instanceof DecodeError;
    if (!isTold && !texts.includes(text)) texts.push(text);
    current = current.cause;
  }
  return texts;
}

/** Whether the other side answered to TLS with something else. */
function isPlain(error: CallError): boolean {
  const text = [error.message, ...causesOf(error.cause)].join(" ");
  return (
    error.origin === "client" && /ssl3_get_record|wrong version number|packet length too long/.test(text)
  );
}

/** Whether a certificate was refused. */
function isUntrusted(error: CallError): boolean {
  const text = [error.message, ...causesOf(error.cause)].join(" ");
  return /certificate|self-signed|self signed/i.test(text);
}
