import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { CopyButton } from "../../shared/copy-button.tsx";
import { type Block, parseSpans, type Span } from "./parse-markdown.ts";

/** Blocks as elements: no HTML of the text, and nothing from elsewhere. */
export function Markdown({ blocks }: { readonly blocks: readonly Block[] }): JSX.Element {
  return (
    <>
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} />
      ))}
    </>
  );
}

function BlockView({ block }: { readonly block: Block }): JSX.Element {
  switch (block.kind) {
    case "paragraph":
      return (
        <p class="text" dir="auto">
          <Spans text={block.text} />
        </p>
      );
    case "heading": {
      // Below the headings of the page.
      const Heading = `h${Math.min(block.level + 2, 6)}` as "h3";
      return (
        <Heading class={`heading-${block.level}`} dir="auto">
          <Spans text={block.text} />
        </Heading>
      );
    }
    case "code":
      return (
        <div class="code-block">
          <div class="row">
            <span class="faint">{block.language}</span>
            <span class="space" />
            <CopyButton label="Copy" text={() => block.text} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
          <pre tabIndex={0}>
            <code>{block.text}</code>
          </pre>
        </div>
      );
    case "quote":
      return (
        <blockquote>
          <Markdown blocks={block.blocks} />
        </blockquote>
      );
    case "list": {
      const items = block.items.map((blocks, at) => (
        <li key={at}>
          <Markdown blocks={blocks} />
        </li>
      ));
      return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
    case "table":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        <div class="table" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell, at) => (
                  <th key={at} scope="col" dir="auto">
                    <Spans text={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, column) => (
                    <td key={column} dir="auto">
                      <Spans text={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case "rule":
      return <hr />;
  }
}

function Spans({ text }: { readonly text: string }): JSX.Element {
  const spans = useMemo(() => parseSpans(text), [text]);
  return <SpanList spans={spans} />;
}

function SpanList({ spans }: { readonly spans: readonly Span[] }): JSX.Element {
  return (
    <>
      {spans.map((span, at) => (
        <SpanView key={at} span={span} />
      ))}
    </>
  );
}

function SpanView({ span }: { readonly span: Span }): JSX.Element {
  switch (span.kind) {
    case "text":
      return <>{span.text}</>;
    case "code":
      return <code>{span.text}</code>;
    case "link":
      return (
        <a href={span.url} target="_blank" rel="noopener noreferrer nofollow">
          <SpanList spans={span.spans} />
        </a>
      );
    default: {
      const Mark = span.kind;
      return (
        <Mark>
          <SpanList spans={span.spans} />
        </Mark>
      );
    }
  }
}
