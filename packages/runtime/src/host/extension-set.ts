import { formatIssue } from "../core/issue.ts";
import type { CallError } from "../service/call-error.ts";
import { missingExtension, requiredExtensions } from "../service/capabilities.ts";
import { type DeclaredExtension, extensionsOf } from "../service/card.ts";
import {
  areVersions,
  type ExtensionSupport,
  type SupportedExtension,
  urisOf,
} from "../service/extension-support.ts";
import type { Implementation } from "../service/implementation.ts";
import { findOtherVersion, versioningRule } from "../service/other-version.ts";
import type { CardRules, Protocol } from "../service/protocol.ts";
import { isDecodeError } from "../service/request-error.ts";
import { isUri, show } from "../service/service-parameters.ts";
import type { Call } from "./call.ts";
import type { ServedService } from "./hosted-method.ts";
import { runSteps, Step } from "./steps.ts";
import { wrapHandler } from "./wrap-handler.ts";

interface Activatable {
  readonly uri: string;
  readonly support: ExtensionSupport;
  /** The extensions that have to be active before it. */
  readonly needs: readonly string[];
  /** Other versions of it, of which one that is active keeps it from being so. */
  readonly versions: readonly string[];
}

/** A call that activates extensions. */
interface Activation {
  readonly call: Call;
  /** The extension whose method is called. */
  readonly owner: string | undefined;
}

/**
 * The extensions of a host, the needed ones first. An extension is active for a call that asks for it
 * when all that it needs is active and its policy allows it; nothing is active by default. One whose
 * required dependency is not active stays inactive, as if unsupported.
 */
export class ExtensionSet {
  /** Those without which no call is taken. */
  readonly required: readonly string[];
  readonly #ordered: readonly ExtensionSupport[];
  readonly #activatable: readonly Activatable[];
  readonly #protocol: Protocol;
  /** The params of an extension's declaration in the card. */
  readonly #paramsOf: (extension: SupportedExtension) => unknown;
  readonly #steps: readonly Step<Activation>[];

