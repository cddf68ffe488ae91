import { count, plural } from "@a2agen/runtime/internal";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Repetition } from "../session/repeat.ts";
import { countDifferences, Differences } from "./compare-view.tsx";

interface RepeatViewProps {
  readonly onRepeat: (onChange: (repetitions: readonly Repetition[]) => void) => Promise<void>;
}

/** Makes a call over each interface of the card, and holds the answers against those of the first. */
export function RepeatView({ onRepeat }: RepeatViewProps): JSX.Element {
  const [rows, setRows] = useState<readonly Repetition[]>();
  const [isBusy, setBusy] = useState(false);
  const [shown, setShown] = useState<number>();
  const run = async (): Promise<void> => {
    setBusy(true);
    setShown(undefined);
    await onRepeat(setRows);
    setBusy(false);
  };
  const [first] = rows ?? [];
  const compared = shown === undefined ? undefined : rows?.[shown];
  return (
    <>
      <button
        type="button"
        class="quiet"
        disabled={isBusy}
        title="Makes this call once over each interface of the card, and compares the answers"
        onClick={() => void run()}
      >
        Repeat over every interface
      </button>
      {rows !== undefined && (
        <table class="repeat" aria-label="Repeated calls">
          <thead>
            <tr>
              <th scope="col">Interface</th>
              <th scope="col">Answer</th>
              <th scope="col">Beside the first</th>
            </tr>
          </thead>
          <tbody aria-live="polite">
            {rows.map((row, at) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                <td>
                  {row.error === undefined ? answersOf(row) : <span class="problem">{row.error}</span>}{" "}
                  <span class="faint">{row.elapsedMs === undefined ? "…" : `${row.elapsedMs} ms`}</span>
                </td>
                <td>
                  {at > 0 && first !== undefined && row.elapsedMs !== undefined && (
                    <button
                      type="button"
                      class="quiet"
                      aria-pressed={shown === at}
                      onClick={() => setShown(shown === at ? undefined : at)}
                    >
                      {differencesOf(first, row)}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {first !== undefined && compared !== undefined && (
        <section class="compare" aria-label="Comparison of interfaces">
          <strong dir="auto">{first.name}</strong>
          <strong dir="auto">{compared.name}</strong>
          <Differences name="Answers" one={first.answers} other={compared.answers} />
        </section>
      )}
    </>
  );
}

function answersOf({ answers }: Repetition): string {
  return count(answers.length, "answer");
}

function differencesOf(first: Repetition, row: Repetition): string {
  const lines = countDifferences(first.answers, row.answers);
  return lines === 0 ? "the same" : `${count(lines, "line")} ${plural(lines, ["differs", "differ"])}`;
}
