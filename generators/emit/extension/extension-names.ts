import { toLowerWords } from "../../naming/casing.ts";
import type { ResolvedExtension } from "./resolved-extension.ts";

/** The constant that is generated: "GeolocationExtension". */
export function exportName({ name }: ResolvedExtension): string {
  return `${name}Extension`;
}

/** The constant for its states: "ParcelStates". */
export function statesName({ name }: ResolvedExtension): string {
  return `${name}States`;
}

/** The type of the moves of each side: "ParcelMoves". */
export function movesName({ name }: ResolvedExtension): string {
  return `${name}Moves`;
}

/** The type of the accesses to data by name: "ParcelData". */
export function dataName({ name }: ResolvedExtension): string {
  return `${name}Data`;
}

/** Begins the paths of its schema and its page: "acme/geolocation/v1/geolocation". */
export function pathStem({ name, file }: ResolvedExtension): string {
  const directories = file.name.split("/").slice(0, -1);
  return [...directories, toLowerWords(name, "-")].join("/");
}

/** What agent cards say of it: the option, or the first paragraph of the comment on one line. */
export function descriptionOf({ options, comment }: ResolvedExtension): string {
  if (options.description !== "") return options.description;
  const [paragraph = ""] = comment.split("\n\n");
  return paragraph.replace(/\s*\n\s*/g, " ");
}

/** Whether cards declare it as required by themselves; the runtime refuses that of a data-only extension. */
export function isRequired({ options }: ResolvedExtension): boolean {
  return options.required && options.kind !== "data";
}
