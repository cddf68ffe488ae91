import { statusTable } from "@a2agen/runtime/internal";
import type { StatusName } from "@a2agen/runtime/service";
import type { Diagnostics } from "../../model/diagnostics.ts";
import type { OwnError } from "../../model/extension-manifest.ts";
import type { ExtensionModel, Model, Position } from "../../model/model.ts";
import { findOwnErrorProblems } from "../../model/own-errors.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import type { ResolvedError, ResolvedExtension } from "./resolved-extension.ts";

/** The status follows from the HTTP status where it is not given, and the other way round. */
export function resolveError({ name, jsonRpc, http, grpc, description = "" }: OwnError): ResolvedError {
  const byHttp = Object.entries(statusTable).find(([, row]) => row.http === http)?.[0];
  const known = grpc ?? byHttp ?? "";
  // One that gRPC does not have is reported.
  const status: StatusName = Object.hasOwn(statusTable, known)
    ? (known as StatusName)
    : "FAILED_PRECONDITION";
  const row = statusTable[status];
  return {
    name,
    status,
    http: http ?? row.http,
    description: description === "" ? name : description,
    ...(jsonRpc !== undefined && { jsonRpc }),
  };
}

/** Reports errors that are wrong, and those that clients would take for one of the core or of another one. */
export function checkOwnErrors(
  extensions: readonly ResolvedExtension[],
  { core, diagnostics }: { readonly core: Model; readonly diagnostics: Diagnostics },
): void {
  const profiles = Object.values(core.profiles);
  const codes = new Map<number, string>();
  const reasons = new Map<string, string>(
    Object.keys(statusTable).map((status) => [status, `the gRPC status ${status}`]),
  );
  for (const { errors, jsonRpcErrors, title } of profiles) {
    for (const { jsonRpc, name } of [...errors, ...jsonRpcErrors]) codes.set(jsonRpc, `${name} of ${title}`);
    for (const { reason, name } of errors) reasons.set(reason, `${name} of ${title}`);
  }
  for (const { typeName: extension, options } of extensions) {
    for (const { index, member, expected } of findOwnErrorProblems(options.errors)) {
      const at = member === undefined ? "" : `, ${member}`;
      const parameters = { extension, error: options.errors[index]?.name ?? "", at, expected };
      diagnostics.report(extensionDiagnostics["extension-error"], placeOf(options, index), parameters);
    }
    options.errors.forEach(({ name, jsonRpc: code }, index) => {
      const place = placeOf(options, index);
      const namesake = reasons.get(name);
      if (namesake !== undefined) {
        const parameters = { extension, name, owner: namesake };
        diagnostics.report(extensionDiagnostics["extension-error-name"], place, parameters);
      }
      if (code === undefined) return;
      const isReserved = code >= -32099 && code <= -32000;
      const owner = codes.get(code) ?? (isReserved ? "JSON-RPC servers (-32099 to -32000)" : undefined);
      codes.set(code, owner ?? `${name} of ${extension}`);
      if (owner === undefined) return;
      diagnostics.report(extensionDiagnostics["extension-error-code"], place, {
        extension,
        name,
        code,
        owner,
      });
    });
  }
}

/** Where an error stands, as exactly as its source can say. */
function placeOf({ position }: ExtensionModel, index: number): Position {
  const { pointer } = position;
  return pointer === undefined ? position : { ...position, pointer: `${pointer}/errors/${index}` };
}
