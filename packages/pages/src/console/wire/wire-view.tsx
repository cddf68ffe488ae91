import { fromRecorded } from "@a2agen/exchange/bytes.ts";
import { toCallCommand, toTypeScript } from "@a2agen/exchange/call-text.ts";
import { toCurl } from "@a2agen/exchange/curl.ts";
import type {
  Exchange,
  Frame,
  Header,
  Meaning,
} from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { toHar } from "@a2agen/exchange/har.ts";
import { parseHar } from "@a2agen/exchange/meaning/read-har.ts";
import { outcomeOf } from "@a2agen/exchange/outcome.ts";
import { formatRecording, parseRecording } from "@a2agen/exchange/recording.ts";
import { count } from "@a2agen/runtime/internal";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Alert } from "../../shared/alert.tsx";
import { CopyButton } from "../../shared/copy-button.tsx";
import { download } from "../../shared/download.ts";
import { JsonView } from "../../shared/json-view.tsx";
import { textOf } from "../session/recorded-fetch.ts";
import { canRepeat, type Repetition } from "../session/repeat.ts";
import { CompareView, nameOf } from "./compare-view.tsx";
import { hexDump } from "./hex-dump.ts";
import { RepeatView } from "./repeat-view.tsx";
import { ResendForm } from "./resend-form.tsx";
import type { SentRequest, WireEntry, WireLog } from "./wire-log.ts";

/** Exchanges that are listed at once. */
const pageOfExchanges = 200;

/** Frames of a stream that are shown at once. */
const pageOfFrames = 25;

interface WireViewProps {
  readonly wire: WireLog;
  /** Of the agent, for the texts to copy. */
  readonly agent: string;
  readonly toHtml: (recording: string) => Promise<string>;
  readonly onResend: (request: SentRequest) => void;
  /** Makes a call over every interface of the card. */
  readonly onRepeat: (
    exchange: Exchange,
    onChange: (repetitions: readonly Repetition[]) => void,
  ) => Promise<void>;
}

/** Every exchange with the agent, and the chosen one in full. */
export function WireView({ wire, agent, toHtml, onResend, onRepeat }: WireViewProps): JSX.Element {
  const [chosen, setChosen] = useState<WireEntry>();
  const [problem, setProblem] = useState<string>();
  const [count, setCount] = useState(pageOfExchanges);
  const entries = wire.entries.value;
  const earlier = entries.length - count;
  const records = (): readonly Exchange[] => entries.map(({ exchange }) => exchange);
  const open = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    try {
      const text = await file.text();
      wire.add(file.name.endsWith(".har") ? parseHar(text) : parseRecording(text));
      setProblem(undefined);
    } catch (error) {
      setProblem(`${file.name}: ${textOf(error)}`);
    }
  };
  const saveHtml = async (): Promise<void> => {
    try {
      download("exchanges.html", await toHtml(formatRecording(records())), "text/html");
    } catch (error) {
      setProblem(textOf(error));
    }
  };
  return (
    <section class="wire" aria-label="Wire">
      <h2 class="visually-hidden">Wire</h2>
      <div class="row">
        <button
          type="button"
          class="quiet"
          onClick={() => download("exchanges.jsonl", formatRecording(records()), "application/jsonl")}
        >
          Save recording
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => download("exchanges.har", JSON.stringify(toHar(records())), "application/json")}
        >
          Save HAR
        </button>
        <button type="button" class="quiet" onClick={() => void saveHtml()}>
          Save HTML
        </button>
        <label class="button quiet">
          Open recording
          <input
            type="file"
            class="hidden"
            accept=".jsonl,.ndjson,.har"
            onChange={({ currentTarget }) => void open(currentTarget.files?.[0])}
          />
        </label>
        <span class="space" />
        <button type="button" class="quiet" onClick={() => wire.clear()}>
          Clear
        </button>
      </div>
      {problem !== undefined && <Alert>{problem}</Alert>}
      {earlier > 0 && (
        <button type="button" class="quiet" onClick={() => setCount(count * 4)}>
          {earlier} earlier exchanges
        </button>
      )}
      <ul class="exchanges" aria-label="Exchanges">
        {entries.slice(-count).map((entry) => (
          <ExchangeRow
            key={entry.exchange.id}
            entry={entry}
            isChosen={entry === chosen}
            onChoose={() => setChosen(entry === chosen ? undefined : entry)}
          />
        ))}
      </ul>
      {entries.length === 0 && <p class="faint">Nothing has been sent.</p>}
      {chosen !== undefined && (
        <ExchangeView
          key={chosen.exchange.id}
          entry={chosen}
          agent={agent}
          others={entries.filter((entry) => entry !== chosen && entry.exchange.method !== undefined)}
          onResend={onResend}
          onRepeat={onRepeat}
        />
      )}
    </section>
  );
}

