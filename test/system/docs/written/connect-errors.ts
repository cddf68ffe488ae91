import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ConnectReason } from "@a2agen/runtime/client";
import { loadCommands } from "../../../../packages/cli/src/commands.ts";
import { repository } from "../documents.ts";

/** What to do when no client could be made. */
const remedies: Readonly<Record<ConnectReason, string>> = {
  "card-not-found": "Give the URL of the agent, or that of its card, which ends in `.json`.",
  "catalog-not-found": "Leave out the catalog to call an agent by its own URL.",
  "catalog-invalid": "`cause` has every problem of the document.",
  "agent-unclear": "Name one of the agents that the message lists.",
  "card-invalid": "`cause` has every problem of the card; call an interface by its own URL meanwhile.",
  "no-interface": "Install the binding, or speak the version, that the message lists.",
  "no-credentials": "Pass [`credentials`](client-credentials.md) for a scheme that the message lists.",
  insecure: "Call by https. `localhost` may be called without.",
  "not-allowed": "Call the interface by its own URL, or allow it by `allowInterface`.",
};

/** Why `connect` fails. */
export async function formatConnectErrors(): Promise<string> {
  const path = "packages/runtime/src/client/contract/connect-error.ts";
  const source = await readFile(join(repository, path), "utf8");
  const rows = Object.entries(remedies).map(([reason, remedy]) => {
    const [, comment = ""] =
      new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\n {2}\\| "${reason}"`).exec(source) ?? [];
    const meaning = comment.replaceAll(/\s*\n\s*\*?/g, " ").trim();
    if (meaning === "") throw new Error(`${path}: expected a comment on "${reason}"`);
    return `| \`${reason}\` | ${meaning.replace(/\.$/, "").replace(/: see\s+`ConnectOptions.allowInterface`/, "")} | ${remedy} |`;
  });
  return ["| `reason` | means | what to do |", "|---|---|---|", ...rows].join("\n");
}

/** What commands end with where that is not what most end with. */
export async function formatExitCodes(): Promise<string> {
  const commands = await loadCommands([]);
  const rows = commands.flatMap(({ path, exitCodes = [] }) =>
    exitCodes.map(([code, text]) => `| \`a2agen ${path.join(" ")}\` | ${code} | ${text} |`),
  );
  return ["| command | code | means |", "|---|---|---|", ...rows].join("\n");
}
