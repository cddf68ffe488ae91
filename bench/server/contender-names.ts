export const contenderNames = [
  "node:http",
  "a2agen on node:http",
  "a2agen on Hono",
  "@a2a-js/sdk on Express",
] as const;
export type ServerContender = (typeof contenderNames)[number];

/** A value for every contender. */
export type PerContender<T> = Readonly<Record<ServerContender, T>>;

export function forEveryContender<T>(make: (name: ServerContender) => T): PerContender<T> {
  return Object.fromEntries(contenderNames.map((name) => [name, make(name)])) as PerContender<T>;
}
