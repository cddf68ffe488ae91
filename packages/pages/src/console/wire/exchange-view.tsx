import { fromRecorded } from "@a2agen/exchange/bytes.ts";
import { toCallCommand, toTypeScript } from "@a2agen/exchange/call-text.ts";
import { toCurl } from "@a2agen/exchange/curl.ts";
import { nameOfCall, showTime } from "@a2agen/exchange/describe-frame.ts";
import type { Frame, Header, Meaning } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { outcomeOf } from "@a2agen/exchange/outcome.ts";
import { formatRecording } from "@a2agen/exchange/recording.ts";
import { count } from "@a2agen/runtime/internal";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { CopyButton } from "../../shared/copy-button.tsx";
import { JsonView } from "../../shared/json-view.tsx";
import { Menu } from "../../shared/menu.tsx";
import { canRepeat } from "../session/repeat.ts";
import { CompareView, nameOf } from "./compare-view.tsx";
import { frameAt } from "./fold-frames.ts";
import { hexDump } from "./hex-dump.ts";
import { RepeatView } from "./repeat-view.tsx";
import { ResendForm } from "./resend-form.tsx";
import type { WireEntry } from "./wire-log.ts";
import type { WireViewProps } from "./wire-props.ts";
import type { Row } from "./wire-rows.ts";

interface ExchangeViewProps extends Pick<WireViewProps, "agent" | "onResend" | "onRepeat"> {
  readonly row: Row;
  /** What it can be compared with. */
  readonly others: readonly WireEntry[];
  readonly onClose: () => void;
}

/** Shown of a line of the wire. */
interface Shown {
  readonly entry: WireEntry;
  /** Absent for the exchange itself. */
  readonly frame: Frame | undefined;
  readonly isStream: boolean;
}

const tabs = ["Body", "Headers", "Raw", "Compare", "Send again"] as const;
let lastTab: (typeof tabs)[number] = "Body";

/** The exchange or the frame of a line, in full. */
export function ExchangeView({
  row,
  agent,
  others,
  onResend,
  onRepeat,
  onClose,
}: ExchangeViewProps): JSX.Element {
  const { entry, isStream } = row.group;
  void entry.revision.value;
  const [tab, setTab] = useState(lastTab);
  const { exchange } = entry;
  const at = row.frame ?? row.run?.frames[0];
  const shown: Shown = { entry, frame: at === undefined ? undefined : frameAt(entry, at), isStream };
  const go = (to: (typeof tabs)[number]): void => {
    lastTab = to;
    setTab(to);
  };
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    go(tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] ?? "Body");
    const { currentTarget } = event;
    requestAnimationFrame(() =>
      (currentTarget as HTMLElement).querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
    );
  };
  const { status, isGood } = outcomeOf(exchange);
  const title = row.run === undefined ? nameOfCall(exchange) : row.run.name;
  return (
    <article class="exchange" aria-label="Exchange">
      <header>
        <strong class="frame-title" dir="auto">
          {title}
        </strong>
        {row.run === undefined && <span class={isGood ? "ok" : "bad"}>{status}</span>}
        <span class="faint">{[exchange.protocol, exchange.binding].filter(Boolean).join(" · ")}</span>
        <span class="space" />
        <CopyMenu entry={entry} agent={agent} />
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </header>
      <div class="tabs" role="tablist" aria-label="Of the exchange" onKeyDown={move}>
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === tab}
            aria-controls="exchange-panel"
            tabIndex={name === tab ? 0 : -1}
            onClick={() => go(name)}
          >
            {name}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <div id="exchange-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0} key={row.key}>
        {row.run !== undefined && row.frame === undefined && (
          <p class="faint">The first of {row.run.frames.length}: open the line to choose another.</p>
        )}
        {tab === "Body" && <Body {...shown} />}
        {tab === "Headers" && <AllHeaders {...shown} />}
        {tab === "Raw" && <Raw {...shown} />}
        {tab === "Compare" && <Comparison entry={entry} others={others} />}
        {tab === "Send again" && (
          <>
            {canRepeat(exchange) && <RepeatView onRepeat={(onChange) => onRepeat(exchange, onChange)} />}
            <ResendForm request={entry.sent} onResend={onResend} />
          </>
        )}
      </div>
    </article>
  );
}

function CopyMenu({
  entry: { exchange },
  agent,
}: {
  readonly entry: WireEntry;
  readonly agent: string;
}): JSX.Element {
  const texts = [
    ["Copy as curl", toCurl(exchange.request, exchange.binding)],
    ["Copy as TypeScript", toTypeScript(exchange, agent)],
    ["Copy as a2agen call", toCallCommand(exchange, agent)],
  ] as const;
  return (
    <Menu label="Copy">
      {texts.map(
        ([label, text]) => text !== undefined && <CopyButton key={label} label={label} text={() => text} />,
      )}
      <CopyButton label="Copy as JSON" text={() => formatRecording([exchange])} />
    </Menu>
  );
}

