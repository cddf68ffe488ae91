import { type CallError, clientError } from "../service/call-error.ts";
import { fromHttpStatus } from "../service/status.ts";

/** Most characters of a body that an error quotes. */
const excerptLength = 200;

/**
 * The error for an answer with an HTTP status of an error and a body that is not of the binding: the
 * page of a proxy, say.
 */
export function fromForeignAnswer(url: string, response: Response, body: string): CallError {
  const { status, statusText } = response;
  const text = excerptOf(body);
  const line = `${url}: HTTP ${status}${statusText === "" ? "" : ` ${statusText}`}`;
  return clientError(fromHttpStatus(status), text === "" ? line : `${line}: ${text}`, {
    http: status,
    ...transportFacts(response),
  });
}

/** The facts about an error in the headers of an answer. */
export function transportFacts({ headers }: Response): {
  readonly challenges?: readonly string[];
  readonly retryAfterMs?: number;
} {
  const challenge = headers.get("www-authenticate");
  const seconds = headers.get("retry-after");
  return {
    ...(challenge !== null && { challenges: [challenge] }),
    ...(seconds !== null && /^[0-9]{1,9}$/.test(seconds) && { retryAfterMs: Number(seconds) * 1000 }),
  };
}

/** The beginning of a body on one line, without the tags of HTML. */
export function excerptOf(body: string): string {
  const text = body
    .slice(0, excerptLength * 50)
    .replaceAll(/<(style|script)\b[^>]*>[\s\S]*?<\/\1\s*>|<[^<>]*>/gi, " ")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return text.length > excerptLength ? `${text.slice(0, excerptLength)}…` : text;
}
