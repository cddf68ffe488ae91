import { extensionsOf } from "../service/card.ts";
import type { ExtensionSupport } from "../service/extension-support.ts";
import { findOtherVersion, versioningRule } from "../service/other-version.ts";
import type { CardRules, Protocol } from "../service/protocol.ts";
import { isUri, show } from "../service/service-parameters.ts";

export interface ExtensionSetInit {
  readonly supported: readonly ExtensionSupport[];
  readonly card: object | undefined;
  readonly protocol: Protocol;
}

/** Throws a TypeError for extensions that do not fit together, or do not fit the card. */
export function checkExtensions({ supported, card, protocol }: ExtensionSetInit): void {
  if (supported.length > 0 && protocol.extensionsParameter === undefined) {
    throw new TypeError(`extensions: the profile ${protocol.name} has no extensions`);
  }
  const uris = new Set<string>();
  const keys = new Map<string, string>();
  for (const { extension } of supported) {
    const { uri, metadataKeys = [] } = extension;
    if (!isUri(uri)) throw new TypeError(`extensions: expected the URI of an extension, found ${show(uri)}`);
    if (uris.has(uri)) throw new TypeError(`extensions: ${uri} is there twice`);
    uris.add(uri);
    for (const key of metadataKeys) {
      const other = keys.get(key);
      if (other !== undefined) {
        throw new TypeError(
          `extensions: ${other} and ${uri} would both use the metadata key ${show(key)}; support one of them (A2A extensions, "Scope of Extensions")`,
        );
      }
      keys.set(key, uri);
    }
  }
  for (const support of supported) {
    checkDependencies(support, uris);
    checkServices(support);
  }
  if (card !== undefined && protocol.card !== undefined)
    checkDeclared(supported, uris, { card, rules: protocol.card });
}

function checkDependencies(
  { extension: { uri, dependencies = [] } }: ExtensionSupport,
  uris: ReadonlySet<string>,
): void {
  const lacking = dependencies.find((dependency) => !dependency.optional && !uris.has(dependency.uri));
  if (lacking === undefined) return;
  throw new TypeError(
    `extensions: ${uri} depends on ${lacking.uri}, which is not supported; add it to extensions (A2A extensions, "Extension Dependencies")`,
  );
}

function checkServices({ extension, services = [] }: ExtensionSupport): void {
  const { uri, services: defined } = extension;
  if (defined === undefined) return;
  for (const { typeName } of defined) {
    if (services.some(({ service }) => service.typeName === typeName)) continue;
    throw new TypeError(
      `extensions: ${uri} has the service ${typeName}; add who implements it to its services`,
    );
  }
  const foreign = services.find(
    ({ service }) => !defined.some(({ typeName }) => typeName === service.typeName),
  );
  if (foreign === undefined) return;
  throw new TypeError(`extensions: ${foreign.service.typeName} is no service of ${uri}`);
}

function checkDeclared(
  supported: readonly ExtensionSupport[],
  uris: ReadonlySet<string>,
  { card, rules }: { readonly card: object; readonly rules: CardRules },
): void {
  const declared = extensionsOf(card, rules);
  const place = rules.extensions.join(".");
  for (const { extension } of supported) {
    const entry = declared.find(({ uri }) => uri === extension.uri);
    if (entry === undefined) {
      const uris = declared.flatMap(({ uri }) => (uri === undefined ? [] : [uri]));
      const other = findOtherVersion(extension.uri, uris);
      const found =
        other === undefined
          ? ""
          : `, since ${show(other)}, another version, does not stand in for it (${versioningRule})`;
      throw new TypeError(
        `card: ${extension.uri} is supported, but not declared; add its declaration to ${place}${found}`,
      );
    }
    if (entry.required === true && extension.kind === "data") {
      throw new TypeError(
        `card: ${extension.uri} is data only, so that it cannot be required; leave required out of its declaration (A2A extensions, "Required Extensions")`,
      );
    }
  }
  const unknown = declared.find(({ uri }) => !uris.has(uri));
  if (unknown === undefined) return;
  throw new TypeError(
    `card: ${show(unknown.uri)} is declared in ${place}, but not supported; add its support to extensions, dataOnly(uri) if it only tells something in the card`,
  );
}
