import type { SpokenVersion } from "./requests.ts";

/** The servers, each in its own process. */
export const serverNames = [
  "a2agen, 1.0 alone",
  "a2agen, all versions",
  "@a2a-js/sdk 0.3",
  "@a2a-js/sdk 1.3, legacyCompat",
] as const;
export type VersionsServer = (typeof serverNames)[number];

/**
 * What is measured: clients of a version before a server. The first row is what the others are compared with.
 */
export interface Row {
  readonly server: VersionsServer;
  readonly version: SpokenVersion;
  readonly text: string;
}

export const rows = [
  { server: "a2agen, 1.0 alone", version: "1.0", text: "a2agen, 1.0 alone" },
  { server: "a2agen, all versions", version: "1.0", text: "a2agen, all versions: 1.0" },
  { server: "a2agen, all versions", version: "draft", text: "a2agen, all versions: draft, translated" },
  { server: "a2agen, all versions", version: "0.3", text: "a2agen, all versions: 0.3, translated" },
  { server: "@a2a-js/sdk 0.3", version: "0.3", text: "@a2a-js/sdk 0.3, its own version" },
  { server: "@a2a-js/sdk 1.3, legacyCompat", version: "0.3", text: "@a2a-js/sdk 1.3: 0.3, by legacyCompat" },
] as const satisfies readonly [Row, ...Row[]];
