import type { Host } from "../host/host.ts";
import type { HostedMethod } from "../host/hosted-method.ts";
import { type CallError, isCallError } from "../service/call-error.ts";
import type { VersionParameter } from "../service/protocol.ts";
import {
  createVersionCheck,
  type ParameterSource,
  readParameter,
  shorten,
  type VersionCheck,
} from "../service/service-parameters.ts";

/** A host with its methods by the names that JSON-RPC has for them, aliases included. */
export interface NamedMethods {
  readonly host: Host;
  readonly methods: ReadonlyMap<string, HostedMethod>;
}

/** The server of a request, which answers it or, if none can, its error. */
export type ChosenHost<Server extends NamedMethods> =
  | {
      readonly ok: true;
      readonly server: Server;
      /** The version of a request that names none: that of the host which has the method. */
      readonly emptyVersion?: string | undefined;
      /** What to say of a method that this host has not and another one has. */
      readonly hint?: string | undefined;
    }
  | { readonly ok: false; readonly server: Server; readonly error: CallError };

/**
 * Chooses among hosts that share a path, the newest version first.
 *
 * 1. The version that a request names decides, also when its host lacks the method, which is then an
 *    unknown one. A version of no host is the error of the first host's protocol for that.
 * 2. Without a version, the name of the method decides: of the hosts that have a method of this name,
 *    the one whose version the first host's profile takes for none (A2A 3.6.2), or else the first;
 *    only then aliases count, in the same order. The request is taken to be of the version of its host.
 * 3. A method that no host has is unknown to the first one.
 */
export class HostChooser<Server extends NamedMethods> {
  readonly #servers: readonly Server[];
  readonly #first: Server;
  readonly #parameters: readonly VersionParameter[];
  readonly #byVersion: ReadonlyMap<string, Server>;
  readonly #checkVersion: VersionCheck;

  /** Throws a TypeError for two hosts of one version. */
  constructor([first, ...others]: readonly [Server, ...Server[]]) {
    this.#first = first;
    this.#servers = [first, ...others];
    this.#parameters = distinctParameters(this.#servers);
    this.#byVersion = indexVersions(this.#servers);
    const versions = this.#servers.flatMap(({ host }) => host.versions);
    this.#checkVersion = createVersionCheck(first.host.protocol, versions);
  }

  /** The server that answers errors of a request before its method is known. */
  beforeMethod(source: ParameterSource, maximumCharacters: number): Server {
    if (this.#servers.length === 1) return this.#first;
    try {
      const version = this.#read(source, maximumCharacters);
      return (version === undefined ? undefined : this.#find(version)) ?? this.#first;
    } catch {
      // `byMethod` reports a parameter that cannot be read.
      return this.#first;
    }
  }

  byMethod(source: ParameterSource, method: string, maximumCharacters: number): ChosenHost<Server> {
    const first = this.#first;
    if (this.#servers.length === 1) return { ok: true, server: first };
    try {
      const version = this.#read(source, maximumCharacters);
      if (version === undefined) return this.#byName(method);
      const server = this.#find(version);
      if (server !== undefined) return { ok: true, server, hint: this.#hint(server, method) };
      this.#checkVersion(source, { maximumCharacters });
      return { ok: true, server: first };
    } catch (error) {
      if (!isCallError(error)) throw error;
      return { ok: false, server: first, error };
    }
  }

  #byName(method: string): ChosenHost<Server> {
    const { emptyMeans = "" } = this.#first.host.protocol.versionParameter ?? {};
    const preferred = this.#find(emptyMeans);
    const ordered = preferred === undefined ? this.#servers : [preferred, ...this.#servers];
    const server =
      ordered.find(({ methods }) => methods.get(method)?.method.name === method) ??
      ordered.find(({ methods }) => methods.has(method));
    if (server === undefined) return { ok: true, server: this.#first };
    return { ok: true, server, emptyVersion: server.host.protocol.version };
  }

  #hint(server: Server, method: string): string | undefined {
    if (server.methods.has(method)) return undefined;
    const other = this.#servers.find(({ methods }) => methods.has(method));
    const version = other?.host.protocol.version;
    if (version === undefined) return undefined;
    return `a method of version ${version}, and the request names version ${server.host.protocol.version ?? "none"}`;
  }

  #read(source: ParameterSource, maximumCharacters: number): string | undefined {
    for (const parameter of this.#parameters) {
      const version = readParameter(source, parameter, maximumCharacters)?.trim();
      if (version !== undefined && version !== "") return version;
    }
    return undefined;
  }

  #find(version: string): Server | undefined {
    const exact = this.#byVersion.get(version);
    if (exact !== undefined) return exact;
    for (const { pattern, comparedNumbers } of this.#parameters) {
      if (!new RegExp(pattern, "u").test(version)) continue;
      const found = this.#byVersion.get(shorten(version, comparedNumbers));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function distinctParameters(servers: readonly NamedMethods[]): readonly VersionParameter[] {
  const found = new Map<string, VersionParameter>();
  for (const { host } of servers) {
    const { versionParameter } = host.protocol;
    if (versionParameter === undefined || found.has(versionParameter.name)) continue;
    found.set(versionParameter.name, versionParameter);
  }
  return [...found.values()];
}

/** The version of its profile identifies a host; others count where no host is identified by them. */
function indexVersions<Server extends NamedMethods>(servers: readonly Server[]): ReadonlyMap<string, Server> {
  const found = new Map<string, Server>();
  for (const server of servers) {
    const { name, version } = server.host.protocol;
    const other = found.get(version ?? "");
    if (other !== undefined) {
      throw new TypeError(
        `${other.host.protocol.name} and ${name} share a path and are both version ${version ?? "none"}; give one of them a path of its own`,
      );
    }
    found.set(version ?? "", server);
  }
  for (const server of servers) {
    for (const version of server.host.versions) if (!found.has(version)) found.set(version, server);
  }
  return found;
}
