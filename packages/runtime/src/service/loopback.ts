/** Whether what is sent to a URL is encrypted, or stays on this machine. */
export function isSecureUrl({ protocol, hostname }: Pick<URL, "protocol" | "hostname">): boolean {
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

/** Takes the hostname of a URL: IPv4 addresses as four numbers, IPv6 addresses in brackets. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}
