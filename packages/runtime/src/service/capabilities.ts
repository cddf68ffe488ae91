import { type CallError, protocolError } from "./call-error.ts";
import { extensionsOf } from "./card.ts";
import { valueAt } from "./field-path.ts";
import type { ClientMethod } from "./method.ts";
import { findOtherVersion, versioningRule } from "./other-version.ts";
import type { CapabilityRule, ClientProtocol } from "./protocol.ts";

/** The limits that a card sets for a method: none, no calls, or no values of some request fields. */
export interface MethodCapabilities {
  /** Thrown before the handler is reached; undefined when the agent offers the method. */
  readonly missing: CapabilityRule | undefined;
  /** Fields that a request must not have set. */
  readonly closedFields: readonly { readonly rule: CapabilityRule; readonly field: readonly string[] }[];
}

/** Finds what a card rules out for a method. */
export function capabilitiesOf(
  method: ClientMethod,
  card: object,
  protocol: ClientProtocol,
): MethodCapabilities {
  const absent = (protocol.card?.capabilities ?? []).filter(
    (rule) => valueAt(card, rule.declaredIn) !== true,
  );
  return {
    missing: absent.find((rule) => rule.methods.includes(method.name)),
    closedFields: absent.flatMap((rule) =>
      rule.fields
        .filter(({ methods }) => methods.includes(method.name))
        .map(({ field }) => ({ rule, field })),
    ),
  };
}

/** The error for something that needs a capability which the card does not declare. */
export function missingCapability(rule: CapabilityRule, what: string, protocol: ClientProtocol): CallError {
  return protocolError(protocol, rule.error, {
    message: `${what} needs the capability ${rule.name}, which this agent's card does not declare`,
    metadata: { capability: rule.name },
  });
}

/** The extensions without which a card's agent takes no call. */
export function requiredExtensions(card: object, protocol: ClientProtocol): readonly string[] {
  if (protocol.card === undefined) return [];
  return extensionsOf(card, protocol.card)
    .filter(({ required }) => required === true)
    .map(({ uri }) => uri);
}

/**
 * The error for a call that does not declare an extension that it must, or for which it is not active.
 * `asked` are the extensions that it declares; the message says if another version is among them.
 */
export function missingExtension(
  uri: string,
  required: readonly string[],
  protocol: ClientProtocol,
  {
    because = `the agent requires the extension ${uri}`,
    asked = [],
  }: { readonly because?: string; readonly asked?: readonly string[] } = {},
): CallError {
  const parameter = protocol.extensionsParameter;
  if (parameter === undefined) throw new TypeError(`the profile ${protocol.name} has no extensions`);
  const other =
    findOtherVersion(uri, asked) === undefined
      ? ""
      : `, since another version does not stand in for it (${versioningRule})`;
  return protocolError(protocol, parameter.error, {
    message: `${because}; declare it in ${parameter.name}${other}`,
    metadata: { extension: uri, requiredExtensions: required.join(",") },
  });
}
