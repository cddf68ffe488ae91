import type { Endpoint } from "../service/binding-factory.ts";

/** Whether nobody on the way can read what is sent: it is encrypted, or does not leave the machine. */
export function isSafe({ hostname, isEncrypted }: Pick<Endpoint, "hostname" | "isEncrypted">): boolean {
  return isEncrypted || isLoopback(hostname);
}

/** Hosts as URL gives them: IPv4 addresses in four numbers, IPv6 in brackets. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}
