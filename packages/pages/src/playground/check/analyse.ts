import { checkEnvelope, checkError } from "@a2agen/exchange/meaning/json-rpc-reader.ts";
import { type JsonNode, readJsonTree } from "@a2agen/migrate/json-tree.ts";
import { findLegacyForms } from "@a2agen/migrate/legacy-forms.ts";
import type { Versions } from "@a2agen/migrate/versions.ts";
import type { Codec, Issue } from "@a2agen/runtime";
import { completeNames } from "@a2agen/runtime/codegen/versions";
import { errorMessage, isObject, own } from "@a2agen/runtime/internal";
import type { Method } from "@a2agen/runtime/service";
import type { Detection, Dialect, Finding } from "@a2agen/runtime/versions";
import { joinSegments, splitPath } from "../../shared/json-path.ts";
import { findPlace, placeOfSyntaxError } from "./places.ts";
import { type Found, type Note, versionLabel } from "./report.ts";
import { findUnknownFields } from "./schemas.ts";
import { sectionOf } from "./sections.ts";

/** What a text holds. */
export interface Analysis {
  readonly notes: readonly Note[];
  /** Absent for text that is not JSON. */
  readonly root?: JsonNode;
  readonly value?: unknown;
  readonly found?: Found;
  readonly others: readonly Found[];
  /** What was found, with its codec and the value of its type: the params of a request. */
  readonly subject?: Subject;
}

export interface Subject {
  readonly dialect: Dialect;
  readonly codec: Codec<unknown>;
  readonly finding: Finding;
  readonly value: unknown;
}

export interface Hints {
  readonly dialect?: string | undefined;
  readonly typeName?: string | undefined;
}

/** Finds version and type of a text, and everything that is wrong with it. */
export function analyse(text: string, hints: Hints, versions: Versions): Analysis {
  if (text.trim() === "") return { notes: [], others: [] };
  const notes: Note[] = [];
  let root: JsonNode;
  try {
    root = readJsonTree(text, ({ name, start, end }) =>
      notes.push({
        severity: "warning",
        path: name,
        message: "is there twice in its object; most readers take the last one, some refuse both",
        rule: "duplicate-key",
        from: start,
        to: end,
      }),
    );
  } catch (error) {
    const message = errorMessage(error);
    const place = placeOfSyntaxError(text, message);
    return { notes: [{ severity: "error", path: "", message, rule: "syntax", ...place }], others: [] };
  }
  const { value } = root;
  const detection = versions.detect(value, {
    ...(hints.dialect === undefined ? {} : { dialects: [hints.dialect] }),
    ...(hints.typeName === undefined ? {} : { typeName: hints.typeName }),
  });
  const { found, finding, others } = choose(detection, hints);
  const base = { root, value, others, notes };
  if (found === undefined || finding === undefined) {
    const message = `no version of A2A knows this: ${detection.reason ?? "nothing fits"}`;
    notes.push({ severity: "error", path: "", message, ...findPlace(root, []) });
    return base;
  }
  notes.push(...envelopeNotes(value, finding, { root, versions }));
  const subject = findSubject(value, finding, versions);
  if (subject === undefined) return { ...base, found };
  notes.push(...codecNotes(subject, root), ...unknownNotes(detection, subject, root));
  return { ...base, found, subject };
}

/** The best candidate; what nearly fits where that says more. */
function choose(
  { candidates, nearest }: Detection,
  hints: Hints,
): { readonly found?: Found; readonly finding?: Finding; readonly others: readonly Found[] } {
  const [best] = candidates;
  const [near] = nearest;
  const isNear = near !== undefined && (best === undefined || best.unknownFields.length > 0);
  const finding = isNear ? near : best;
  if (finding === undefined) return { others: [] };
  const isChosen = hints.dialect !== undefined && hints.typeName !== undefined;
  const certainty = isChosen ? "chosen" : isNear ? "near" : (best?.certainty ?? "near");
  // What fits as well: only its reader knows which it is.
  const alike =
    isNear || best === undefined || isChosen
      ? []
      : candidates.filter(
          (each) =>
            each !== best &&
            each.unknownFields.length === best.unknownFields.length &&
            each.requiredFields === best.requiredFields,
        );
  return {
    found: toFound(finding, certainty),
    finding,
    others: alike.slice(0, 6).map((each) => toFound(each, "possible")),
  };
}

