import { count } from "@a2agen/runtime/internal";
import type { JSX } from "preact";
import { type Found, type Parts, type Report, versionLabel } from "../check/report.ts";
import type { DocumentState } from "../session/document-state.ts";

/** The version and type that were found, and others to choose. */
export function FoundLine({ doc }: { readonly doc: DocumentState }): JSX.Element {
  const report = doc.checked.value?.report;
  const found = report?.found;
  const versions = doc.versions.value;
  const chosen = doc.dialect.value ?? found?.dialect;
  const types = versions.find(({ dialect }) => dialect === chosen)?.typeNames ?? [];
  return (
    <div class="found">
      <p role="status" class={stateOf(report)}>
        <strong>{titleOf(doc.text.value, report)}</strong> <span>{summaryOf(report)}</span>
      </p>
      {report !== undefined && report.others.length > 0 && <Others doc={doc} others={report.others} />}
      <div class="row">
        {report?.parts !== undefined && <PartField doc={doc} parts={report.parts} />}
        <label>
          Version{" "}
          <select
            value={doc.dialect.value ?? ""}
            onChange={({ currentTarget }) => doc.choose(currentTarget.value || undefined, undefined)}
          >
            <option value="">{found === undefined ? "found" : `found: ${found.version}`}</option>
            {versions.map(({ dialect }) => (
              <option key={dialect} value={dialect}>
                {versionLabel(dialect)}
              </option>
            ))}
          </select>
        </label>
        <label>
          Type{" "}
          <select
            value={doc.typeName.value ?? ""}
            onChange={({ currentTarget }) => doc.choose(chosen, currentTarget.value || undefined)}
          >
            <option value="">{found === undefined ? "found" : `found: ${shortName(found.typeName)}`}</option>
            {types.map((name) => (
              <option key={name} value={name}>
                {shortName(name)}
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  );
}

/** Which of several messages the views are about. */
function PartField({ doc, parts }: { readonly doc: DocumentState; readonly parts: Parts }): JSX.Element {
  return (
    <label>
      Shown{" "}
      <input
        type="number"
        class="part"
        min={1}
        max={parts.count}
        value={parts.at + 1}
        onInput={({ currentTarget: { valueAsNumber: number } }) =>
          Number.isInteger(number) && doc.showPart(Math.min(Math.max(number, 1), parts.count) - 1)
        }
      />{" "}
      of {parts.count}
    </label>
  );
}

/** What fits as well as that which was found. */
function Others({
  doc,
  others,
}: {
  readonly doc: DocumentState;
  readonly others: readonly Found[];
}): JSX.Element {
  return (
    <p class="others">
      Fits as well:{" "}
      {others.map((other) => (
        <button
          key={`${other.dialect} ${other.typeName} ${other.methods.join()}`}
          type="button"
          class="quiet"
          onClick={() => doc.choose(other.dialect, other.typeName || undefined)}
        >
          {whatIs(other)}, {other.version}
        </button>
      ))}
    </p>
  );
}

/** "lf.a2a.v1.Task" -> "Task". */
export function shortName(typeName: string): string {
  return typeName.slice(typeName.lastIndexOf(".") + 1);
}

function titleOf(text: string, report: Report | undefined): string {
  if (report === undefined) return "Reading…";
  if (text.trim() === "") return "Paste JSON of A2A, drop a file, or choose an example";
  const { found, parts } = report;
  if (parts !== undefined) return `${parts.count} ${partTitles[parts.kind]}: ${kindsOf(parts)}`;
  if (found === undefined) {
    return report.notes.some(({ rule }) => rule === "syntax") ? "No JSON" : "Not known to A2A";
  }
  return `${found.certainty === "near" ? "Nearest: " : ""}${whatIs(found)}, ${found.version}`;
}

const partTitles = {
  list: "in a list",
  lines: "lines of JSON",
  events: "server-sent events",
  recording: "bodies of a recording",
} as const;

function kindsOf({ kinds }: Parts): string {
  const shown = kinds.slice(0, 4).map(([name, count]) => (kinds.length === 1 ? name : `${count} × ${name}`));
  return [...shown, ...(kinds.length > 4 ? ["…"] : [])].join("; ");
}

function whatIs({ what, typeName, methods, error }: Found): string {
  const type = shortName(typeName);
  switch (what) {
    case "request":
      return `Request ${methods[0]} (${type})`;
    case "response":
      return `Response with ${type}`;
    case "error":
    case "problem":
      return `Error ${error ?? ""}`.trim();
    case "message":
    case "event":
      return type;
  }
}

function summaryOf(report: Report | undefined): string {
  if (report === undefined || (report.found === undefined && report.parts === undefined)) return "";
  const numberOf = (severity: string): number =>
    report.notes.filter((note) => note.severity === severity).length;
  const errors = numberOf("error") + report.more;
  const warnings = numberOf("warning");
  const certainty = report.parts !== undefined ? "" : certainties[report.found?.certainty ?? "chosen"];
  return [certainty, counted(errors, "problem"), counted(warnings, "warning")]
    .filter((part) => part !== "")
    .join(" · ");
}

const certainties = {
  certain: "",
  likely: "likely",
  possible: "others fit as well",
  near: "",
  chosen: "",
} as const;

function counted(number: number, name: string): string {
  if (number === 0) return name === "problem" ? "no problem" : "";
  return count(number, name);
}

function stateOf(report: Report | undefined): string {
  if (report === undefined) return "";
  if (report.notes.some(({ severity }) => severity === "error")) return "bad";
  return report.found === undefined ? "" : "ok";
}
