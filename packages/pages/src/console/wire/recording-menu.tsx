import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { toHar } from "@a2agen/exchange/har.ts";
import { formatRecording, parseRecording } from "@a2agen/exchange/recording.ts";
import type { JSX } from "preact";
import { download } from "../../shared/download.ts";
import { Menu, MenuItem } from "../../shared/menu.tsx";
import { textOf } from "../session/recorded-fetch.ts";
import type { WireLog } from "./wire-log.ts";

interface RecordingMenuProps {
  readonly wire: WireLog;
  readonly toHtml: (recording: string) => Promise<string>;
  readonly onProblem: (problem: string | undefined) => void;
}

/** Saves what the wire has, and opens what was saved. */
export function RecordingMenu({ wire, toHtml, onProblem }: RecordingMenuProps): JSX.Element {
  const records = (): readonly Exchange[] => wire.entries.latest.map(({ exchange }) => exchange);
  const open = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    try {
      const text = await file.text();
      const isHar = file.name.endsWith(".har");
      const parse = isHar ? (await import("@a2agen/exchange/meaning/read-har.ts")).parseHar : parseRecording;
      wire.add(parse(text));
      onProblem(undefined);
    } catch (error) {
      onProblem(`${file.name}: ${textOf(error)}`);
    }
  };
  const saveHtml = async (): Promise<void> => {
    try {
      download("exchanges.html", await toHtml(formatRecording(records())), "text/html");
    } catch (error) {
      onProblem(textOf(error));
    }
  };
  const saves: readonly (readonly [label: string, save: () => void])[] = [
    ["Save recording", () => download("exchanges.jsonl", formatRecording(records()), "application/jsonl")],
    ["Save HAR", () => download("exchanges.har", JSON.stringify(toHar(records())), "application/json")],
    ["Save HTML", () => void saveHtml()],
  ];
  return (
    <Menu label="Recording">
      {saves.map(([label, save]) => (
        <MenuItem key={label} label={label} run={save} />
      ))}
      <label class="button quiet">
        Open recording
        <input
          type="file"
          class="hidden"
          accept=".jsonl,.ndjson,.har"
          onChange={({ currentTarget }) => void open(currentTarget.files?.[0])}
        />
      </label>
    </Menu>
  );
}