function toFound(finding: Finding, certainty: Found["certainty"]): Found {
  const { dialect, what, typeName, methods, error } = finding;
  return {
    dialect,
    version: versionLabel(dialect),
    what,
    typeName,
    methods,
    certainty,
    ...(error === undefined ? {} : { error }),
  };
}

function findSubject(value: unknown, finding: Finding, { dialects }: Versions): Subject | undefined {
  const dialect = dialects.find(({ name }) => name === finding.dialect);
  const method = Object.values<Method>(dialect?.service.methods ?? {}).find(({ name }) =>
    finding.methods.includes(name),
  );
  const codec =
    dialect?.codecs.find(({ typeName }) => typeName === finding.typeName) ??
    [method?.input, method?.output].find((each) => each?.typeName === finding.typeName);
  if (dialect === undefined || codec === undefined) return undefined;
  const isRequest = finding.what === "request";
  const given = finding.at.reduce<unknown>(
    (outer, name) => (isObject(outer) ? own(outer, name) : undefined),
    value,
  );
  const inner = given ?? (isRequest ? {} : given);
  const complete =
    isRequest && method !== undefined && isObject(inner) ? completeNames(inner, method) : inner;
  return { dialect, codec, finding, value: complete };
}

/** What the decoder of the type finds. */
function codecNotes({ codec, value, finding, dialect }: Subject, root: JsonNode): readonly Note[] {
  // A codec puts other spellings right in the value itself.
  const result = codec.tryDecode(structuredClone(value));
  if (result.ok) {
    return findLegacyForms(value, result.value).map((path) => {
      const segments = [...finding.at, ...splitPath(path)];
      const message = "is written as before 0.3 (draft A.2.1); read as 0.3";
      return { severity: "warning", path: joinSegments(segments), message, ...findPlace(root, segments) };
    });
  }
  return result.issues.map((issue) => toNote(issue, { finding, dialect, root }));
}

function toNote(
  { code, message, path, segments }: Issue,
  {
    finding,
    dialect,
    root,
  }: { readonly finding: Finding; readonly dialect: Dialect; readonly root: JsonNode },
): Note {
  const section = sectionOf(dialect.name, finding.typeName, segments);
  return {
    severity: "error",
    path: [...finding.at, path].filter((part) => part !== "").join("."),
    message,
    rule: code,
    ...(section === undefined ? {} : { section }),
    ...findPlace(root, [...finding.at, ...segments]),
  };
}

/** Fields that the type does not have, which readers ignore. */
function unknownNotes(
  { candidates }: Detection,
  { finding, value }: Subject,
  root: JsonNode,
): readonly Note[] {
  const { dialect, typeName, at } = finding;
  const candidate = candidates.find(
    (each) => each.dialect === dialect && each.typeName === typeName && each.at.length === at.length,
  );
  const paths =
    candidate === undefined
      ? findUnknownFields(dialect, typeName, value).map((segments) => [...at, ...segments])
      : candidate.unknownFields.map(splitPath);
  return paths.map((segments) => ({
    severity: "warning",
    path: joinSegments(segments),
    message: "is no field of its type; readers ignore it",
    rule: "unknown-field",
    ...findPlace(root, segments),
  }));
}

function envelopeNotes(
  value: unknown,
  finding: Finding,
  { root, versions }: { readonly root: JsonNode; readonly versions: Versions },
): readonly Note[] {
  if (!isObject(value)) return [];
  const service = versions.dialects.find(({ name }) => name === finding.dialect)?.service;
  const problems =
    finding.what === "request" && service !== undefined
      ? checkEnvelope(value, service)
      : finding.what === "error"
        ? checkError(value["error"])
        : [];
  return problems.map(({ path = "", message, rule }) => ({
    severity: "error",
    path,
    message,
    ...(rule === undefined ? {} : { rule }),
    ...findPlace(root, splitPath(path)),
  }));
}
