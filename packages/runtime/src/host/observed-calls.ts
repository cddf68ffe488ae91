import { isPromise } from "../core/object.ts";
import { observeIterator, preciseTime, type SafeObservation, type SafeObserver } from "../service/observe.ts";
import type { Protocol } from "../service/protocol.ts";
import { findParameter, shorten } from "../service/service-parameters.ts";
import type { IncomingCall } from "./call.ts";
import type { ReadRequest } from "./call-steps.ts";
import type { HostedMethod } from "./hosted-method.ts";
import { isMessages } from "./request-queue.ts";

export interface ObservedCallsInit {
  readonly observer: SafeObserver;
  readonly protocol: Protocol;
  readonly card: object | undefined;
  readonly versions: readonly string[];
  readonly emptyVersion: string | undefined;
}

/** Shows an observer the calls of a host. */
export class ObservedCalls {
  readonly #init: ObservedCallsInit;

  constructor(init: ObservedCallsInit) {
    this.#init = init;
  }

  /** `method` is undefined for a call that no method answers. */
  begin(incoming: IncomingCall, method: HostedMethod["method"] | undefined): SafeObservation | undefined {
    const { observer, card } = this.#init;
    return observer.begin({
      kind: "server",
      method: method?.name,
      isStream: method?.kind === "server" || method?.kind === "bidi",
      binding: incoming.binding,
      version: this.#versionOf(incoming),
      card,
      since: incoming.since ?? preciseTime(),
      authority: incoming.authority,
      peer: incoming.peer,
      header: (name) => incoming.header(name),
    });
  }

  #versionOf(incoming: IncomingCall): string | undefined {
    const { protocol, versions, emptyVersion } = this.#init;
    const { versionParameter: parameter, version } = protocol;
    if (parameter === undefined) return version;
    const named = findParameter(incoming, parameter)?.trim() ?? "";
    const meant = named === "" ? (incoming.emptyVersion ?? emptyVersion ?? parameter.emptyMeans) : named;
    if (versions.includes(meant)) return meant;
    const short = shorten(meant, parameter.comparedNumbers);
    return versions.find((known) => shorten(known, parameter.comparedNumbers) === short);
  }
}

/** Reads a request, and shows it. */
export function showRequest(observed: SafeObservation, read: ReadRequest): ReadRequest {
  const show = (value: unknown): unknown => {
    observed.request(isMessages(value) ? value.first : value);
    return value;
  };
  return () => {
    const value = read();
    return isPromise(value) ? value.then(show) : show(value);
  };
}

/** The events of a handler, each made within the call. */
export function showSteps(
  observed: SafeObservation | undefined,
  open: () => AsyncIterator<unknown>,
): AsyncIterator<unknown> {
  return observed === undefined ? open() : observeIterator(observed, observed.run(open));
}
