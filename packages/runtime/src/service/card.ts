import { usualBinding } from "../core/binding.ts";
import { listAt, valueAt } from "./field-path.ts";
import { fromOpenApi } from "./openapi-security.ts";
import type { CardRules } from "./protocol.ts";
import type { SecurityRequirement, SecurityScheme } from "./security.ts";

/** One way to reach an agent, as its card declares it. */
export interface AgentInterface {
  readonly url: string;
  /** "JSONRPC", "HTTP+JSON", "GRPC", or the name of a custom binding. */
  readonly protocolBinding: string;
  readonly tenant?: string;
  /** "1.0"; empty when the card does not say. */
  readonly protocolVersion: string;
}

/** An extension that a card declares. */
export interface DeclaredExtension {
  readonly uri: string;
  readonly required?: boolean;
  readonly params?: unknown;
}

/**
 * The interfaces of a card, the preferred one first. `onRenamed` is called for a binding under a name that is
 * more than spelled otherwise.
 */
export function interfacesOf(
  card: object,
  rules: CardRules,
  onRenamed?: (name: string, usual: string) => void,
): readonly AgentInterface[] {
  const version = rules.version === undefined ? undefined : valueAt(card, rules.version);
  const declared = rules.interfaces === undefined ? [] : listAt(card, rules.interfaces);
  const found = declared.length > 0 ? declared : olderInterfacesOf(card, rules);
  return found.flatMap((entry) => toInterface(entry, version, onRenamed));
}

/** The interfaces in the fields of older cards (A2A 8.3.2). */
function olderInterfacesOf(card: object, { olderInterfaces }: CardRules): readonly unknown[] {
  if (olderInterfaces === undefined) return [];
  const { additional, additionalBinding = "protocolBinding", defaultBinding } = olderInterfaces;
  const url = valueAt(card, olderInterfaces.url);
  const protocolBinding = valueAt(card, olderInterfaces.binding) ?? defaultBinding;
  const others = listAt(card, additional)
    .map((entry) => {
      const binding = valueAt(entry, [additionalBinding]);
      return { ...(entry as object), protocolBinding: binding };
    })
    .filter((entry) => valueAt(entry, ["url"]) !== url || entry.protocolBinding !== protocolBinding);
  return [{ url, protocolBinding }, ...others];
}

function toInterface(
  entry: unknown,
  version: unknown,
  onRenamed: ((name: string, usual: string) => void) | undefined,
): readonly AgentInterface[] {
  if (typeof entry !== "object" || entry === null) return [];
  const { url, protocolBinding, tenant, protocolVersion } = entry as Partial<AgentInterface>;
  if (typeof url !== "string" || typeof protocolBinding !== "string") return [];
  const own = version ?? protocolVersion;
  const binding = usualBinding(protocolBinding);
  if (![protocolBinding, protocolBinding.toUpperCase()].includes(binding))
    onRenamed?.(protocolBinding, binding);
  return [
    {
      url,
      protocolBinding: binding,
      protocolVersion: typeof own === "string" ? own : "",
      ...(typeof tenant === "string" && tenant !== "" ? { tenant } : {}),
    },
  ];
}

/** The extensions of a card. */
export function extensionsOf(card: object, rules: CardRules): readonly DeclaredExtension[] {
  return listAt(card, rules.extensions).filter(
    (entry): entry is DeclaredExtension =>
      typeof entry === "object" && entry !== null && "uri" in entry && typeof entry.uri === "string",
  );
}

/** The security that a card requires, in one form. The card has been checked, so that it has these types. */
export function securityOf(
  card: object,
  rules: CardRules,
): {
  readonly requirements: readonly SecurityRequirement[];
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
} {
  const requirements = listAt(card, rules.securityRequirements);
  const schemes = valueAt(card, rules.securitySchemes) ?? {};
  if (rules.security === "openapi") return fromOpenApi(requirements, schemes);
  return {
    requirements: requirements as readonly SecurityRequirement[],
    schemes: schemes as Readonly<Record<string, SecurityScheme>>,
  };
}
