import { isObject, mediaTypeOfMode, objectToMode, usualBinding } from "@a2agen/runtime/internal";
import type { Dialect } from "@a2agen/runtime/versions";
import type { Note } from "./note.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface FinishedCard {
  readonly card: Fields;
  readonly notes: readonly Note[];
}

/**
 * Writes what a card of `to` says beyond the fields of an older one: its version, usable interfaces, and
 * media types as modes. Notes say what somebody has to write. A translated card is served in the wanted
 * version; one that was of it may have interfaces of others.
 */
export function finishCard(
  card: Fields,
  { to, isTranslated }: { readonly to: Dialect; readonly isTranslated: boolean },
): FinishedCard {
  const notes: Note[] = [];
  const modes = (owner: Fields, path: string, names: readonly string[]): Fields => {
    const lists = names.flatMap((name) => {
      const list = owner[name];
      if (!Array.isArray(list)) return [];
      const mended = list.map((mode: unknown, i) => mendMode(mode, `${path}${name}[${i}]`, notes));
      return [[name, mended] as const];
    });
    return { ...owner, ...Object.fromEntries(lists) };
  };
  const filled = fillLists(card, to);
  const { skills } = filled;
  const finished: Fields = {
    ...finishInterfaces(writeVersion(filled, to, isTranslated), to, notes),
    ...(Array.isArray(skills)
      ? {
          skills: skills.map((skill: unknown, i) =>
            isObject(skill) ? modes(skill, `skills[${i}].`, ["inputModes", "outputModes"]) : skill,
          ),
        }
      : {}),
  };
  for (const [i, skill] of (Array.isArray(skills) ? skills.filter(isObject) : []).entries()) {
    if (Array.isArray(skill["tags"]) && skill["tags"].includes(""))
      notes.push(missingText(`skills[${i}].tags`));
  }
  for (const name of ["name", "version"]) if (card[name] === "") notes.push(missingText(name));
  return { card: modes(finished, "", ["defaultInputModes", "defaultOutputModes"]), notes };
}

/** An empty text in each list that may not be empty: those that were missing, and were filled in. */
function fillLists(card: Fields, { codecs, service }: Dialect): Fields {
  const codec = codecs.find(({ typeName }) => typeName === service.protocol.card?.typeName);
  const result = codec?.tryDecode(structuredClone(card));
  if (result === undefined || result.ok) return card;
  const filled = structuredClone(card);
  for (const { code, segments } of result.issues) {
    const list = segments.reduce<unknown>(
      (value, name) => (isObject(value) || Array.isArray(value) ? (value as Fields)[name] : undefined),
      filled,
    );
    if (code === "empty" && Array.isArray(list)) list.push("");
  }
  return filled;
}

/** Bindings in their usual spelling; `transport`, their name in 0.3; no interface without an address. */
function finishInterfaces(card: Fields, to: Dialect, notes: Note[]): Fields {
  const [list = ""] = to.service.protocol.card?.interfaces ?? [];
  const entries = card[list];
  if (!Array.isArray(entries)) return card;
  const interfaces = entries.filter(isObject).map((entry, i) => {
    const { transport } = entry;
    const isNamed = entry["protocolBinding"] !== "" || typeof transport !== "string";
    const { transport: _, ...rest } = entry;
    const binding = isNamed ? entry["protocolBinding"] : transport;
    const usual = typeof binding === "string" ? usualBinding(binding) : binding;
    if (typeof binding === "string" && ![binding, binding.toUpperCase()].includes(usual as string)) {
      notes.push({
        path: `${list}[${i}].protocolBinding`,
        message: `${JSON.stringify(binding)} is now ${JSON.stringify(usual)}`,
      });
    }
    return { ...(isNamed ? entry : rest), protocolBinding: usual };
  });
  const reachable = interfaces.filter(({ url }: Fields) => url !== "");
  const kept = reachable.length > 0 ? reachable : interfaces;
  for (const [i, entry] of kept.entries()) {
    for (const name of ["url", "protocolBinding"]) {
      if ((entry as Fields)[name] === "") notes.push(missingText(`${list}[${i}].${name}`));
    }
  }
  return { ...card, [list]: kept };
}

function missingText(path: string): Note {
  return { path, message: "is empty; write it", todo: true };
}

function writeVersion(card: Fields, to: Dialect, isTranslated: boolean): Fields {
  const { card: rules } = to.service.protocol;
  const own = usualVersion(card, to);
  const spell = (version: unknown): unknown => {
    const isOwn = typeof version === "string" && version.split(".", 2).join(".") === to.version;
    return version === "" || (isTranslated && !isOwn) ? own : version;
  };
  const [field] = rules?.version ?? [];
  if (field !== undefined) return { ...card, [field]: spell(card[field]) };
  const [list = ""] = rules?.interfaces ?? [];
  const entries = card[list];
  if (!Array.isArray(entries)) return card;
  return {
    ...card,
    [list]: entries.map((entry: unknown) =>
      isObject(entry) ? { ...entry, protocolVersion: spell(entry.protocolVersion) } : entry,
    ),
  };
}

/** "0.3.0" in 0.3, whose schema says so; elsewhere the number of the version. */
function usualVersion(card: Fields, { codecs, service, version }: Dialect): string {
  const { card: rules } = service.protocol;
  const [field] = rules?.version ?? [];
  if (field === undefined) return version;
  const codec = codecs.find(({ typeName }) => typeName === rules?.typeName);
  const { [field]: _said, ...rest } = card;
  const read = codec?.tryDecode(structuredClone(rest), { lenient: true });
  const usual = read?.ok === true && isObject(read.value) ? read.value[field] : undefined;
  return typeof usual === "string" && usual !== "" ? usual : version;
}

function mendMode(mode: unknown, path: string, notes: Note[]): unknown {
  if (typeof mode !== "string") return mode;
  const message = objectToMode(mode);
  if (message === undefined) return mode;
  // What stands in for a list that is missing.
  const type = mode === "" ? "text/plain" : mediaTypeOfMode(mode);
  if (type === undefined) notes.push({ path, message, todo: true });
  else notes.push({ path, message: `${JSON.stringify(mode)} is now "${type}"` });
  return type ?? mode;
}
