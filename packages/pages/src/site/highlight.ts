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
  if (language === "text") return escapeHtml(code);
  const pattern = patterns[language];
  let html = "";
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
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

/** For text between tags. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
