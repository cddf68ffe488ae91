import type { MethodModel, ServiceModel } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";

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
