import { count } from "@a2agen/runtime/internal";
import { safeText } from "@a2agen/terminal/safe-text.ts";
import type { MigrationReport, ReportedClient } from "../observe/migration-report.ts";

/** The report of migration as text: each upstream with its clients below it, and their losses. */
export function formatReport({ upstreams }: MigrationReport): string {
  const lines = upstreams.flatMap(({ path, url, version, binding, clients }) => {
    const place = path === "" ? "" : `${path}: `;
    const called = clients.flatMap(formatClient);
    return [
      `${place}${url} speaks ${version} over ${binding}`,
      ...(called.length === 0 ? ["  nobody has called"] : called),
    ];
  });
  return `${lines.join("\n")}\n`;
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
