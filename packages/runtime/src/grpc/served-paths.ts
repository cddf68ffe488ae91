import type { TypeRegistry } from "../binary/type-registry.ts";
import type { Host } from "../host/host.ts";
import type { HostedMethod } from "../host/hosted-method.ts";
import type { GrpcMethod } from "./grpc-codecs.ts";
import { SharedAnswers } from "./shared-answers.ts";

interface ServedMethod {
  readonly host: Host;
  readonly hosted: HostedMethod;
  readonly types: TypeRegistry | undefined;
}

/** A method of a host, with its codecs. */
export interface Served extends ServedMethod {
  readonly codecs: GrpcMethod;
  readonly answers: SharedAnswers;
}

/** The methods at one path, one for each host. */
export type ServedPath = [Served, ...Served[]];

/** The paths of a server; hosts of several versions can share one. */
export class ServedPaths {
  readonly #paths = new Map<string, ServedPath>();
  /** Methods of extensions whose codecs may come with the host that they were written for. */
  #waiting: readonly ServedMethod[] = [];

  /** Adds the methods of a host. Returns the new paths; throws a TypeError when codecs are missing. */
  add(host: Host, known: readonly GrpcMethod[], types: TypeRegistry | undefined): readonly ServedPath[] {
    const methods = [...this.#waiting, ...host.methods.map((hosted) => ({ host, hosted, types }))];
    const found = methods.map((served) => ({
      ...served,
      codecs: this.#codecsOf(served, known),
      answers: new SharedAnswers(),
    }));
    const missing = found.find((served) => served.codecs === undefined && !isOfOtherVersion(served));
    if (missing !== undefined) {
      const { service, method } = missing.hosted;
      throw new TypeError(
        `${service}: no binary codecs for ${method.name}; give those of every service of the host`,
      );
    }
    this.#waiting = found.filter(({ codecs }) => codecs === undefined);
    return found.flatMap((served) => (hasCodecs(served) ? this.#place(served) : []));
  }

  list(): readonly string[] {
    return [...this.#paths.keys()];
  }

  #codecsOf({ host, hosted }: ServedMethod, known: readonly GrpcMethod[]): GrpcMethod | undefined {
    const isExtension = hosted.extension !== undefined;
    // Methods of extensions are the same in every version of a family.
    const [other] = isExtension ? (this.#paths.get(`/${hosted.service}/${hosted.method.name}`) ?? []) : [];
    return (
      other?.codecs ??
      known.find(({ method }) => method === hosted.method) ??
      known.find(
        ({ service, method }) =>
          service.typeName === hosted.service &&
          method.name === hosted.method.name &&
          (isExtension || service.protocol.name === host.protocol.name),
      )
    );
  }

  /** The path when it is new. */
  #place(served: Served): readonly ServedPath[] {
    const { path } = served.codecs;
    const others = this.#paths.get(path);
    if (others === undefined) {
      const own: ServedPath = [served];
      this.#paths.set(path, own);
      return [own];
    }
    // The draft and 1.0 have one number: the version that an extension was written for answers both.
    if (served.hosted.extension === undefined || isOfOtherVersion(served)) others.push(served);
    else others.unshift(served);
    return [];
  }
}

function hasCodecs(
  served: Omit<Served, "codecs"> & { readonly codecs: GrpcMethod | undefined },
): served is Served {
  return served.codecs !== undefined;
}

/** Whether a method belongs to an extension that was written for another version than that of its host. */
function isOfOtherVersion({ host, hosted }: ServedMethod): boolean {
  if (hosted.extension === undefined) return false;
  const own = host.implementations.find(({ service }) => service.typeName === hosted.service);
  return own !== undefined && own.service.protocol.name !== host.protocol.name;
}
