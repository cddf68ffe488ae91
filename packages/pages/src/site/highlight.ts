import { escapeHtml } from "@a2agen/runtime/internal";

export type Language = "json" | "http" | "typescript" | "shell" | "yaml" | "proto" | "text";

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
  ["js", "typescript"],
  ["sh", "shell"],
  ["bash", "shell"],
  ["yaml", "yaml"],
  ["proto", "proto"],
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
  // Names of types are words of the language only where a type stands: "number" may be a variable.
  typescript:
    /(?<comment>\/\*[\s\S]*?\*\/|(?<!:)\/\/.*)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<verb>\b(?:import|from|export|default|await|async|yield|return|class|function|interface|type|const|let|new|if|else|for|of|in|while|try|catch|finally|throw|switch|case|break|continue|extends|implements|readonly|satisfies|as|typeof|instanceof)\b(?!\??:)|(?<=[:<|,]\s*)\b(?:string|number|boolean|never|unknown|void)\b)|(?<number>\b\d[\d_.]*\b|\b(?:true|false|null|undefined)\b)/g,
  shell: /(?<comment>(?<=^|\s)#.*)|(?<string>"(?:[^"\\]|\\.)*"|'[^']*')|(?<verb>^(?:\$ )?[\w./-]+(?= |$))/gm,
  yaml: /(?<comment>(?<=^|\s)#.*)|(?<key>^\s*(?:- )?[\w"./-]+(?=:(?: |$)))|(?<string>"(?:[^"\\]|\\.)*"|'[^']*')|(?<number>(?<=: )(?:\d[\d.]*|true|false|null)$)/gm,
  proto:
    /(?<comment>\/\/.*)|(?<string>"(?:[^"\\]|\\.)*")|(?<verb>\b(?:syntax|package|import|option|message|enum|service|rpc|returns|stream|repeated|optional|oneof|map|reserved|extend)\b)|(?<number>\b\d+\b)/g,
};

/** Text between tags, where quotes mean nothing: half of what JSON has is quotes. */
export function escapeText(text: string): string {
  return escapeHtml(text).replaceAll("&quot;", '"').replaceAll("&#39;", "'");
}
