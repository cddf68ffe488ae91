import { trimEndOf } from "@a2agen/runtime/internal";
import { formatJsonError, type JsonError } from "@a2agen/terminal/json-error.ts";
import { canShowProgress, startProgress } from "@a2agen/terminal/progress.ts";
import { type SafeText, safe, safeJson, safeLine, safeText } from "@a2agen/terminal/safe-text.ts";
import { plainStyle, type Style } from "@a2agen/terminal/style.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";

/** Most characters of one text that a terminal is shown; a file or a pipe gets all of it. */
const shownCharacters = 100_000;

/** Where an action writes what it has. Texts of others go through it and nowhere else. */
export class Screen {
  readonly isJson: boolean;
  readonly style: Style;
  /** Whether a user can answer questions. */
  readonly isInteractive: boolean;
  readonly #noteStyle: Style;
  readonly #terminal: Terminal;
  readonly #env: NodeJS.ProcessEnv;
  readonly #isTty: boolean;
  /** Whether the last line has no end yet. */
  #isOpen = false;
  /** Line breaks at the end of the last piece, which count when another one follows. */
  #breaks = "";
  /** The text of the progress line. */
  #label: string | undefined;
  #since = 0;
  #stopProgress: (() => void) | undefined;
  #native: (value: unknown) => unknown = (value) => value;

  constructor(terminal: Terminal, { isJson }: { readonly isJson: boolean }) {
    const { stdin, stdout, stderr, env } = process;
    this.isJson = isJson;
    this.#terminal = terminal;
    this.#env = env;
    this.#isTty = stdout.isTTY;
    this.isInteractive = !isJson && stdin.isTTY && stdout.isTTY && stderr.isTTY;
    this.style = terminal.style?.out ?? plainStyle;
    this.#noteStyle = terminal.style?.err ?? plainStyle;
  }

  /** One line of our own. */
  line(text: SafeText): void {
    this.#write(safe`${text}\n`);
  }

  /** Untrusted text on separate, indented lines, so that none of them looks like ours. */
  block(text: string): void {
    this.closeLine();
    this.#write(safe`  ${this.#indent(trimEndOf(text, "\n"))}\n`);
  }

  /** The next piece of an untrusted text that may continue; `isFirst` begins a block. */
  piece(text: string, isFirst: boolean): void {
    if (text === "") return;
    if (isFirst || !this.#isOpen) {
      this.closeLine();
      this.#write(safe`  `);
    }
    const whole = this.#breaks + text;
    const shown = trimEndOf(whole, "\n");
    this.#breaks = whole.slice(shown.length);
    this.#write(this.#indent(shown));
    this.#isOpen = true;
  }

  /** Ends a line that a piece has left open. */
  closeLine(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#breaks = "";
    this.#write(safe`\n`);
  }

  /** Shows JSON in the version that was asked for, in which `native` has what values were made of. */
  speak(native: (value: unknown) => unknown): void {
    this.#native = native;
  }

  /** A value as JSON shows it. */
  native(value: unknown): unknown {
    return this.#native(value);
  }

  /** A whole answer or event, as one line of JSON. */
  json(value: unknown): void {
    this.#write(safe`${safeJson(this.#native(value))}\n`);
  }

  /** The same for people, in many lines. */
  prettyJson(value: unknown): void {
    this.closeLine();
    this.#write(safe`${safeJson(this.#native(value), 2)}\n`);
  }

  /** Something to know that is not the answer, to standard error; may have texts of others in it. */
  note(text: string, kind: "warning" | "error" | "hint" | "note" = "hint"): void {
    this.closeLine();
    const colour = { warning: "yellow", error: "red", hint: "dim", note: "dim" } as const;
    const paint = this.#noteStyle[colour[kind]];
    const lines = safeText(kind === "error" ? text : `${kind}: ${text}`).split("\n");
    this.#erase();
    // Lines that a peer has put into it do not look like ours.
    this.#terminal.err(`${lines.map(paint).join("\n  ")}\n`);
    this.#redraw();
  }

  /** Why it ended, to standard error. */
  fail(error: Required<JsonError>): void {
    if (this.isJson) {
      this.#terminal.err(`${formatJsonError(error)}\n`);
      return;
    }
    this.note(error.message, "error");
    for (const hint of error.hints) this.note(hint);
  }

  /** Shows a progress line on a terminal until the next call. */
  wait(label: string | undefined): void {
    this.#erase();
    if (this.#label === undefined) this.#since = performance.now();
    this.#label = label === undefined ? undefined : safeLine(label, 60);
    this.#redraw();
  }

  #redraw(): void {
    if (this.#label === undefined || this.#stopProgress !== undefined || this.#isOpen) return;
    if (!canShowProgress(this.#env)) return;
    this.#stopProgress = startProgress(this.#label, this.#since, {
      write: (text) => this.#terminal.draw?.(text),
    });
  }

  #erase(): void {
    this.#stopProgress?.();
    this.#stopProgress = undefined;
  }

  #indent(text: string): SafeText {
    const cut = this.#isTty && text.length > shownCharacters;
    const shown = cut ? text.slice(0, shownCharacters) : text;
    const lines = safeText(shown.replaceAll("\r\n", "\n").replaceAll("\n", "\n  "));
    if (!cut) return lines;
    const rest = safe`… ${text.length - shownCharacters} more characters; --json or a pipe has them`;
    return safe`${lines}\n  ${this.style.dim(rest)}`;
  }

  #write(text: SafeText): void {
    this.#erase();
    this.#terminal.out(text);
    if (text.endsWith("\n")) this.#redraw();
  }
}
