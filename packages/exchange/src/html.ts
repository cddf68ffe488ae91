import { count, escapeHtml } from "@a2agen/runtime/internal";
import type { Bytes, Exchange, Header, Meaning } from "./generated/a2agen/exchange/v1/exchange_types.ts";
import { formatRecording } from "./recording.ts";

/**
 * A page of exchanges that opens from a file: without scripts, and with a policy that lets nothing load or
 * run. All texts are shown as texts. The recording is in it, behind the exchanges, to be opened again.
 */
export async function toHtml(exchanges: readonly Exchange[]): Promise<string> {
  const policy = `default-src 'none'; style-src 'sha256-${await sha256(style)}'; base-uri 'none'; form-action 'none'`;
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
    `<p>${count(exchanges.length, "exchange")}, recorded by a2agen. Credentials are blanked.</p>`,
    ...exchanges.map(writeExchange),
    "<details><summary>The recording, as JSON Lines</summary>",
    `<pre>${toText(formatRecording(exchanges))}</pre></details>`,
    "</main>",
    "</html>",
    "",
  ].join("\n");
}

const style =
  ":root{font:15px/1.45 system-ui,sans-serif;color-scheme:light dark}main{max-width:60rem;margin:auto;padding:1rem}h1{font-size:1.3rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.4 ui-monospace,monospace;border:1px solid #8886;border-radius:6px;padding:.6em;max-height:40em;overflow:auto}summary{cursor:pointer;padding:.3em 0;overflow-wrap:anywhere}details details{margin-left:1em}.problem{border-left:3px solid #c33;padding-left:.6em}";

function writeExchange({ method, request, answer, end, binding, protocol, startTime }: Exchange): string {
  const frames = answer?.frames ?? [];
  const title = `${method ?? request.verb} ${answer?.status ?? "no answer"}`;
  const facts = [protocol, binding, startTime, end === undefined ? "not over" : `${end.afterMs} ms`];
  return [
    `<details><summary><b>${toText(title)}</b> ${toText(facts.filter((fact) => fact !== undefined).join(" · "))}</summary>`,
    `<p>${toText(`${request.verb} ${request.url}`)}</p>`,
    writeHeaders("Headers of the request", request.headers),
    writeFrame(request.body, request.meaning),
    writeHeaders("Headers of the answer", answer?.headers),
    ...frames.map(({ afterMs, bytes, meaning }) => `<p>${afterMs} ms</p>${writeFrame(bytes, meaning)}`),
    writeHeaders("Trailers", answer?.trailers),
    ...(end?.error === undefined ? [] : [`<p class="problem">Broke off: ${toText(end.error)}</p>`]),
    "</details>",
  ].join("\n");
}

function writeFrame(bytes: Bytes | undefined, meaning: Meaning | undefined): string {
  if (bytes === undefined) return "";
  const problems = (meaning?.problems ?? []).map(
    ({ path = "", message }) =>
      `<p class="problem">${toText(path === "" ? message : `${path}: ${message}`)}</p>`,
  );
  const sent = `<pre>${toText(bytes.text ?? `base64: ${bytes.base64 ?? ""}`)}</pre>`;
  if (meaning?.value === undefined) return `${sent}${problems.join("")}`;
  return [
    `<pre>${toText(JSON.stringify(meaning.value, null, 2))}</pre>${problems.join("")}`,
    `<details><summary>As sent</summary>${sent}</details>`,
  ].join("\n");
}

function writeHeaders(title: string, headers: readonly Header[] = []): string {
  if (headers.length === 0) return "";
  const lines = headers.map(({ name, value = "" }) => `${name}: ${value}`).join("\n");
  return `<details><summary>${title} (${headers.length})</summary><pre>${toText(lines)}</pre></details>`;
}

/** What HTML cannot hold, and what turns the direction of a line, is shown as an escape. */
function toText(text: string): string {
  return escapeHtml(
    text.replaceAll(
      /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  );
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
