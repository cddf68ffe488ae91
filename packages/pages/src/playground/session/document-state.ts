import { errorMessage } from "@a2agen/runtime/internal";
import { signal } from "@preact/signals";
import type { PaneRequest, Ready, Report, VersionChoice } from "../check/report.ts";
import { Checker } from "./checker.ts";
import { fromFragment, toFragment } from "./link.ts";

export const panes = ["translation", "canonical", "signatures", "binary", "schema", "type"] as const;

export type PaneName = (typeof panes)[number];

/** Notes and pane of a text, and whether they are those of the text as it is now. */
interface Checked {
  readonly report: Report;
  readonly isCurrent: boolean;
}

/** The text, and everything found in it. */
export class DocumentState {
  readonly text = signal("");
  /** The text that was opened last, with a unique number; the user may have changed it since. */
  readonly opened = signal({ text: "", revision: 0 });
  /** As the user chose; undefined for what is found. */
  readonly dialect = signal<string | undefined>(undefined);
  readonly typeName = signal<string | undefined>(undefined);
  /** Which message of a text with several the views are about, from 0. */
  readonly part = signal(0);
  readonly pane = signal<PaneName>("translation");
  /** The version to translate to. */
  readonly target = signal<string | undefined>(undefined);
  /** Keys for signatures, as JSON. */
  readonly keys = signal("");
  readonly versions = signal<readonly VersionChoice[]>([]);
  readonly checked = signal<Checked | undefined>(undefined);
  /** What happened last, or went wrong. */
  readonly notice = signal<{ readonly text: string; readonly isProblem: boolean } | undefined>(undefined);
  readonly #checker: Checker;
  #last = 0;

  constructor(worker: Worker) {
    this.#checker = new Checker(worker, (answer) => this.#take(answer));
  }

  #take(answer: Ready | Report): void {
    if (answer.kind === "ready") this.versions.value = answer.versions;
    else this.checked.value = { report: answer, isCurrent: answer.id === this.#last };
  }

  /** Checks the text as it is now. */
  #check(): void {
    this.#last = this.#checker.check({
      text: this.text.value,
      dialect: this.dialect.value,
      typeName: this.typeName.value,
      part: this.part.value,
      pane: this.#paneRequest(),
    });
  }

  #paneRequest(): PaneRequest {
    const kind = this.pane.value;
    switch (kind) {
      case "translation":
        return { kind, to: this.target.value };
      case "signatures":
        return { kind, keys: this.keys.value };
      default:
        return { kind };
    }
  }

  /** Takes a change of the user. */
  edit(text: string): void {
    this.text.value = text;
    this.notice.value = undefined;
    this.#check();
  }

  /** Takes another text, whose version and type are to be found. */
  open(text: string): void {
    this.dialect.value = undefined;
    this.typeName.value = undefined;
    this.part.value = 0;
    this.#replace(text);
  }

  #replace(text: string): void {
    this.opened.value = { text, revision: this.opened.value.revision + 1 };
    this.edit(text);
  }

  choose(dialect: string | undefined, typeName: string | undefined): void {
    this.dialect.value = dialect;
    this.typeName.value = typeName;
    this.#check();
  }

  showPart(at: number): void {
    this.part.value = at;
    this.#check();
  }

  show(pane: PaneName): void {
    this.pane.value = pane;
    this.#check();
  }

  translateTo(dialect: string): void {
    this.target.value = dialect;
    this.#check();
  }

  giveKeys(keys: string): void {
    this.keys.value = keys;
    this.#check();
  }

  /** Reads a file: JSON, or a message in binary. */
  async openFile(file: File): Promise<void> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    try {
      this.open(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    } catch {
      // No text: a message in binary.
      await this.decode(bytes);
    }
  }

  /** Shows bytes as JSON. */
  async decode(bytes: string | Uint8Array, dialect?: string, typeName?: string): Promise<void> {
    const result = await this.#checker.decode({ bytes, dialect, typeName });
    if (!result.ok) {
      this.#tell(result.message, true);
      return;
    }
    this.open(result.text);
    this.choose(result.dialect, result.typeName);
    this.#tell(`Read as ${result.typeName}.`);
  }

  /** Indents the text. */
  format(): void {
    try {
      this.#replace(JSON.stringify(JSON.parse(this.text.value), undefined, 2));
    } catch (error) {
      this.#tell(errorMessage(error), true);
    }
  }

  /** Puts the text into the address, and copies that. */
  async share(): Promise<void> {
    const fragment = await toFragment({
      text: this.text.value,
      dialect: this.dialect.value,
      typeName: this.typeName.value,
      pane: this.pane.value,
    });
    history.replaceState(null, "", `#${fragment}`);
    const size = `${location.href.length} characters; the text is in the link itself`;
    try {
      await navigator.clipboard.writeText(location.href);
      this.#tell(`Link copied: ${size}.`);
    } catch {
      // Not every browser lets a file copy.
      this.#tell(`The link is in the address bar: ${size}.`);
    }
  }

  /** Opens what a link carries; false where it carries nothing. */
  async follow(fragment: string): Promise<boolean> {
    try {
      const shared = await fromFragment(fragment);
      if (shared === undefined) return false;
      this.pane.value = panes.find((name) => name === shared.pane) ?? this.pane.value;
      this.open(shared.text);
      this.choose(shared.dialect, shared.typeName);
    } catch (error) {
      this.#tell(`The link is damaged: ${errorMessage(error)}`, true);
    }
    return true;
  }

  #tell(text: string, isProblem = false): void {
    this.notice.value = { text, isProblem };
  }
}
