import { escapeHtml } from "@a2agen/runtime/internal";
import type { Token } from "markdown-it";
import { escapeText, highlight, languageOf } from "./highlight.ts";

/** Markdown of guides in two steps, between which links can be changed. */
export interface GuideMarkdown {
  parse(markdown: string): Token[];
  render(tokens: Token[]): string;
  /** Text that is not Markdown. */
  text(content: string): Token;
  code(content: string): Token;
  /** The ends of a link to an anchor of the same page. */
  link(anchor: string): readonly [start: Token, end: Token];
}

/**
 * Loads the library here and not earlier. HTML in guides is shown as text, except for comments, which are
 * left out, and for tables; of pictures that are not in the site only the description is shown.
 */
export async function loadGuideMarkdown(): Promise<GuideMarkdown> {
  const { default: create } = await import("markdown-it");
  const markdown = create({ html: true });
  const { rules } = markdown.renderer;
  rules["html_block"] = (tokens, i) => {
    const text = tokens[i]?.content.trim() ?? "";
    if (isComment(text)) return "";
    return isTable(text)
      ? `${text.replaceAll("<table>", startTable).replaceAll("</table>", endTable)}\n`
      : `<p>${escapeText(text)}</p>\n`;
  };
  rules["html_inline"] = (tokens, i) => {
    const { content: text = "", meta } = tokens[i] ?? {};
    const { src } = (meta ?? {}) as { readonly src?: string };
    if (src !== undefined)
      return text.replace(pictureTag, (tag, path: string) => tag.replace(path, escapeHtml(src)));
    if (/^<\/?picture>$/.test(text)) return text;
    return isComment(text) ? "" : escapeText(text);
  };
  rules["image"] = (tokens, i) => {
    const { content = "", meta } = tokens[i] ?? {};
    const { src } = (meta ?? {}) as { readonly src?: string };
    const text = escapeText(content);
    return src === undefined ? text : `<img src="${escapeHtml(src)}" alt="${escapeHtml(content)}">`;
  };
  rules["fence"] = (tokens, i) => {
    const { content = "", info, meta } = tokens[i] ?? {};
    const { open } = (meta ?? {}) as { readonly open?: string };
    const link =
      open === undefined
        ? ""
        : `<p class="open"><a href="${escapeHtml(open)}">Open in the playground</a></p>\n`;
    return `${toPre(content, info)}${link}`;
  };
  rules["code_block"] = (tokens, i) => toPre(tokens[i]?.content ?? "");
  rules["table_open"] = () => `${startTable}\n`;
  rules["table_close"] = () => `${endTable}\n`;
  // A column without a name has no header. The policy of the pages refuses styles in cells.
  rules["th_open"] = (tokens, i) => (tokens[i + 1]?.content === "" ? "<td>" : "<th>");
  rules["th_close"] = (tokens, i) => (tokens[i - 1]?.content === "" ? "</td>" : "</th>");
  rules["td_open"] = () => "<td>";
  const make = (type: string, tag: string, content: string): Token =>
    Object.assign(new create.Token(type, tag, 0), { content });
  return {
    parse: (text) => markdown.parse(text.replace(/^---\r?\n[\s\S]*?\r?\n---(?:\r?\n|$)/, ""), {}),
    render: (tokens) => markdown.renderer.render(tokens, markdown.options, {}),
    text: (content) => make("text", "", content),
    code: (content) => make("code_inline", "code", content),
    link(anchor) {
      const start = new create.Token("link_open", "a", 1);
      start.attrs = [
        ["class", "anchor"],
        ["href", `#${anchor}`],
      ];
      return [start, new create.Token("link_close", "a", -1)];
    },
  };
}

/** A table that scrolls by itself where a page is narrow. */
const startTable = '<div class="table" role="group" aria-label="Table" tabindex="0"><table>';
const endTable = "</table></div>";

/** Whether HTML has the tags of tables, without attributes, and no others. */
function isTable(html: string): boolean {
  const rest = html.replaceAll(/<\/?(?:table|thead|tbody|tr|th|td|code|br)>/g, "");
  return rest !== html && !rest.includes("<");
}

/** A picture in HTML with its size, or its form for those who want no motion, as GitHub shows them. */
export const pictureTag =
  /^<(?:img src|source media="\(prefers-[\w-]+: [\w-]+\)" srcset)="([^"<>]+)"(?: (?:width|height)="\d+"| alt="[^"<>]*")*>$/;

export function isComment(html: string): boolean {
  return /^<!--(?:(?!-->)[\s\S])*-->$/.test(html);
}

function toPre(code: string, info = ""): string {
  // "ts client.ts user=shop": the name of a file stands behind the language.
  const [, name] = /^\S+\s+([\w./-]+\.\w+)(?:\s|$)/.exec(info) ?? [];
  const caption = name === undefined ? "" : `<figcaption>${escapeText(name)}</figcaption>`;
  return `<figure class="code">${caption}<pre tabindex="0" aria-label="Code"><code>${highlight(code, languageOf(info))}</code></pre></figure>\n`;
}
