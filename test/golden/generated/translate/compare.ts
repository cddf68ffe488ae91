import { normalizeBase64, normalizeTimestampText } from "./spellings.ts";

type JsonRecord = Readonly<Record<string, unknown>>;

/** Fields with JSON of any form, which is compared as it is. */
const opaque = new Set(["metadata", "params", "header", "data"]);

/**
 * A value in which the same is said in one way: defaults are left out, times are instants, bytes have
 * one spelling, and an address of a card is there once.
 */
export function canonical(value: unknown): unknown {
  return simplify(value, "");
}

function simplify(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((element) => simplify(element, ""));
  if (typeof value === "string" && name === "timestamp") return normalizeTimestampText(value);
  if (typeof value === "string" && (name === "bytes" || name === "fileWithBytes" || name === "raw")) {
    return normalizeBase64(value);
  }
  if (!isObject(value)) return value;
  const card = "defaultInputModes" in value && "capabilities" in value ? withAddresses(value) : value;
  const config = withIds(card);
  const entries = Object.entries(config).flatMap(([key, inner]): [string, unknown][] => {
    if (opaque.has(key)) return isEmpty(inner) ? [] : [[key, inner]];
    const simple = simplify(inner, key);
    // In 0.3, who says nothing gets the result.
    if (key === "blocking" ? simple === true : isEmpty(simple)) return [];
    return [[key, simple]];
  });
  return Object.fromEntries(entries);
}

function isEmpty(value: unknown): boolean {
  if (isObject(value)) return Object.keys(value).length === 0;
  return (
    value === undefined ||
    value === "" ||
    value === false ||
    value === 0 ||
    (Array.isArray(value) && value.length === 0)
  );
}

function isObject(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The addresses of a card as one list, best first, each once. */
function withAddresses(card: JsonRecord): JsonRecord {
  const { url, preferredTransport, additionalInterfaces = [], supportedInterfaces = [], ...rest } = card;
  const preferred = url === undefined ? [] : [{ url, protocolBinding: preferredTransport ?? "JSONRPC" }];
  const all = [supportedInterfaces, preferred, additionalInterfaces].flat() as JsonRecord[];
  const addresses = all.map(({ transport, protocolBinding, ...address }) => ({
    ...address,
    binding: transport ?? protocolBinding,
  }));
  const distinct = new Map(addresses.map((one) => [JSON.stringify(one), one]));
  return { ...rest, supportedInterfaces: [...distinct.values()] };
}

/** A push notification configuration without identifier has that of its name, or of its task. */
function withIds(value: JsonRecord): JsonRecord {
  const { pushNotificationConfig, pushNotificationConfigId, taskId, id, name, url, configId, config } = value;
  if (pushNotificationConfigId === id && id !== undefined)
    return { ...value, pushNotificationConfigId: undefined };
  if (isObject(config) && configId !== undefined) return { ...value, config: withoutId(config, configId) };
  if (taskId !== undefined && url !== undefined) return { ...value, id: isEmpty(id) ? taskId : id };
  if (!isObject(pushNotificationConfig)) return value;
  const named = typeof name === "string" ? name.split("/pushNotificationConfigs/")[1] : taskId;
  return named === undefined ? value : withoutId(value, named);
}

function withoutId(value: JsonRecord, named: unknown): JsonRecord {
  const { pushNotificationConfig } = value;
  if (!isObject(pushNotificationConfig) || pushNotificationConfig["id"] !== named) return value;
  return { ...value, pushNotificationConfig: { ...pushNotificationConfig, id: undefined } };
}

/** The paths at which two canonical values differ. */
export function differences(
  a: unknown,
  b: unknown,
  path: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] {
  if (Object.is(a, b)) return [];
  if (b === undefined && typeof a === "object") return differences(b, a, path);
  if (a === undefined && Array.isArray(b)) return differences([], b, path);
  if (a === undefined && isObject(b)) return differences({}, b, path);
  if (Array.isArray(a) && Array.isArray(b)) {
    const longer = a.length > b.length ? a : b;
    return longer.flatMap((_, index) => differences(a[index], b[index], [...path, index]));
  }
  if (isObject(a) && isObject(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...names].flatMap((name) => differences(own(a, name), own(b, name), [...path, name]));
  }
  return [path];
}

function own(value: JsonRecord, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
