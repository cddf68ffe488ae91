import { isNamed, typesOf } from "../../model/index-model.ts";
import type { FileModel, Model } from "../../model/model.ts";
import { uniqueName } from "../../naming/unique-name.ts";
import { shortName } from "../docs/anchors.ts";
import { relativePath } from "../docs/page-links.ts";

/** The pages of a version below its directory, by the full name of a type, or of a service and method. */
export type Places = ReadonlyMap<string, string>;

/** Gives every type and operation its own page; names that differ only in case get different paths. */
export function findPlaces(model: Model): Places {
  const files = model.files.filter(({ requested }) => requested);
  return new Map([
    ...namePages("types", files.flatMap(listTypes)),
    ...namePages("operations", files.flatMap(listOperations)),
  ]);
}

/** A full name and the name that is enough where no other thing has it. */
type Named = readonly [fullName: string, short: string];

function listTypes(file: FileModel): readonly Named[] {
  return typesOf(file)
    .filter(isNamed)
    .map(({ typeName }) => [typeName, shortName(typeName, file.package)]);
}

function listOperations(file: FileModel): readonly Named[] {
  return file.services.flatMap(({ typeName, methods }) =>
    methods.map(({ name }): Named => [`${typeName}.${name}`, name]),
  );
}

function namePages(folder: string, names: readonly Named[]): readonly (readonly [string, string])[] {
  const counts = new Map<string, number>();
  for (const [, short] of names) {
    const key = short.toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const taken = new Set<string>();
  return names.map(([fullName, short]) => {
    // Methods of 0.3 have slashes in their names.
    const wanted = (counts.get(short.toLowerCase()) === 1 ? short : fullName).replaceAll(/[^\w.-]/g, "-");
    const name = uniqueName(wanted, { has: (one) => taken.has(one.toLowerCase()) }, "-");
    taken.add(name.toLowerCase());
    return [fullName, `${folder}/${name}.html`];
  });
}

/** Links from one page of a version to what has a page. */
export function linksFrom(page: string, places: Places): (fullName: string) => string | undefined {
  return (fullName) => {
    const place = places.get(fullName);
    return place === undefined ? undefined : relativePath(page, place);
  };
}
