import type { Endpoint } from "../../service/binding-factory.ts";
import { isLoopback } from "../../service/loopback.ts";

/** True if the endpoint is encrypted or loopback. */
export function isSecure({ hostname, isEncrypted }: Pick<Endpoint, "hostname" | "isEncrypted">): boolean {
  return isEncrypted || isLoopback(hostname);
}
