import type { LegacyAlias } from "./legacy-alias.ts";

/** Says of a name what to use instead and until when it stays; of a name to come, what it is called here. */
export function aliasText(
  { entry, target, direction, removal }: LegacyAlias,
  quote: (name: string) => string,
): string {
  const { section, note, current, legacy } = entry;
  const where = section === undefined ? "" : ` (${section})`;
  switch (direction) {
    case "current":
      return joinSentences(`Use ${quote(target.name)}; may be removed in ${removal} or later${where}.`, note);
    case "replaced":
      return joinSentences(
        `Use ${quote(target.name)}, which replaced ${quote(current)}; may be removed in ${removal} or later${where}.`,
        note,
      );
    case "inverted":
      return joinSentences(
        `The later name of ${quote(legacy)}${where}, which this version does not have yet.`,
        note,
      );
  }
}

/** Whether the name of an alias is on its way out. */
export function isDeprecated({ direction }: LegacyAlias): boolean {
  return direction !== "inverted";
}

function joinSentences(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined).join(" ");
}
