import { lastName } from "@a2agen/generators/naming/last-name.ts";
import { migrateValue } from "@a2agen/migrate/migrate-value.ts";
import { newestReleased, type Versions } from "@a2agen/migrate/versions.ts";
import { canonicalize } from "@a2agen/runtime/canonical";
import { bytesToBase64, errorMessage } from "@a2agen/runtime/internal";
import { splitPath } from "../../shared/json-path.ts";
import type { Analysis, Subject } from "./analyse.ts";
import { toBinary, toHexDump } from "./binary.ts";
import { declarationOf } from "./declarations.ts";
import { findPlace } from "./places.ts";
import { type Note, type Pane, type PaneRequest, versionLabel } from "./report.ts";
import { schemaOf } from "./schemas.ts";
import { checkSignatures } from "./signatures.ts";

/** Fills a pane for what was found. */
export async function fillPane(request: PaneRequest, analysis: Analysis, versions: Versions): Promise<Pane> {
  const { subject, found } = analysis;
  if (analysis.root === undefined) return { facts: [], notes: [] };
  if (found === undefined)
    return { facts: ["Nothing to show: the version and type are not known."], notes: [] };
  if (subject === undefined) return { facts: ["Errors have no type: nothing to show."], notes: [] };
  switch (request.kind) {
    case "translation":
      return translation(request.to, { ...analysis, subject }, versions);
    case "canonical":
      return canonical(subject);
    case "signatures":
      return checkSignatures(subject, request.keys);
    case "binary":
      return binary(subject, analysis);
    case "schema": {
      const schema = schemaOf(subject.dialect.name, subject.codec.typeName);
      if (schema === undefined)
        return { facts: [`${subject.codec.typeName} has no schema of its own.`], notes: [] };
      return { facts: [], notes: [], text: toText(schema), language: "json" };
    }
    case "type": {
      const text = declarationOf(subject.dialect.name, subject.codec.typeName);
      if (text === undefined)
        return { facts: [`${subject.codec.typeName} has no type of its own.`], notes: [] };
      return { facts: [], notes: [], text, language: "typescript" };
    }
  }
}

function toText(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

function translation(
  wanted: string | undefined,
  { value, root, subject }: Analysis & { readonly subject: Subject },
  versions: Versions,
): Pane {
  const { dialect, finding } = subject;
  const others = versions.dialects.filter((each) => each !== dialect);
  const to = others.find(({ name }) => name === wanted) ?? newestReleased(others);
  if (to === undefined) return { facts: ["There is no other version."], notes: [] };
  const [method] = finding.methods.length === 1 ? finding.methods : [];
  const result = migrateValue(value, { versions, to, from: dialect, typeName: finding.typeName }, method);
  const label = versionLabel(to.name);
  const base = { to: to.name, language: "json" } as const;
  switch (result.kind) {
    case "same":
      return { ...base, facts: [`Means the same in ${label}.`], notes: [], text: toText(value) };
    case "unknown":
      return { ...base, facts: ["Nothing to show before the problems are mended."], notes: [] };
    case "refused": {
      const note = { severity: "error", path: "", message: result.reason } as const;
      return { ...base, facts: [`There is no translation to ${label}.`], notes: [note] };
    }
    case "changed": {
      const notes = result.notes.map(
        ({ path, message }): Note => ({
          severity: "warning",
          path,
          message,
          ...(root === undefined ? {} : findPlace(root, splitPath(path))),
        }),
      );
      const facts = [notes.length === 0 ? "Nothing is lost." : "Lost or changed on the way:"];
      return { ...base, facts, notes, text: toText(result.value) };
    }
  }
}

/** A value as its codec reads it leniently, or why it does not. */
function read({ codec, value }: Subject): { readonly value: unknown } | { readonly pane: Pane } {
  const decoded = codec.tryDecode(structuredClone(value), { lenient: true });
  if (decoded.ok) return { value: decoded.value };
  return { pane: { facts: ["Nothing to show before the problems are mended."], notes: [] } };
}

function canonical(subject: Subject): Pane {
  const got = read(subject);
  if ("pane" in got) return got.pane;
  try {
    const text = canonicalize(subject.codec, got.value);
    const { length } = new TextEncoder().encode(text);
    return { facts: [`RFC 8785, ${length} bytes. Signatures are made over this form.`], notes: [], text };
  } catch (error) {
    return failed(error);
  }
}

function binary(subject: Subject, { root }: Analysis): Pane {
  const got = read(subject);
  if ("pane" in got) return got.pane;
  try {
    const { dialect, codec, finding } = subject;
    const form = toBinary(dialect.name, codec.typeName, got.value);
    if (form === undefined) return { facts: [`${lastName(codec.typeName)} has no binary form.`], notes: [] };
    const { bytes, typeName, losses } = form;
    const notes = losses.map(
      ({ path, segments, message }): Note => ({
        severity: "warning",
        path,
        message,
        ...(root === undefined ? {} : findPlace(root, [...finding.at, ...segments])),
      }),
    );
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return {
      facts: [`${typeName}, ${bytes.length} bytes.`],
      notes,
      text: toHexDump(bytes),
      copies: { "Copy base64": bytesToBase64(bytes), "Copy hex": hex },
    };
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Pane {
  return { facts: [], notes: [{ severity: "error", path: "", message: errorMessage(error) }] };
}
