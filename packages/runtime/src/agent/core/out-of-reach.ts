import { isObject } from "../../core/object.ts";
import { isCallError } from "../../service/call-error.ts";

/** Codes of lost connections: those of sockets, and the classes 08 and 57P of SQLSTATE. */
const lost =
  /^(?:E(?:CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|08\w{3}|57P0[1-3])$/u;

/** What drivers say that give no code. */
const text =
  /connection (?:terminated|closed|ended|lost|refused|reset|timed? ?out)|connection (?:error|timeout)|timeout exceeded when trying to connect/iu;

/** Whether a store failed since it could not be reached, as while its database restarts. */
export function isOutOfReach(error: unknown): boolean {
  let found: unknown = error;
  for (let depth = 0; depth < 5 && isObject(found); depth++) {
    if (isCallError(found)) return found.status === "UNAVAILABLE";
    const { code, message, cause, syscall } = found;
    // The socket of a server on this machine is a file, which is not there.
    if (typeof code === "string" && (lost.test(code) || (code === "ENOENT" && syscall === "connect")))
      return true;
    if (typeof message === "string" && text.test(message)) return true;
    found = cause;
  }
  return false;
}
