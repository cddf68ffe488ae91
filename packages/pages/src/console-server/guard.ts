import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Why a request is refused; undefined for one that may be answered. */
export type Refusal = { readonly status: 403 | 421; readonly text: string } | undefined;

/** The header with the token of the launch. */
const tokenHeader = "x-a2agen-token";

/**
 * Whether a request is for this server by its own name: a name that an attacker lets point to loopback (DNS
 * rebinding) is not.
 */
export function checkHost({ headers }: IncomingMessage, port: number): Refusal {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  if (headers.host !== undefined && names.includes(headers.host.toLowerCase())) return undefined;
  return { status: 421, text: `expected the host localhost:${port}` };
}

/** Whether a request comes from the page of this launch. */
export function checkCaller(
  request: IncomingMessage,
  { port, token }: { port: number; token: string },
): Refusal {
  const refusal = checkHost(request, port);
  if (refusal !== undefined) return refusal;
  const { origin, [tokenHeader]: given } = request.headers;
  if (origin !== undefined && origin !== `http://${request.headers.host}`) {
    return { status: 403, text: "the console answers its own page only" };
  }
  const isOurs = typeof given === "string" && isSame(given, token);
  return isOurs
    ? undefined
    : { status: 403, text: "expected the token of this launch; open the address that the command printed" };
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
