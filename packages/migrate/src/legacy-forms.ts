import { isObject, own } from "@a2agen/runtime/internal";

/** The places where a decoder has read the kind of an object in the form of before 0.3, "parts[0]". */
export function findLegacyForms(given: unknown, decoded: unknown, place = ""): readonly string[] {
  if (Array.isArray(given)) {
    const list: readonly unknown[] = Array.isArray(decoded) ? decoded : [];
    return given.flatMap((one: unknown, index) => findLegacyForms(one, list[index], `${place}[${index}]`));
  }
  if (!isObject(given) || !isObject(decoded)) return [];
  const kind = own(given, "kind");
  const isRead = typeof kind === "string" && kind !== own(decoded, "kind");
  const inner = Object.keys(given).flatMap((name) =>
    findLegacyForms(given[name], own(decoded, name), place === "" ? name : `${place}.${name}`),
  );
  return [...(isRead ? [place] : []), ...inner];
}