function Body({ entry, frame, isStream }: Shown): JSX.Element {
  const { request, answer, end } = entry.exchange;
  if (frame !== undefined) return <Content {...frame} label="Frame" />;
  const frames = answer?.frames ?? [];
  return (
    <>
      <Content bytes={request.body} meaning={request.meaning} label="Request" />
      {entry.dropped > 0 && <p class="faint">{entry.dropped} earlier events were dropped.</p>}
      {isStream && (
        <p class="faint">{count(frames.length, "event")}: choose one above to see what is in it.</p>
      )}
      {!isStream && frames.map((each, at) => <Content key={at} {...each} label="Answer" />)}
      {entry.details.length > 0 && <JsonView value={entry.details} label="Details of the status" />}
      {end?.error !== undefined && <p class="problem">Broke off: {end.error}</p>}
      {end === undefined && <p class="faint">The exchange goes on.</p>}
    </>
  );
}

interface ContentProps {
  readonly bytes?: Frame["bytes"] | undefined;
  readonly meaning?: Meaning | undefined;
  readonly label: string;
}

/** What bytes mean; where they mean nothing, the bytes and why. */
function Content({ bytes, meaning, label }: ContentProps): JSX.Element {
  return (
    <section class="content">
      <h3>
        {label} {meaning?.type !== undefined && <code class="faint">{meaning.type}</code>}
      </h3>
      {meaning?.value === undefined ? (
        <>
          {meaning?.problems?.map(({ path = "", message }) => (
            <p key={`${path}${message}`} class="problem">
              {path !== "" && `${path}: `}
              {message}
            </p>
          ))}
          {bytes === undefined ? (
            <p class="faint">No body.</p>
          ) : (
            <pre class="raw">{rawText(bytes, false)}</pre>
          )}
        </>
      ) : (
        <JsonView value={meaning.value} problems={meaning.problems} label={label} />
      )}
    </section>
  );
}

function Raw({ entry, frame, isStream }: Shown): JSX.Element {
  const { request, answer, binding } = entry.exchange;
  const frames = isStream ? [] : (answer?.frames ?? []);
  const bodies = frame === undefined ? [request.body, ...frames.map(({ bytes }) => bytes)] : [frame.bytes];
  return (
    <>
      {frame === undefined && (
        <p class="address">
          <strong>{request.verb}</strong> <code>{request.url}</code>
        </p>
      )}
      {bodies.map(
        (bytes, at) =>
          bytes !== undefined && (
            <pre key={at} class="raw">
              {rawText(bytes, binding === "GRPC")}
            </pre>
          ),
      )}
    </>
  );
}

/** Messages of gRPC may look like text. */
function rawText(bytes: Frame["bytes"], isBinary: boolean): string {
  if (isBinary || bytes.text === undefined) return hexDump(fromRecorded(bytes));
  return bytes.text.slice(0, 100_000);
}

function AllHeaders({ entry: { exchange } }: Shown): JSX.Element {
  const { request, answer, startTime, end } = exchange;
  const general = [
    { name: "URL", value: request.url },
    { name: "HTTP method", value: request.verb },
    { name: "Sent", value: startTime },
    ...(answer === undefined
      ? []
      : [{ name: "Answer", value: `${answer.status} after ${showTime(Number(answer.afterMs))}` }]),
    ...(end === undefined ? [] : [{ name: "Over", value: `after ${showTime(Number(end.afterMs))}` }]),
  ];
  return (
    <>
      <Headers title="General" headers={general} />
      <Headers title="Headers of the request" headers={request.headers} />
      <Headers title="Headers of the answer" headers={answer?.headers} />
      {answer?.trailers !== undefined && <Headers title="Trailers" headers={answer.trailers} />}
    </>
  );
}

interface HeadersProps {
  readonly title: string;
  readonly headers: readonly Header[] | undefined;
}

function Headers({ title, headers = [] }: HeadersProps): JSX.Element {
  return (
    <section class="content">
      <h3>{title}</h3>
      {headers.length === 0 && <p class="faint">None.</p>}
      <dl class="header-list">
        {headers.map((header, at) => (
          <div key={at}>
            <dt>{header.name}</dt>
            <dd>{header.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Comparison({
  entry,
  others,
}: {
  readonly entry: WireEntry;
  readonly others: readonly WireEntry[];
}): JSX.Element {
  const [other, setOther] = useState<WireEntry>();
  if (others.length === 0) return <p class="faint">There is no other call to compare this one with.</p>;
  return (
    <>
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
      {other !== undefined && <CompareView one={entry.exchange} other={other.exchange} />}
    </>
  );
}
