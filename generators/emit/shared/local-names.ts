import { uniqueName } from "../../naming/unique-name.ts";

/**
 * Names for local variables, one for each given name, made from its camel-case form, all different
 * and none of them `reserved`.
 */
export function localNames(
  names: readonly string[],
  decorate: (camelCase: string) => string,
  reserved: Iterable<string> = [],
): ReadonlyMap<string, string> {
  const taken = new Set(reserved);
  return new Map(
    names.map((name) => {
      const local = uniqueName(decorate(toLocalName(name)), taken);
      taken.add(local);
      return [name, local];
    }),
  );
}

/** In camel case, without characters that identifiers cannot have; for "[acme.v1.pages]" its last part. */
function toLocalName(name: string): string {
  const camelCase = name
    .replace(/^\[.*\./, "")
    .replace(/[^A-Za-z0-9$]+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? "");
  return /^[A-Za-z$]/.test(camelCase) ? camelCase : `member${camelCase}`;
}
