import { escapeHtml } from "@a2agen/runtime/internal";

export type Language = "json" | "http" | "typescript" | "text";

/** The language of a fenced block, from what stands after its fence: "ts check.ts". */
export function languageOf(info: string): Language {
  const [name = ""] = info.trim().split(/\s+/);
  return languages.get(name) ?? "text";
}

const languages: ReadonlyMap<string, Language> = new Map([
  ["json", "json"],
  ["jsonc", "json"],
  ["http", "http"],
  ["ts", "typescript"],
  ["tsx", "typescript"],
  ["typescript", "typescript"],
]);

/** Code as HTML, with spans around what is colored; everything else is escaped text. */
export function highlight(code: string, language: Language): string {
  if (language === "text") return escapeText(code);
  const pattern = patterns[language];
  let html = "";
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    html += `${escapeText(code.slice(end, match.index))}<span class="${kind}">${escapeText(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeText(code.slice(end));
}

const json =
  /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d[\d.eE+-]*\b|\b(?:true|false|null)\b)/g;

const patterns: Readonly<Record<Exclude<Language, "text">, RegExp>> = {
  json,
  http: new RegExp(
    `(?<verb>^[A-Z]+(?= /))|(?<header>^[\\w-]+(?=: ))|(?<status>^HTTP/1\\.1 \\d+)|${json.source}`,
    "gm",
  ),
  typescript:
    /(?<comment>\/\*\*[\s\S]*?\*\/|\/\/.*)|(?<string>"(?:[^"\\]|\\.)*")|(?<verb>\b(?:import|export|await|async|return|class|function|interface|type|const|never|string|number|boolean|extends)\b)/g,
};

/** Text between tags, where quotes mean nothing: half of what JSON has is quotes. */
export function escapeText(text: string): string {
  return escapeHtml(text).replaceAll("&quot;", '"').replaceAll("&#39;", "'");
}
