import type { JsonObject } from "../core/json.ts";

/** An extension as a card declares it: AgentExtension of every version, with the type of its params. */
export interface ExtensionDeclaration<Params = JsonObject> {
  uri: string;
  description?: string;
  required?: boolean;
  params?: Params & JsonObject;
}

/** How an agent declares an extension. */
export interface DeclareInit<Params> {
  readonly params?: Params;
  /** Default: as in the definition. */
  readonly required?: boolean;
  /** Default: as in the definition. */
  readonly description?: string;
}

/** The parts that are read of an entry of a card's list of extensions. */
export interface DeclaredEntry {
  readonly uri?: string;
  readonly params?: unknown;
}
