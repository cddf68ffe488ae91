import { isObject } from "../../core/object.ts";
import { isCallError } from "../../service/call-error.ts";

/**
 * Codes of statements that a database has refused for now, so that they have written nothing. Of SQLSTATE: a
 * transaction that gave way to another one (40), too few resources, as a full disk or no free connection
 * (53), a timeout (57014), a lock that was not free in time (55P03), a server that only reads, as while
 * another one takes over (25006), and tables or columns that are missing, as before a migration (42P01,
 * 42703).
 */
const refused = /^(?:40(?!003)\w{3}|53\w{3}|57014|55P03|25006|42P01|42703)$/u;

/**
 * Codes of lost connections and of a machine without resources; of SQLSTATE also the classes 08, 57P and 58.
 */
const lost =
  /^(?:E(?:CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|NOSPC|DQUOT|MFILE|NFILE)|08\w{3}|40003|57P0[1-35]|58030)$/u;

/** What drivers say that give no code. */
const text =
  /connection (?:terminated|closed|ended|lost|refused|reset|timed? ?out)|connection (?:error|timeout)|timeout exceeded when trying to connect/iu;

/** Whether a store failure is transient: its database restarts, or cannot write for now. */
export function isOutOfReach(error: unknown): boolean {
  let found: unknown = error;
  for (let depth = 0; depth < 5 && isObject(found); depth++) {
    if (isCallError(found)) return found.status === "UNAVAILABLE";
    const { code, message, cause, syscall } = found;
    // The socket of a server on this machine is a file, which is not there.
    if (typeof code === "string") {
      if (lost.test(code) || refused.test(code) || (code === "ENOENT" && syscall === "connect")) return true;
    }
    if (typeof message === "string" && text.test(message)) return true;
    found = cause;
  }
  return false;
}

/** Whether a write failed for now and has certainly written nothing, so that it may be tried again. */
export function hasWrittenNothing(error: unknown): boolean {
  let found: unknown = error;
  for (let depth = 0; depth < 5 && isObject(found); depth++) {
    const { code, cause } = found;
    if (typeof code === "string") return refused.test(code);
    found = cause;
  }
  return false;
}
