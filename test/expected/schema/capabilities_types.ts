// Generated.

import type { JsonValue } from "@a2agen/runtime";
import type { Theme } from "./catalog_types.js";

/** What a client can show */
export interface Capabilities {
  catalogIds: string[];
  screen?: [number?, number?];
  theme?: Theme;
  locale?: "cs" | "da" | "de" | "en" | "es" | "fi" | "fr" | "it" | "nl" | "pl" | "pt" | "sv";
  extra?: Extra;
}

export type Extra = { [key: string]: JsonValue };
