import { defineDiagnostics } from "../../model/diagnostics.ts";

/** Where the manifest of earlier names and the protos differ. */
export const legacyDiagnostics = defineDiagnostics({
  "legacy-missing": {
    severity: "warning",
    text: (p: { what: string; legacy: string; current: string; package: string }) =>
      `the ${p.what} "${p.legacy}" has no alias: package ${p.package} has neither it nor "${p.current}", its current name; correct the manifest`,
  },
  "legacy-declared": {
    severity: "warning",
    text: (p: { what: string; legacy: string; current: string; package: string }) =>
      `the ${p.what} "${p.legacy}" has no alias: package ${p.package} has it beside "${p.current}", its current name; take it out of the manifest for this package`,
  },
  "legacy-replaced": {
    severity: "warning",
    text: (p: { what: string; legacy: string; current: string; target: string }) =>
      `the ${p.what} "${p.legacy}" is an alias of "${p.target}", since the proto does not have "${p.current}", its current name, any more; use "${p.target}", and if that is as it should be, say "replaced" for the package under resolves`,
  },
  "legacy-inverted": {
    severity: "warning",
    text: (p: { what: string; legacy: string; current: string }) =>
      `the ${p.what} "${p.current}" is an alias of "${p.legacy}", its earlier name, which is the one that the proto has; use either, and if that is as it should be, say "inverted" for the package under resolves`,
  },
  "legacy-resolves": {
    severity: "warning",
    text: (p: { what: string; legacy: string; current: string; known: string }) =>
      `the ${p.what} "${p.legacy}" leads to "${p.current}", its current name, where the manifest says "${p.known}" under resolves; take the package out there`,
  },
  "legacy-removable": {
    severity: "warning",
    text: (p: { profile: string; version: string; removal: string; names: readonly string[] }) =>
      `profile ${p.profile} is version ${p.version}, and names could be removed in ${p.removal}: ${p.names.join(", ")}; remove unneeded ones from the manifest, and set reviewed to ${p.version} to keep the others`,
  },
  "legacy-heading": {
    severity: "warning",
    text: (p: { what: string; name: string; ids: readonly string[]; package: string }) =>
      `the anchor "${p.ids.join('", "')}" leads nowhere: package ${p.package} does not have the ${p.what} "${p.name}", nor an alias of it; correct the manifest`,
  },
});
