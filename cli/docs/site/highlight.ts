/** Code as HTML, with spans around what is colored; everything else is escaped text. */
export function highlight(code: string, language: "json" | "http" | "typescript" | "text"): string {
  const pattern = patterns[language];
  if (pattern === undefined) return escapeHtml(code);
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

const patterns: Readonly<Record<string, RegExp | undefined>> = {
  json,
  http: new RegExp(
    `(?<verb>^[A-Z]+(?= /))|(?<header>^[\\w-]+(?=: ))|(?<status>^HTTP/1\\.1 \\d+)|${json.source}`,
    "gm",
  ),
  typescript:
    /(?<comment>\/\*\*[\s\S]*?\*\/)|(?<string>"(?:[^"\\]|\\.)*")|(?<verb>\b(?:export|interface|type|const|never|string|number|boolean|extends)\b)/g,
};

/** For text between tags. */
function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
