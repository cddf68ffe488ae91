import type { CallError } from "../service/call-error.ts";
import { missingExtension, requiredExtensions } from "../service/capabilities.ts";
import type { ExtensionSupport } from "../service/extension-support.ts";
import type { Protocol } from "../service/protocol.ts";
import type { Call } from "./call.ts";
import { checkExtensions } from "./check-extensions.ts";
import type { Implementation } from "./host.ts";
import { orderExtensions } from "./order-extensions.ts";
import { wrapHandler } from "./wrap-handler.ts";

export interface ExtensionSetInit {
  readonly supported: readonly ExtensionSupport[];
  readonly card: object | undefined;
  readonly protocol: Protocol;
}

/** A service that a host serves, and the extension that it belongs to. */
export interface ServedService extends Implementation {
  readonly extension?: string;
}

interface Activatable {
  readonly uri: string;
  readonly support: ExtensionSupport;
  /** What has to be active before it. */
  readonly needs: readonly string[];
}

/** Waits for a policy hook, no longer than the call goes on. */
export type WaitForHook = (answer: Promise<unknown>) => Promise<unknown>;

/**
 * The extensions of a host, the needed ones first. An extension is active for a call that asks for it
 * when all that it needs is active and its policy allows it; nothing is active by default. One whose
 * required dependency is not active is left inactive, as if the server had not known it.
 */
export class ExtensionSet {
  /** Those without which no call is taken. */
  readonly required: readonly string[];
  readonly #ordered: readonly ExtensionSupport[];
  readonly #activatable: readonly Activatable[];
  readonly #protocol: Protocol;

  /** Throws a TypeError for extensions that do not fit together, or do not fit the card. */
  constructor({ supported, card, protocol }: ExtensionSetInit) {
    this.#protocol = protocol;
    checkExtensions({ supported, card, protocol });
    this.#ordered = orderExtensions(supported);
    this.required =
      card !== undefined && protocol.card !== undefined
        ? requiredExtensions(card, protocol)
        : supported
            .filter(({ extension }) => extension.required === true)
            .map(({ extension }) => extension.uri);
    const inert = new Set(
      supported.filter(({ extension }) => extension.kind === "data").map(({ extension }) => extension.uri),
    );
    this.#activatable = this.#ordered
      .filter(({ extension }) => !inert.has(extension.uri))
      .map((support) => ({
        uri: support.extension.uri,
        support,
        // What is data only has nothing that could be active.
        needs: (support.extension.dependencies ?? [])
          .filter(({ uri, optional }) => !optional && !inert.has(uri))
          .map(({ uri }) => uri),
      }));
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
    return all.map((entry) => ({ ...entry, handler: wrapHandler(entry, this.#ordered) }));
  }

  /** Activates what a call asks for; a promise only where a policy has to be waited for. */
  activate(call: Call, owner: string | undefined, wait: WaitForHook): Promise<void> | undefined {
    return this.#activateFrom(0, { call, owner, wait });
  }

  #activateFrom(start: number, state: Activation): Promise<void> | undefined {
    const { call, owner, wait } = state;
    for (let index = start; index < this.#activatable.length; index++) {
      const entry = this.#activatable[index];
      if (entry === undefined || !mayActivate(entry, call)) continue;
      const { support } = entry;
      const allowed: unknown = support.activate === undefined ? true : support.activate(call);
      if (isPromise(allowed)) {
        return wait(allowed).then((answer) => {
          if (answer === true) call.activate(entry.uri);
          return this.#activateFrom(index + 1, state);
        });
      }
      // Whatever else a hook without types says is no permission.
      if (allowed === true) call.activate(entry.uri);
    }
    this.#checkRequired(call, owner);
    return undefined;
  }

  /** What was asked for may still be inactive: by its policy, or for want of what it needs. */
  #checkRequired(call: Call, owner: string | undefined): void {
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

interface Activation {
  readonly call: Call;
  /** The extension whose method is called. */
  readonly owner: string | undefined;
  readonly wait: WaitForHook;
}

function mayActivate({ uri, needs }: Activatable, call: Call): boolean {
  return call.extensions.includes(uri) && needs.every((needed) => call.activated.includes(needed));
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
