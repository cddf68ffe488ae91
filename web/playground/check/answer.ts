import type { Versions } from "../../../cli/migrate/versions.ts";
import { analyse } from "./analyse.ts";
import { fromBinary, listBinaryTypes } from "./binary.ts";
import { fillPane } from "./panes.ts";
import type { Answer, CheckRequest, Note, Ready, Report, Request } from "./report.ts";

/** Notes that are shown: more would fill the page. */
const maximumNotes = 200;

/** Characters that are read: beyond, a browser runs out of memory. */
const maximumText = 20_000_000;

/** The versions and types that users can choose. */
export function listVersions({ dialects }: Versions): Ready {
  const versions = dialects.toReversed().map(({ name, codecs }) => ({
    dialect: name,
    typeNames: codecs.map(({ typeName }) => typeName).sort(),
    binaryTypeNames: listBinaryTypes(name),
  }));
  return { kind: "ready", versions };
}

/** What the worker answers to the page. */
export async function answer(request: Request, versions: Versions): Promise<Answer> {
  switch (request.kind) {
    case "check":
      return check(request, versions);
    case "decode":
      return { kind: "decoded", id: request.id, result: fromBinary(request) };
  }
}

async function check({ id, text, pane, ...hints }: CheckRequest, versions: Versions): Promise<Report> {
  if (text.length > maximumText) {
    const message = `expected at most ${maximumText} characters, got ${text.length}`;
    const note = { severity: "error", path: "", message } as const;
    return { kind: "report", id, others: [], notes: [note], more: 0, pane: { facts: [], notes: [] } };
  }
  const analysis = analyse(text, hints, versions);
  const { notes, found, others } = analysis;
  const inOrder = notes.toSorted((left, right) => (left.from ?? 0) - (right.from ?? 0));
  const filled = await fillPane(pane, analysis, versions);
  return {
    kind: "report",
    id,
    ...(found === undefined ? {} : { found }),
    others,
    notes: withLines(inOrder.slice(0, maximumNotes), text),
    more: Math.max(0, inOrder.length - maximumNotes),
    pane: { ...filled, notes: withLines(filled.notes.slice(0, maximumNotes), text) },
  };
}

function withLines(notes: readonly Note[], text: string): readonly Note[] {
  return notes.map((note) => {
    if (note.from === undefined) return note;
    let line = 1;
    for (let at = text.indexOf("\n"); at !== -1 && at < note.from; at = text.indexOf("\n", at + 1)) line += 1;
    return { ...note, line };
  });
}
