import type { RenamingKind } from "../../model/legacy-manifest.ts";

/** What the kinds of names are called in messages and documents. */
export const kindWords: Readonly<Record<RenamingKind, { readonly one: string; readonly many: string }>> = {
  message: { one: "message", many: "Messages" },
  field: { one: "field", many: "Fields" },
  enumValue: { one: "enum value", many: "Enum values" },
  jsonRpcMethod: { one: "JSON-RPC method", many: "JSON-RPC methods" },
  endpoint: { one: "endpoint", many: "Endpoints" },
  header: { one: "header", many: "Headers" },
  wellKnownPath: { one: "well-known path", many: "Well-known paths" },
};
