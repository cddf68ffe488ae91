import { count, escapeHtml } from "@a2agen/runtime/internal";
import { describeFrame, nameOfCall, showSize, showTime, sizeOf } from "../describe-frame.ts";
import type {
  Bytes,
  Exchange,
  Frame,
  Header,
  Meaning,
} from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { outcomeOf } from "../outcome.ts";
import { lengthOf, type TimeScale } from "./time-scale.ts";

/** Frames of one kind that are one line together, and those of a line that are shown with their bodies. */
const foldedFrom = 3;
const shownFrames = 50;

/** An exchange as messages between two lanes, each to open. */
export function writeExchange(exchange: Exchange, scale: TimeScale): string {
  const { request, answer, end, side } = exchange;
  const { status, isGood } = outcomeOf(exchange);
  const isSent = side !== "SIDE_SERVER";
  const [out, back] = isSent ? (["right", "left"] as const) : (["left", "right"] as const);
  const [from, head, to] = [0, Number(answer?.afterMs ?? lengthOf(exchange)), lengthOf(exchange)].map((ms) =>
    scale.place(scale.sinceStart(exchange, ms)),
  );
  const facts = [exchange.protocol, exchange.binding].filter((fact) => fact !== undefined).join(" · ");
  const frames = answer?.frames ?? [];
  return [
    '<section class="exchange">',
    writeMessage({
      way: out,
      time: showTime(scale.sinceStart(exchange)),
      title: `<b>${toText(nameOfCall(exchange))}</b> <span class="${isGood ? "ok" : "bad"}">${toText(status)}</span> <span class="faint">${toText(facts)}</span>`,
      size: sizeOf(request.body),
      bars: [
        [from ?? 0, head ?? 0, "waits"],
        [head ?? 0, to ?? 0, "comes"],
      ],
      content: `<p><code>${toText(`${request.verb} ${request.url}`)}</code></p>${writeHeaders("Headers of the request", request.headers)}${writeBody(request.body, request.meaning)}${writeHeaders("Headers of the answer", answer?.headers)}${writeHeaders("Trailers", answer?.trailers)}`,
    }),
    ...foldFrames(frames).map((run) => writeRun(run, { exchange, scale, way: back })),
    ...(end?.error === undefined ? [] : [`<p class="problem">Broke off: ${toText(end.error)}</p>`]),
    "</section>",
  ].join("\n");
}

interface FramesOfOneKind {
  readonly name: string;
  readonly frames: readonly Frame[];
}

function foldFrames(frames: readonly Frame[]): readonly FramesOfOneKind[] {
  const runs: { readonly name: string; readonly frames: Frame[] }[] = [];
  for (const frame of frames) {
    const name = describeFrame(frame);
    const last = runs.at(-1);
    if (last?.name === name && frame.meaning?.problems === undefined) last.frames.push(frame);
    else runs.push({ name, frames: [frame] });
  }
  return runs.flatMap((run) =>
    run.frames.length >= foldedFrom
      ? [run]
      : run.frames.map((frame) => ({ name: run.name, frames: [frame] })),
  );
}

interface Place {
  readonly exchange: Exchange;
  readonly scale: TimeScale;
  readonly way: Message["way"];
}

function writeRun({ name, frames }: FramesOfOneKind, { exchange, scale, way }: Place): string {
  const at = ({ afterMs }: Frame): number => scale.place(scale.sinceStart(exchange, Number(afterMs)));
  const [first] = frames;
  const last = frames.at(-1);
  if (first === undefined || last === undefined) return "";
  const isFolded = frames.length > 1;
  const shown = frames.slice(0, shownFrames);
  const rest = frames.length - shown.length;
  const problems = frames.reduce((sum, { meaning }) => sum + (meaning?.problems?.length ?? 0), 0);
  return writeMessage({
    way,
    time: showTime(scale.sinceStart(exchange, Number(first.afterMs))),
    title: `${toText(name)}${isFolded ? ` <b>×${frames.length}</b> ${writeSpark(frames)}` : ""}${problems > 0 ? ` <span class="bad">${count(problems, "problem")}</span>` : ""}`,
    size: frames.reduce((sum, { bytes }) => sum + sizeOf(bytes), 0),
    bars: [[at(first), at(last), "comes"]],
    content: [
      ...shown.map(
        ({ afterMs, bytes, meaning }) =>
          `${isFolded ? `<p class="faint">after ${showTime(Number(afterMs))}</p>` : ""}${writeBody(bytes, meaning)}`,
      ),
      ...(rest > 0 ? [`<p class="faint">${count(rest, "event")} more, in the recording below.</p>`] : []),
    ].join("\n"),
  });
}

interface Message {
  /** To the lane of the agent, or to that of the client. */
  readonly way: "left" | "right";
  readonly time: string;
  /** As HTML. */
  readonly title: string;
  readonly size: number;
  readonly bars: readonly (readonly [from: number, to: number, kind: string])[];
  /** As HTML. */
  readonly content: string;
}

function writeMessage({ way, time, title, size, bars, content }: Message): string {
  const drawn = bars.map(
    ([from, to, kind]) =>
      `<rect class="${kind}" x="${from}" width="${Math.max(to - from, 0.4).toFixed(2)}" height="8"/>`,
  );
  return [
    `<details class="${way}"><summary class="line"><span class="time">${time}</span>`,
    `<span class="lanes"><span class="message">${title}</span></span><span class="size">${showSize(size)}</span>`,
    `<svg class="axis" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${drawn.join("")}</svg></summary>`,
    `<div class="content">${content}</div></details>`,
  ].join("");
}

/** The sizes of frames as small bars; of many some are drawn. */
function writeSpark(frames: readonly Frame[]): string {
  const drawn = Math.min(frames.length, 24);
  const sizes = Array.from({ length: drawn }, (_, at) =>
    sizeOf(frames[Math.floor((at * frames.length) / drawn)]?.bytes),
  );
  const highest = Math.max(...sizes, 1);
  const path = sizes.map(
    (size, at) => `M${at * 3} 12v-${Math.max((size / highest) * 12, 1).toFixed(1)}h2V12z`,
  );
  return `<svg class="spark" width="${drawn * 3}" height="12" aria-hidden="true"><path d="${path.join("")}"/></svg>`;
}

function writeBody(bytes: Bytes | undefined, meaning: Meaning | undefined): string {
  if (bytes === undefined && meaning?.value === undefined) return "";
  const problems = (meaning?.problems ?? []).map(
    ({ path = "", message }) =>
      `<p class="problem">${toText(path === "" ? message : `${path}: ${message}`)}</p>`,
  );
  const sent =
    bytes === undefined ? "" : `<pre>${toText(bytes.text ?? `base64: ${bytes.base64 ?? ""}`)}</pre>`;
  if (meaning?.value === undefined) return `${sent}${problems.join("")}`;
  return [
    `<pre>${toText(JSON.stringify(meaning.value, null, 2))}</pre>${problems.join("")}`,
    sent === "" ? "" : `<details><summary class="more">Raw</summary>${sent}</details>`,
  ].join("\n");
}

function writeHeaders(title: string, headers: readonly Header[] = []): string {
  if (headers.length === 0) return "";
  const lines = headers.map(({ name, value = "" }) => `${name}: ${value}`).join("\n");
  return `<details><summary class="more">${title} (${headers.length})</summary><pre>${toText(lines)}</pre></details>`;
}

/** What HTML cannot hold, and what turns the direction of a line, is shown as an escape. */
export function toText(text: string): string {
  return escapeHtml(
    text.replaceAll(
      /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  );
}
