import { isObject } from "../core/object.ts";
import type { Host } from "../host/host.ts";
import type { HttpHandler, HttpRequest, HttpResponse } from "../http/http-message.ts";
import { isBelow, pathFor } from "../http/mount.ts";
import { interfacesOf } from "../service/card.ts";
import { nameVersion } from "../service/name-version.ts";
import { escapeHtml } from "./escape-html.ts";

export interface FrontPageInit {
  readonly host: Host;
  /** The card that is served, as JSON. */
  readonly card: object;
  /** What stands before the path of the page and of the card, without a slash at its end. */
  readonly prefix: string;
}

/**
 * Answers a browser at the root with a page about the agent: its name, skills and interfaces, and where its
 * card is. It shows only what the public card says, runs no script, and leaves every request to others that
 * does not ask for HTML.
 */
export function createFrontPage({ host, card, prefix }: FrontPageInit): HttpHandler {
  const path = `${prefix}/`;
  let made: Promise<HttpResponse> | undefined;
  return (request) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || pathFor(request, path) !== path || !wantsHtml(request)) return undefined;
    const { base } = request;
    // A mount with a parameter has as many bases as clients think of.
    if (base !== undefined)
      return answer(writePage(card, host, isBelow(path, base) ? prefix : base + prefix));
    made ??= answer(writePage(card, host, prefix));
    return made;
  };
}

/** Browsers name HTML; API clients send a star or nothing. */
function wantsHtml(request: HttpRequest): boolean {
  return (request.header("accept") ?? "").split(",").some((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    return type === "text/html" && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

async function answer(body: string): Promise<HttpResponse> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
      vary: "accept",
    },
    body,
  };
}

const style =
  ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}h1{margin-bottom:0}h2{font-size:1.1rem;margin-top:2rem}code,pre{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}pre{white-space:pre-wrap}table{border-collapse:collapse}td,th{text-align:left;padding:.2rem 1rem .2rem 0;vertical-align:top}";

function writePage(card: object, { protocol }: Host, prefix: string): string {
  const text = (name: string): string => textAt(card, name);
  const wellKnown = protocol.card === undefined ? "" : `${prefix}${protocol.card.wellKnownPath}`;
  const interfaces = protocol.card === undefined ? [] : interfacesOf(card, protocol.card);
  const skills = listAt(card, "skills");
  const provider = "provider" in card ? card.provider : undefined;
  return [
    "<!doctype html>",
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(text("name"))}</title>`,
    `<style>${style}</style>`,
    `<h1>${escapeHtml(text("name"))}</h1>`,
    `<p>An A2A agent${labelled(", version ", text("version"))}${labelled(", by ", textAt(provider, "organization"))}.</p>`,
    `<p>${escapeHtml(text("description"))}</p>`,
    `<p><a href="${escapeHtml(wellKnown)}">Agent card</a>${link(text("documentationUrl"), "Documentation")}</p>`,
    ...(skills.length === 0
      ? []
      : [
          "<h2>Skills</h2>",
          "<ul>",
          ...skills.map(
            (skill) =>
              `<li><b>${escapeHtml(textAt(skill, "name"))}</b>${labelled(": ", textAt(skill, "description"))}</li>`,
          ),
          "</ul>",
        ]),
    "<h2>Interfaces</h2>",
    "<table>",
    "<tr><th>Binding<th>Version<th>URL",
    ...interfaces.map(
      ({ url, protocolBinding, protocolVersion }) =>
        `<tr><td>${escapeHtml(protocolBinding)}<td>${escapeHtml(nameVersion(protocolVersion, protocol))}<td><code>${escapeHtml(url)}</code>`,
    ),
    "</table>",
    "</html>",
    "",
  ].join("\n");
}

function labelled(label: string, text: string): string {
  return text === "" ? "" : `${label}${escapeHtml(text)}`;
}

/** A link of the card's author; nothing but the web is linked. */
function link(url: string, label: string): string {
  return /^https?:\/\//i.test(url)
    ? ` &middot; <a href="${escapeHtml(url)}" rel="noreferrer">${label}</a>`
    : "";
}

function textAt(value: unknown, name: string): string {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === "string" ? found : "";
}

function listAt(value: unknown, name: string): readonly unknown[] {
  const found = isObject(value) ? value[name] : undefined;
  return Array.isArray(found) ? found : [];
}