  /** Throws a TypeError for extensions that do not fit together, or do not fit the card. */
  constructor({ supported, card, protocol }: ExtensionSetInit) {
    this.#protocol = protocol;
    const declared =
      card === undefined || protocol.card === undefined ? [] : extensionsOf(card, protocol.card);
    this.#paramsOf = (extension) =>
      declared.find(({ uri }) => uri !== undefined && urisOf(extension).includes(uri))?.params;
    checkExtensions({ supported, card, protocol });
    this.#ordered = orderExtensions(supported);
    const ownUris = new Map(
      supported.flatMap(({ extension }) => urisOf(extension).map((uri) => [uri, extension.uri])),
    );
    this.required =
      card !== undefined && protocol.card !== undefined
        ? requiredExtensions(card, protocol).map((uri) => ownUris.get(uri) ?? uri)
        : supported
            .filter(({ extension }) => extension.required === true)
            .map(({ extension }) => extension.uri);
    // What is data only, and what no header asks for, has nothing that could be activated.
    const inert = new Set(
      supported
        .filter(({ extension }) => extension.kind === "data" || extension.activation === "none")
        .map(({ extension }) => extension.uri),
    );
    this.#activatable = this.#ordered
      .filter(({ extension }) => !inert.has(extension.uri))
      .map((support) => ({
        uri: support.extension.uri,
        support,
        needs: (support.extension.dependencies ?? [])
          .filter(({ optional }) => !optional)
          .map(({ uri }) => ownUris.get(uri) ?? uri)
          .filter((uri) => !inert.has(uri)),
        versions: this.#ordered
          .filter(({ extension }) => areVersions(extension, support.extension))
          .map(({ extension }) => extension.uri),
      }));
    this.#steps = [
      ...this.#activatable.map(activationStep),
      new Step<Activation>({ name: "required", run: (activation) => this.#checkRequired(activation) }),
    ];
  }

  /** The services of a host and those of its extensions, with the middleware around their handlers. */
  serve(services: readonly Implementation[]): readonly ServedService[] {
    const own: readonly ServedService[] = services;
    const added = this.#ordered.flatMap(({ extension, services: implementations = [] }) =>
      implementations.map(
        (implementation): ServedService => ({ ...implementation, extension: extension.uri }),
      ),
    );
    const all = [...own, ...added];
    const names = new Set(own.map(({ service }) => service.typeName));
    for (const { service, extension } of added) {
      if (names.has(service.typeName)) {
        throw new TypeError(
          `extensions: ${service.typeName} of ${extension ?? ""} is served already; leave it out of services`,
        );
      }
      names.add(service.typeName);
    }
    return all.map((entry) => ({ ...entry, handler: wrapHandler(entry, this.#ordered, this.#paramsOf) }));
  }

  /** Activates what a call asks for; a promise only where a policy has to be waited for. */
  activate(call: Call, owner: string | undefined): Promise<void> | undefined {
    return runSteps(this.#steps, { call, owner });
  }

  /** Whether a call asks for an extension by any of its URIs. */
  isAsked(own: string, asked: readonly string[]): boolean {
    const entry = this.#activatable.find(({ uri }) => uri === own);
    return entry !== undefined && urisOf(entry.support.extension).some((uri) => asked.includes(uri));
  }

  /** What was asked for may still be inactive: by its policy, or for want of what it needs. */
  #checkRequired({ call, owner }: Activation): void {
    for (const { uri } of this.#activatable) {
      if (uri !== owner && !this.required.includes(uri)) continue;
      if (!call.activated.includes(uri)) throw this.#inactive(uri);
    }
  }

  #inactive(uri: string): CallError {
    const { needs = [] } = this.#activatable.find((entry) => entry.uri === uri) ?? {};
    const list = needs.length === 0 ? "" : `, which needs ${needs.join(" and ")} to be active as well`;
    return missingExtension(uri, this.required, this.#protocol, {
      because: `the extension ${uri} was not activated for this call${list}`,
    });
  }
}

/** Asks the policy of an extension, which a call activates if it says so. */
function activationStep(entry: Activatable): Step<Activation> {
  const { uri, support } = entry;
  return new Step({
    name: uri,
    run: ({ call }) =>
      mayActivate(entry, call) && (support.activate === undefined ? true : call.race(support.activate(call))),
    keep({ call }, allowed) {
      // Only true is a permission, whatever else a hook without types returns.
      if (allowed === true) call.activate(uri, askedFor(support, call));
    },
  });
}

/** The URI by which a call asks for an extension. */
function askedFor({ extension }: ExtensionSupport, { extensions }: Call): string | undefined {
  const uris = urisOf(extension);
  return extensions.find((uri) => uris.includes(uri));
}

function mayActivate({ support, needs, versions }: Activatable, call: Call): boolean {
  return (
    askedFor(support, call) !== undefined &&
    needs.every((needed) => call.activated.includes(needed)) &&
    !versions.some((other) => call.activated.includes(other))
  );
}

/**
 * The extensions with what each one needs before it, otherwise in their order. Throws a TypeError for
 * extensions that need one another in a circle, optional dependencies included: there would be no order.
 */
function orderExtensions(supported: readonly ExtensionSupport[]): readonly ExtensionSupport[] {
  const byUri = new Map(
    supported.flatMap((support) => urisOf(support.extension).map((uri) => [uri, support])),
  );
  const ordered = new Set<ExtensionSupport>();
  const path: string[] = [];
  const visit = (support: ExtensionSupport): void => {
    const { uri, dependencies = [] } = support.extension;
    if (ordered.has(support)) return;
    if (path.includes(uri)) {
      const circle = [...path.slice(path.indexOf(uri)), uri].join(" -> ");
      throw new TypeError(
        `extensions: expected dependencies without a circle, found ${circle} (A2A extensions, "Extension Dependencies")`,
      );
    }
    path.push(uri);
    for (const dependency of dependencies) {
      const needed = byUri.get(dependency.uri);
      if (needed !== undefined) visit(needed);
    }
    path.pop();
    ordered.add(support);
  };
  for (const support of supported) visit(support);
  return [...ordered];
}

interface ExtensionSetInit {
  readonly supported: readonly ExtensionSupport[];
  readonly card: object | undefined;
  readonly protocol: Protocol;
}

/** Throws a TypeError for extensions that do not fit together, or do not fit the card. */
function checkExtensions({ supported, card, protocol }: ExtensionSetInit): void {
  if (supported.length > 0 && protocol.extensionsParameter === undefined) {
    throw new TypeError(`extensions: the profile ${protocol.name} has no extensions`);
  }
  const uris = new Set<string>();
  const keys = new Map<string, SupportedExtension>();
  for (const { extension } of supported) {
    const { metadataKeys = [], uri } = extension;
    for (const one of urisOf(extension)) {
      if (!isUri(one))
        throw new TypeError(`extensions: expected the URI of an extension, found ${show(one)}`);
      if (uris.has(one)) throw new TypeError(`extensions: ${one} is there twice`);
      uris.add(one);
    }
    for (const key of metadataKeys) {
      const other = keys.get(key);
      // Versions of one extension may have the same fixed key: each reads what is of its form.
      const isVersion =
        other !== undefined &&
        (areVersions(extension, other) || findOtherVersion(uri, [other.uri]) !== undefined);
      if (other !== undefined && !isVersion) {
        throw new TypeError(
          `extensions: ${other.uri} and ${uri} would both use the metadata key ${show(key)}; support one of them (A2A extensions, "Scope of Extensions")`,
        );
      }
      keys.set(key, extension);
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
  for (const { extension, validate } of supported) {
    const names = urisOf(extension);
    const entry = declared.find(({ uri }) => uri !== undefined && names.includes(uri));
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
    if (entry.required === true && extension.activation === "none") {
      throw new TypeError(
        `card: ${extension.uri} is never asked for, so that it cannot be required; leave required out of its declaration`,
      );
    }
    if (entry.required === true && extension.kind === "data") {
      throw new TypeError(
        `card: ${extension.uri} is data only, so that it cannot be required; leave required out of its declaration (A2A extensions, "Required Extensions")`,
      );
    }
    if (validate !== false) checkParams(extension, declared, place);
  }
  const unknown = declared.find(({ uri }) => !uris.has(uri));
  if (unknown === undefined) return;
  throw new TypeError(
    `card: ${show(unknown.uri)} is declared in ${place}, but not supported; add its support to extensions, dataOnly(uri) if it only tells something in the card`,
  );
}

function checkParams(
  extension: ExtensionSupport["extension"],
  declared: readonly DeclaredExtension[],
  place: string,
): void {
  try {
    extension.paramsIn?.(declared);
  } catch (error) {
    if (!isDecodeError(error)) throw error;
    const problems = error.issues.map(formatIssue).join("; ");
    throw new TypeError(`card: the declaration of ${extension.uri} in ${place} is not right: ${problems}`, {
      cause: error,
    });
  }
}
