import type { JSX } from "preact";
import { frameAt } from "./fold-frames.ts";
import type { Row } from "./wire-rows.ts";

const scale = "Each exchange has its own scale, from the request to the end.";

/** When a line came, on the time of its exchange: waiting for the head of the answer, then its frames. */
export function Waterfall({ row: { group, run, frame } }: { readonly row: Row }): JSX.Element {
  const { entry } = group;
  const { answer, end } = entry.exchange;
  const last = Number(end?.afterMs ?? answer?.frames?.at(-1)?.afterMs ?? answer?.afterMs ?? 1);
  const place = (ms: number): number => (last <= 0 ? 0 : Math.min((ms / last) * 100, 100));
  const timeOf = (at: number | undefined): number =>
    Number((at === undefined ? undefined : frameAt(entry, at))?.afterMs ?? 0);
  if (run === undefined) {
    const head = place(Number(answer?.afterMs ?? last));
    return (
      <span class="waterfall" aria-hidden="true" title={scale}>
        <Bar from={0} to={head} kind="waits" />
        <Bar from={head} to={100} kind="comes" />
      </span>
    );
  }
  const [from, to] = frame === undefined ? [run.frames[0], run.frames.at(-1)] : [frame, frame];
  return (
    <span class="waterfall" aria-hidden="true" title={scale}>
      <Bar from={place(timeOf(from))} to={place(timeOf(to))} kind="comes" />
    </span>
  );
}

function Bar({
  from,
  to,
  kind,
}: {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
}): JSX.Element {
  return <i class={kind} style={{ left: `${from}%`, width: `${to - from}%` }} />;
}
