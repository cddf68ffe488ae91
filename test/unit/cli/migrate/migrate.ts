import { type Migrated, migrateValue } from "../../../../packages/migrate/src/migrate-value.ts";
import { findVersion, loadVersions } from "../../../../packages/migrate/src/versions.ts";

const versions = await loadVersions();

/** Migrates a value to the version that is named so, from the one that it is of, unless one is named. */
export function migrate(
  value: unknown,
  to: string,
  { from, typeName }: { from?: string; typeName?: string } = {},
): Migrated {
  const dialect = (name: string) => findVersion(name, "--to", versions.dialects);
  return migrateValue(value, {
    versions,
    to: dialect(to),
    ...(from === undefined ? {} : { from: dialect(from) }),
    ...(typeName === undefined ? {} : { typeName }),
  });
}
