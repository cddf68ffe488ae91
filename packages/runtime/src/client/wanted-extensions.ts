import { extensionsOf } from "../service/card.ts";
import {
  areVersions,
  type ExtensionDependency,
  type SupportedExtension,
} from "../service/extension-support.ts";
import { findOtherVersion, versioningRule } from "../service/other-version.ts";
import type { CardRules } from "../service/protocol.ts";
import { isUri, show } from "../service/service-parameters.ts";
import type { WarningList } from "./contract/warnings.ts";

/** The extensions that a client wants, by URI or by definition. */
export class WantedExtensions {
  readonly #dependencies = new Map<string, readonly ExtensionDependency[]>();
  /** Other URIs of those that were given by definition. */
  readonly #others = new Map<string, readonly string[]>();
  /** Those that were given by definition. */
  readonly definitions: readonly SupportedExtension[];

  /** Throws a TypeError for an invalid URI, and for a definition without its required dependency. */
  constructor(given: readonly (string | SupportedExtension)[]) {
    this.definitions = given.filter((entry) => typeof entry !== "string");
    for (const entry of given) {
      // What no header asks for needs no declaration.
      if (typeof entry !== "string" && entry.activation === "none") continue;
      const uri = typeof entry === "string" ? entry : entry.uri;
      if (!isUri(uri)) throw new TypeError(`extensions: expected URIs, found ${show(uri)}`);
      const known = this.#dependencies.get(uri) ?? [];
      if (typeof entry !== "string") this.#others.set(uri, entry.otherUris ?? []);
      this.#dependencies.set(uri, [...known, ...(typeof entry === "string" ? [] : requiredBy(entry))]);
    }
    for (const [uri, dependencies] of this.#dependencies) {
      const lacking = dependencies.find((dependency) => !this.has(dependency.uri));
      if (lacking === undefined) continue;
      throw new TypeError(
        `extensions: ${uri} depends on ${lacking.uri}, which a client has to ask for and follow as well; add it (A2A extensions, "Extension Dependencies")`,
      );
    }
  }

  get uris(): readonly string[] {
    return [...this.#dependencies.keys()];
  }

  has(uri: string): boolean {
    return this.#dependencies.has(uri) || [...this.#others.values()].some((others) => others.includes(uri));
  }

  /** Those that a card declares with all that they depend on; warns of the others. */
  selectFor(card: object, rules: CardRules, warnings: WarningList): readonly string[] {
    const declared = new Set(extensionsOf(card, rules).map(({ uri }) => uri));
    const nameIn = (uri: string): string | undefined =>
      [uri, ...(this.#others.get(uri) ?? [])].find((one) => declared.has(one));
    const ownOf = (name: string): string =>
      [...this.#others].find(([, others]) => others.includes(name))?.[0] ?? name;
    const open = new Map([...this.#dependencies].filter(([uri]) => nameIn(uri) !== undefined));
    let size = 0;
    // Removing an extension may break one that was checked before.
    while (size !== open.size) {
      size = open.size;
      for (const [uri, dependencies] of open) {
        if (!dependencies.every((dependency) => open.has(ownOf(dependency.uri)))) open.delete(uri);
      }
    }
    for (const uri of this.#dependencies.keys()) {
      if (open.has(uri)) continue;
      warnings.add({
        about: "extensions",
        path: uri,
        message: `${reasonFor(uri, declared)}, so that it is not asked for`,
      });
    }
    return this.#withoutVersions([...open.keys()]).map((uri) => nameIn(uri) ?? uri);
  }

  /** Of several versions of an extension only the first: one is active for a call. */
  #withoutVersions(uris: readonly string[]): readonly string[] {
    const definitionOf = (uri: string): Pick<SupportedExtension, "uri" | "versionOf"> =>
      this.definitions.find((one) => one.uri === uri) ?? { uri };
    return uris.filter(
      (uri, i) => !uris.slice(0, i).some((before) => areVersions(definitionOf(before), definitionOf(uri))),
    );
  }
}

/** Why an extension that is wanted is not asked for. */
function reasonFor(uri: string, declared: ReadonlySet<string | undefined>): string {
  if (declared.has(uri)) return "the card does not declare what the extension depends on";
  const known = [...declared].filter((entry) => entry !== undefined);
  if (findOtherVersion(uri, known) === undefined) return "the card does not declare the extension";
  return `the card declares another version of the extension, which does not stand in for it (${versioningRule})`;
}

function requiredBy({ dependencies = [] }: SupportedExtension): readonly ExtensionDependency[] {
  return dependencies.filter(({ optional }) => !optional);
}
