import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json, jsonLanguage } from "@codemirror/lang-json";
import {
  bidiIsolates,
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic, forEachDiagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { NodeProp } from "@lezer/common";
import { tags } from "@lezer/highlight";

export type Language = "json" | "typescript" | "plain";

/** A problem at a place of the text. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  /** The rule, behind the message. */
  readonly source?: string;
}

export interface CodeEditorInit {
  readonly text: string;
  readonly language: Language;
  /** For screen readers. */
  readonly label: string;
  /** Called with the new text after a change by the user; absent for a text that only shows. */
  readonly onChange?: ((text: string) => void) | undefined;
}

/** An editor in a shadow root, where its styles need no element that a strict policy would refuse. */
export class CodeEditor {
  readonly #view: EditorView;
  #text: string;

  constructor(host: HTMLElement, { text, language, label, onChange }: CodeEditorInit) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    this.#text = text;
    this.#view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          base,
          languages[language],
          EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
          onChange === undefined ? shown : edited,
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || this.#isReplacing) return;
            this.#text = update.state.doc.toString();
            onChange?.(this.#text);
          }),
        ],
      }),
    });
  }

  #isReplacing = false;

  /**
   * Shows another text. Lines that stay are left alone, so that a long text costs only what changed of it.
   */
  show(text: string): void {
    if (text === this.#text) return;
    const before = this.#text;
    const limit = Math.min(before.length, text.length);
    let from = 0;
    while (from < limit && before.charCodeAt(from) === text.charCodeAt(from)) from += 1;
    let end = 0;
    while (
      end < limit - from &&
      before.charCodeAt(before.length - 1 - end) === text.charCodeAt(text.length - 1 - end)
    ) {
      end += 1;
    }
    // Carriage returns are one character there, so that offsets of such texts are others.
    const isPlain = !before.includes("\r") && !text.includes("\r");
    const changes = isPlain
      ? { from, to: before.length - end, insert: text.slice(from, text.length - end) }
      : { from: 0, to: this.#view.state.doc.length, insert: text };
    this.#text = text;
    this.#isReplacing = true;
    this.#view.dispatch({ changes });
    this.#isReplacing = false;
  }

  mark(marks: readonly Mark[]): void {
    const { length } = this.#view.state.doc;
    const diagnostics = marks.map(
      ({ from, to, ...rest }): Diagnostic => ({
        from: Math.min(from, length),
        to: Math.min(to, length),
        ...rest,
      }),
    );
    if (!this.#isMarked(diagnostics)) this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  /** Whether the text has these marks: they move with it, so that most keys leave them where they belong. */
  #isMarked(wanted: readonly Diagnostic[]): boolean {
    const left = new Set(wanted.map(keyOf));
    let isMore = false;
    forEachDiagnostic(this.#view.state, (given, from, to) => {
      isMore ||= !left.delete(keyOf({ ...given, from, to }));
    });
    return left.size === 0 && !isMore;
  }

  /** Puts the cursor at a place, and shows it. */
  reveal({ from, to }: { readonly from: number; readonly to: number }): void {
    const { length } = this.#view.state.doc;
    const selection = { anchor: Math.min(from, length), head: Math.min(to, length) };
    this.#view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: "center" }) });
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }
}

function keyOf({ from, to, severity, message, source = "" }: Diagnostic): string {
  return `${from} ${to} ${severity} ${source} ${message}`;
}

const colours = HighlightStyle.define([
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--number)" },
  { tag: tags.propertyName, color: "var(--name)" },
  { tag: tags.comment, color: "var(--faint)" },
  { tag: tags.keyword, color: "var(--number)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--surface)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", fontSize: "13.5px", lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--faint)", border: "0" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground":
    { backgroundColor: "var(--accent-tint)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-tint)" },
  ".cm-tooltip, .cm-panels": {
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    border: "1px solid var(--line)",
  },
  ".cm-diagnostic": { padding: "4px 8px", maxWidth: "40em" },
  ".cm-diagnosticSource": { color: "var(--faint)", opacity: "1" },
  ".cm-lintRange": { backgroundImage: "none !important", borderRadius: "2px" },
  ".cm-lintRange-error": {
    backgroundColor: "var(--failed-tint)",
    textDecoration: "underline wavy var(--failed)",
  },
  ".cm-lintRange-warning": {
    backgroundColor: "var(--waiting-tint)",
    textDecoration: "underline wavy var(--waiting)",
  },
  ".cm-foldPlaceholder": { backgroundColor: "var(--accent-tint)", border: "0", color: "var(--text)" },
});

/** Punctuation around a text from right to left stays where it is in the JSON. */
const isolated = jsonLanguage.configure({
  props: [NodeProp.isolate.add({ String: "ltr", PropertyName: "ltr" })],
});

/** Enough of TypeScript for declarations. */
const typescript = StreamLanguage.define<{ isComment: boolean }>({
  startState: () => ({ isComment: false }),
  token(stream, state) {
    if (state.isComment || stream.match("/*")) {
      state.isComment = !stream.match(/^.*?\*\//);
      if (state.isComment) stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^(["'])(?:[^\\]|\\.)*?\1/)) return "string";
    if (stream.match(/^(?:export|interface|type|const|as|typeof|keyof|readonly)\b/)) return "keyword";
    if (stream.match(/^\w+(?=\??:)/)) return "propertyName";
    if (stream.match(/^\w+/)) return null;
    stream.next();
    return null;
  },
});

const languages: Readonly<Record<Language, Extension>> = {
  json: [json(), isolated, bidiIsolates()],
  typescript,
  plain: [],
};

const base: Extension = [
  lineNumbers(),
  foldGutter(),
  drawSelection(),
  syntaxHighlighting(colours),
  EditorView.lineWrapping,
  theme,
  keymap.of([...defaultKeymap, ...searchKeymap, ...foldKeymap, ...lintKeymap]),
];

// Tab moves on, as everywhere on a page.
const edited: Extension = [
  history(),
  indentOnInput(),
  bracketMatching(),
  lintGutter(),
  keymap.of(historyKeymap),
];

// It can be reached by keys and searched, and is no field to write in.
const shown: Extension = [EditorState.readOnly.of(true), EditorView.editable.of(false)];
