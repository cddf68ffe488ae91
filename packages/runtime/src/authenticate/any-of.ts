import type { Authenticate, AuthenticationRequest } from "../host/authentication.ts";
import { findUnmet } from "../host/requirements.ts";
import type { Principal, SecurityRequirement } from "../service/security.ts";

/**
 * Authenticates callers by one function for each scheme of the card, by its name. The first requirement
 * counts that a caller meets: all its schemes, each with its scopes; the principal is that of the scheme
 * named first, with the scopes of all. Without requirements the first scheme counts.
 */
export function anyOf(functions: Readonly<Record<string, Authenticate>>): Authenticate {
  return async (request) => {
    const { requirements, schemes } = request;
    const unknown = Object.keys(functions).find((name) => !Object.hasOwn(schemes, name));
    if (unknown !== undefined) {
      throw new TypeError(
        `anyOf: the card has no scheme ${unknown}; it has ${Object.keys(schemes).join(", ")}`,
      );
    }
    const wanted = requirements.length > 0 ? requirements : Object.keys(functions).map(only);
    const asked = new Map<string, Promise<Outcome>>();
    const ask = (name: string): Promise<Outcome> => {
      const outcome = asked.get(name) ?? askOne(request, name, functions[name]);
      asked.set(name, outcome);
      return outcome;
    };
    let nearest: Principal | undefined;
    let failure: Error | undefined;
    for (const requirement of wanted) {
      const names = Object.keys(requirement.schemes ?? {});
      if (names.length === 0) continue;
      const outcomes = await Promise.all(names.map(ask));
      failure ??= outcomes.find((outcome) => outcome.error !== undefined)?.error;
      const found = outcomes.flatMap(({ principal }) => principal ?? []);
      if (found.length < names.length) continue;
      if (found.every((each, at) => findUnmet([pick(requirement, names[at] ?? "")], each) === undefined))
        return merge(found, requirement);
      const [first] = found;
      // Scopes of one scheme do not count for another.
      nearest ??= first && { ...first, schemes: names, ...(names.length > 1 && { scopes: [] }) };
    }
    if (nearest !== undefined || failure === undefined) return nearest;
    throw failure;
  };
}

interface Outcome {
  readonly principal?: Principal | undefined;
  readonly error?: Error;
}

async function askOne(
  request: AuthenticationRequest,
  name: string,
  authenticate: Authenticate | undefined,
): Promise<Outcome> {
  const { [name]: scheme = {} } = request.schemes;
  // What the function does not see it cannot take for its own.
  const narrowed = Object.create(request, {
    schemes: { value: { [name]: scheme } },
  }) as AuthenticationRequest;
  try {
    const principal = await authenticate?.(narrowed);
    return { principal: principal && { ...principal, schemes: [name] } };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

function only(name: string): SecurityRequirement {
  return { schemes: { [name]: {} } };
}

function pick({ schemes = {} }: SecurityRequirement, name: string): SecurityRequirement {
  return { schemes: { [name]: schemes[name] ?? {} } };
}

/** The principal of the first scheme, with the scopes of all, and those that a function vouches for. */
function merge(found: readonly Principal[], { schemes = {} }: SecurityRequirement): Principal | undefined {
  const [first] = found;
  if (first === undefined || found.every(({ scopes }) => scopes === undefined))
    return first && { ...first, schemes: Object.keys(schemes) };
  const asked = Object.values(schemes).flatMap(({ list = [] }) => list);
  const scopes = [...new Set([...found.flatMap((each) => each.scopes ?? []), ...asked])];
  return { ...first, schemes: Object.keys(schemes), scopes };
}
