import { statusTable } from "@a2agen/runtime/internal";
import type { StatusName } from "@a2agen/runtime/service";
import type { Diagnostics } from "../../model/diagnostics.ts";
import type { OwnError } from "../../model/extension-manifest.ts";
import type { Model } from "../../model/model.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import type { ResolvedError, ResolvedExtension } from "./resolved-extension.ts";

/** The status follows from the HTTP status where it is not given, and the other way round. */
export function resolveError({ name, jsonRpc, http, grpc, description = "" }: OwnError): ResolvedError {
  const byHttp = Object.entries(statusTable).find(([, row]) => row.http === http)?.[0];
  const status = (grpc ?? byHttp ?? "FAILED_PRECONDITION") as StatusName;
  const row = statusTable[status];
  return {
    name,
    status,
    http: http ?? row.http,
    description: description === "" ? name : description,
    ...(jsonRpc !== undefined && { jsonRpc }),
  };
}

/** Reports codes of errors that are those of the core, or of another extension. */
export function checkErrorCodes(
  extensions: readonly ResolvedExtension[],
  { core, diagnostics }: { readonly core: Model; readonly diagnostics: Diagnostics },
): void {
  const owners = new Map<number, string>();
  for (const { errors, jsonRpcErrors, title } of Object.values(core.profiles)) {
    for (const { jsonRpc, name } of [...errors, ...jsonRpcErrors]) owners.set(jsonRpc, `${name} of ${title}`);
  }
  for (const { name: extension, errors, options } of extensions) {
    for (const { name, jsonRpc } of errors) {
      if (jsonRpc === undefined) continue;
      const owner = owners.get(jsonRpc);
      owners.set(jsonRpc, owner ?? `${name} of ${extension}`);
      if (owner === undefined) continue;
      const parameters = { extension, name, code: jsonRpc, owner };
      diagnostics.report(extensionDiagnostics["extension-error-code"], options.position, parameters);
    }
  }
}