interface ExchangeRowProps {
  readonly entry: WireEntry;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function ExchangeRow({ entry, isChosen, onChoose }: ExchangeRowProps): JSX.Element {
  // Read so that the row is drawn again.
  void entry.revision.value;
  const { method, binding, request, answer, end } = entry.exchange;
  const { problems } = entry;
  const { status, isGood } = outcomeOf(entry.exchange);
  const frames = answer?.frames?.length ?? 0;
  return (
    <li>
      <button type="button" class="wide" aria-pressed={isChosen} onClick={onChoose}>
        <span class={isGood ? "ok" : "bad"}>{status}</span>{" "}
        <strong>{method ?? `${request.verb} ${new URL(request.url).pathname}`}</strong>{" "}
        <span class="faint">
          {binding} {frames > 1 && `${frames} events`}{" "}
          {end !== undefined && `${Math.round(Number(end.afterMs))} ms`}
        </span>
        {problems > 0 && <span class="problem count">{count(problems, "problem")}</span>}
      </button>
    </li>
  );
}

interface ExchangeViewProps extends Pick<WireViewProps, "agent" | "onResend" | "onRepeat"> {
  readonly entry: WireEntry;
  /** What it can be compared with. */
  readonly others: readonly WireEntry[];
}

function ExchangeView({ entry, agent, others, onResend, onRepeat }: ExchangeViewProps): JSX.Element {
  void entry.revision.value;
  const [other, setOther] = useState<WireEntry>();
  const [count, setCount] = useState(pageOfFrames);
  const { request, answer, end, binding, protocol, startTime } = entry.exchange;
  const frames = answer?.frames ?? [];
  const isBinary = binding === "GRPC";
  const calls = [
    ["Copy as TypeScript", toTypeScript(entry.exchange, agent)],
    ["Copy as a2agen call", toCallCommand(entry.exchange, agent)],
  ].flatMap(([label = "", text]) => (text === undefined ? [] : [[label, text] as const]));
  return (
    <article class="exchange" aria-label="Exchange">
      <p class="faint">{[protocol, binding, startTime].filter((text) => text !== undefined).join(" · ")}</p>
      <div class="row">
        <CopyButton label="Copy as curl" text={() => toCurl(request, binding)} />
        {calls.map(([label, text]) => (
          <CopyButton key={label} label={label} text={() => text} />
        ))}
        <CopyButton label="Copy as JSON" text={() => formatRecording([entry.exchange])} />
        {others.length > 0 && (
          <select
            aria-label="Compare with"
            value={other === undefined ? "" : String(others.indexOf(other))}
            onChange={({ currentTarget: { value } }) =>
              setOther(value === "" ? undefined : others[Number(value)])
            }
          >
            <option value="">Compare with…</option>
            {others.map((each, at) => (
              <option key={at} value={String(at)}>
                {nameOf(each.exchange)}
              </option>
            ))}
          </select>
        )}
      </div>
      {other !== undefined && <CompareView one={entry.exchange} other={other.exchange} />}
      <h3>Request</h3>
      <p class="address">
        <strong>{request.verb}</strong> <code>{request.url}</code>
      </p>
      <Headers headers={request.headers} name="Headers of the request" />
      <Wire bytes={request.body} meaning={request.meaning} isBinary={isBinary} label="Request" />
      <ResendForm request={entry.sent} onResend={onResend} />
      {canRepeat(entry.exchange) && (
        <RepeatView onRepeat={(onChange) => onRepeat(entry.exchange, onChange)} />
      )}
      <h3>
        Answer{" "}
        {answer !== undefined && (
          <span class="faint">
            {answer.status} after {answer.afterMs} ms
          </span>
        )}
      </h3>
      {answer !== undefined && <Headers headers={answer.headers} name="Headers of the answer" />}
      {entry.dropped > 0 && <p class="faint">{entry.dropped} earlier events were dropped.</p>}
      {frames.length > count && (
        <button type="button" class="quiet" onClick={() => setCount(count * 4)}>
          {frames.length - count} earlier events
        </button>
      )}
      {frames.slice(-count).map((frame, at) => (
        <FrameView
          key={frames.length - Math.min(count, frames.length) + at}
          frame={frame}
          isBinary={isBinary}
        />
      ))}
      {answer?.trailers !== undefined && <Headers headers={answer.trailers} name="Trailers" />}
      {entry.details.length > 0 && <JsonView value={entry.details} label="Details of the status" />}
      {end?.error !== undefined && <p class="problem">Broke off: {end.error}</p>}
      {end === undefined && <p class="faint">Goes on.</p>}
    </article>
  );
}

function FrameView({ frame, isBinary }: { readonly frame: Frame; readonly isBinary: boolean }): JSX.Element {
  return (
    <div class="frame">
      <span class="faint">{frame.afterMs} ms</span>
      <Wire bytes={frame.bytes} meaning={frame.meaning} isBinary={isBinary} label="Frame" />
    </div>
  );
}

interface WireProps {
  readonly bytes: Frame["bytes"] | undefined;
  readonly meaning: Meaning | undefined;
  /** Messages of gRPC may look like text. */
  readonly isBinary: boolean;
  readonly label: string;
}

/** Bytes beside what they mean. */
function Wire({ bytes, meaning, isBinary, label }: WireProps): JSX.Element {
  const [isRaw, setRaw] = useState(meaning?.value === undefined);
  return (
    <div>
      <div class="row">
        {meaning?.type !== undefined && <code class="faint">{meaning.type}</code>}
        <span class="space" />
        {bytes !== undefined && (
          <button type="button" class="quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
            As sent
          </button>
        )}
      </div>
      {isRaw && bytes !== undefined && <pre class="raw">{rawText(bytes, isBinary)}</pre>}
      {meaning?.value !== undefined && !isRaw && (
        <JsonView value={meaning.value} problems={meaning.problems} label={label} />
      )}
      {(isRaw || meaning?.value === undefined) &&
        meaning?.problems?.map(({ path = "", message }) => (
          <p key={`${path}${message}`} class="problem">
            {path !== "" && `${path}: `}
            {message}
          </p>
        ))}
    </div>
  );
}

function rawText(bytes: Frame["bytes"], isBinary: boolean): string {
  if (isBinary || bytes.text === undefined) return hexDump(fromRecorded(bytes));
  return bytes.text.slice(0, 100_000);
}

function Headers({
  headers = [],
  name,
}: {
  readonly headers: readonly Header[] | undefined;
  readonly name: string;
}): JSX.Element {
  return (
    <details>
      <summary>
        {name} ({headers.length})
      </summary>
      <dl class="headers">
        {headers.map((header, at) => [
          <dt key={`${at}n`}>{header.name}</dt>,
          <dd key={`${at}v`}>{header.value}</dd>,
        ])}
      </dl>
    </details>
  );
}
