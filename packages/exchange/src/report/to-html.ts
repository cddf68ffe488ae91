import { count } from "@a2agen/runtime/internal";
import { showTime } from "../describe-frame.ts";
import type { Exchange } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { formatRecording } from "../recording.ts";
import { buildTimeScale, lengthOf } from "./time-scale.ts";
import { toText, writeExchange } from "./write-exchange.ts";

/**
 * A page with exchanges as a timeline, that opens from a file: without scripts, and with a policy that lets
 * nothing load or run. All texts are shown as texts. The recording is in it, behind the exchanges.
 */
export async function toHtml(exchanges: readonly Exchange[]): Promise<string> {
  // Where they are wanted: Node alone cannot import them.
  const { default: tokens } = await import("./tokens.css?raw");
  const { default: own } = await import("./timeline.css?raw");
  const style = `${tokens}${own}`.replaceAll(/\/\*[\s\S]*?\*\/|\s+(?=\s)/g, "").trim();
  const policy = `default-src 'none'; style-src 'sha256-${await sha256(style)}'; base-uri 'none'; form-action 'none'`;
  const scale = buildTimeScale(exchanges);
  const last = exchanges.reduce(
    (most, exchange) => Math.max(most, scale.sinceStart(exchange, lengthOf(exchange))),
    0,
  );
  const hosts = [
    ...new Set(exchanges.map(({ request }) => /^\w+:\/\/([^/]*)/.exec(request.url)?.[1] ?? request.url)),
  ];
  const [first] = exchanges;
  const facts = [
    `${count(exchanges.length, "exchange")} with ${hosts.join(", ")} in ${showTime(last)}`,
    ...(first === undefined ? [] : [`from ${first.startTime}`]),
    "credentials are blanked",
  ];
  return [
    "<!doctype html>",
    '<html lang="en">',
    '<meta charset="utf-8">',
    `<meta http-equiv="content-security-policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    "<title>Exchanges with an agent</title>",
    `<style>${style}</style>`,
    "<main>",
    "<h1>Exchanges with an agent</h1>",
    `<p class="faint">${toText(facts.join(" · "))}</p>`,
    '<div class="head" aria-hidden="true"><span class="time">Time</span><span class="lanes"><b>Client</b><b>Agent</b></span><span class="size">Size</span>',
    `<span class="axis"><span>0</span><span>${showTime(last)}</span></span></div>`,
    ...exchanges.map((exchange) => writeExchange(exchange, scale)),
    '<details><summary class="more">The recording, as JSON Lines</summary>',
    `<pre>${toText(formatRecording(exchanges))}</pre></details>`,
    "</main>",
    "</html>",
    "",
  ].join("\n");
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
