import type MarkdownIt from "markdown-it";

/**
 * Turns Markdown into HTML in which no text of others can run or load anything: their HTML is shown as text.
 */
export interface MarkdownRenderer {
  /** Paragraphs, lists, tables; only links to the web stay links. */
  block(markdown: string): string;
  /** One line of our own making: its links stay as they are. */
  inline(markdown: string): string;
}

/** Loads the library here and not earlier. */
export async function loadMarkdown(): Promise<MarkdownRenderer> {
  const { default: create } = await import("markdown-it");
  const foreign = restrict(create({ html: false }));
  const own = create({ html: false });
  return {
    block: (markdown) => foreign.render(markdown),
    inline: (markdown) => own.renderInline(markdown),
  };
}

/** No pictures, which would be requests to others; no links to missing pages; no headings above ours. */
function restrict(markdown: InstanceType<typeof MarkdownIt>): InstanceType<typeof MarkdownIt> {
  markdown.disable("image");
  markdown.validateLink = (url) => /^(?:https?:|mailto:)/i.test(url.trim());
  markdown.renderer.rules["heading_open"] = () => '<p class="heading">';
  markdown.renderer.rules["heading_close"] = () => "</p>\n";
  return markdown;
}
