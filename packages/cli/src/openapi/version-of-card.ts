import { loadVersions } from "@a2agen/migrate/versions.ts";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { readBytes } from "@a2agen/terminal/read-bytes.ts";
import { currentVersion, type VersionRow, versionTable } from "@a2agen/versions/table.ts";

/**
 * The profile of the version that a card is written in; undefined for anything but a card, whose reader says
 * why. Throws a CommandError for a card of a version without HTTP rules.
 */
export async function versionOfCard(path: string): Promise<string | undefined> {
  const card = parseJson(await readBytes(path, "--card"));
  if (card === undefined) return undefined;
  const { detect } = await loadVersions();
  const { candidates } = detect(card, { typeName: "AgentCard" });
  const fitting = candidates.filter(({ unknownFields }) => unknownFields.length === 0);
  if (fitting.length === 0 || fitting.some(({ dialect }) => dialect === currentVersion)) return undefined;
  const rows: readonly VersionRow[] = versionTable;
  const row = rows.find(({ name }) => name === fitting[0]?.dialect);
  if (row === undefined || row.schema === undefined) return row?.name;
  throw new CommandError(
    `${path}: a card of ${row.title}, which has no HTTP rules for OpenAPI; run "a2agen migrate ${path}" for one of a later version`,
  );
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // The reader of cards says where it is wrong.
    return undefined;
  }
}
