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
      const camelCase = name.replace(
        /_+(.)?/g,
        (_, letter: string | undefined) => letter?.toUpperCase() ?? "",
      );
      const wanted = decorate(camelCase);
      let local = wanted;
      for (let i = 2; taken.has(local); i++) local = `${wanted}${i}`;
      taken.add(local);
      return [name, local];
    }),
  );
}
