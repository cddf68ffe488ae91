import type { ModelIndex } from "../../model/index-model.ts";
import type { MethodModel, ServiceModel } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { lastName } from "../../naming/last-name.ts";
import { toJsonPath } from "./http-routes.ts";

/** What servers and clients have to know of a method beyond its messages. */
export interface MethodRules {
  /** Whether a call has the same effect once and twice. */
  readonly idempotent: boolean;
  /** Whether a call needs a caller that is known whatever the card asks for. */
  readonly authenticated: boolean;
  /** Other names that JSON-RPC servers take. */
  readonly aliases: readonly string[];
}

const idempotentVerbs: ReadonlySet<string> = new Set(["GET", "PUT", "DELETE"]);

/** What the profile says; where it says nothing, what the proto says, and HTTP of the verb. */
export function findMethodRules(
  { name, idempotency, http: [main] }: MethodModel,
  { typeName }: ServiceModel,
  profile: Profile | undefined,
): MethodRules {
  const rules = profile?.methods?.[`${typeName}.${name}`];
  const isIdempotent = idempotency !== undefined || (main !== undefined && idempotentVerbs.has(main.verb));
  return {
    idempotent: rules?.idempotent ?? isIdempotent,
    authenticated: rules?.authenticated ?? false,
    aliases: rules?.aliases ?? [],
  };
}

/**
 * Where messages over HTTP name the call that they are for, and where events do: fields by their JSON names.
 */
export interface UplinkRules {
  readonly request: readonly string[];
  readonly response: readonly string[];
  readonly [key: string]: readonly string[];
}

/** Undefined where the identifier of the stream does. */
export function findUplink(
  { name, input, output }: MethodModel,
  { typeName }: ServiceModel,
  { profile, index }: { readonly profile: Profile | undefined; readonly index: ModelIndex },
): UplinkRules | undefined {
  const paths = profile?.methods?.[`${typeName}.${name}`]?.uplink;
  if (paths === undefined) return undefined;
  const toJson = (path: readonly string[], owner: string): string =>
    toJsonPath(path.map(lastName).join("."), owner, index);
  return {
    request: paths.map((path) => toJson(path, input)),
    response: (profile?.tasks?.eventTaskIds ?? []).map((path) => toJson(path, output)),
  };
}
