import { count } from "@a2agen/runtime/internal";
import { safeText } from "@a2agen/terminal/safe-text.ts";
import type { MigrationReport, ReportedClient } from "../observe/migration-report.ts";

/** The report of migration as text: each client with its losses below it. */
export function formatReport({ upstream, clients }: MigrationReport): string {
  const { url, version, binding } = upstream;
  const lines = clients.flatMap(formatClient);
  const none = "  nobody has called";
  return `${url} speaks ${version} over ${binding}\n${(lines.length === 0 ? [none] : lines).join("\n")}\n`;
}

function formatClient({
  client,
  version,
  binding,
  calls,
  failed,
  losses,
}: ReportedClient): readonly string[] {
  const failures = failed === 0 ? "" : `, ${failed} failed`;
  return [
    `  ${safeText(client)} calls in ${version} over ${binding}: ${count(calls, "call")}${failures}`,
    ...losses.map(({ method, of, path, message, count: times }) => {
      const place = path === "" ? "" : ` at ${safeText(path)}`;
      return `    ${times} × the ${of} of ${method}${place}: ${safeText(message)}`;
    }),
  ];
}
