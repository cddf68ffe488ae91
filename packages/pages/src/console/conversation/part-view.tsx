import type { Part } from "@a2agen/a2a-1.0";
import { base64ToBytes } from "@a2agen/runtime/internal";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Icon } from "../../shared/icon.tsx";
import { Markdown } from "./markdown.tsx";
import { DataOfPart, MetadataView } from "./on-demand.tsx";
import { parseMarkdown } from "./parse-markdown.ts";

/** Characters of a text that are shown at once. */
const pageOfText = 20_000;

/** What is not in a text that is no Markdown. */
const marks = /[`*_~#|[]|https?:|^\s*(?:>|[-+] |\d+[.)] )/m;

interface PartProps {
  readonly part: Part;
  /** What it is a part of. */
  readonly on: "Message" | "Artifact";
  /** The extensions that this names. */
  readonly uris?: readonly string[] | undefined;
  /** Whether a text is shown as it was written: agents write Markdown, people do not. */
  readonly isPlain?: boolean;
}

/** One part of a message or an artifact, with the data of extensions. */
export function PartView(props: PartProps): JSX.Element {
  return (
    <>
      <Content {...props} />
      <MetadataView metadata={props.part.metadata} on="Part" uris={props.uris} />
    </>
  );
}

/** Nothing in a text is run or fetched. */
function Content(props: PartProps): JSX.Element {
  const { part, isPlain = false } = props;
  const { text, url, raw } = part;
  if (text !== undefined) return <TextPart text={text} isPlain={isPlain} />;
  if (raw !== undefined) return <FilePart part={part} raw={raw} />;
  if (url !== undefined) return <UrlPart part={part} url={url} />;
  return <DataOfPart {...props} />;
}

interface TextProps {
  readonly text: string;
  readonly isPlain: boolean;
}

function TextPart({ text, isPlain }: TextProps): JSX.Element {
  const [length, setLength] = useState(pageOfText);
  const [isSource, setSource] = useState(false);
  const shown = text.slice(0, length);
  const hasMarks = !isPlain && length <= pageOfText && marks.test(shown);
  const blocks = useMemo(() => (hasMarks ? parseMarkdown(shown) : []), [hasMarks, shown]);
  return (
    <>
      {hasMarks && !isSource ? (
        <div class="markdown">
          <Markdown blocks={blocks} />
        </div>
      ) : (
        <p class="text" dir="auto">
          {shown}
        </p>
      )}
      {hasMarks && (
        <button
          type="button"
          class="quiet source"
          aria-pressed={isSource}
          onClick={() => setSource(!isSource)}
        >
          Source
        </button>
      )}
      {/* Not in the paragraph, which would be laid out again with each piece of a stream. */}
      {text.length > length && (
        <button type="button" class="quiet" onClick={() => setLength(text.length)}>
          … {text.length - length} more characters
        </button>
      )}
    </>
  );
}

/** Bytes of a file of text that are shown. */
const maximumPreview = 100_000;

/** Images that browsers show without running anything in them; SVG is not among them. */
const imageTypes: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
]);

function FilePart({ part, raw }: { readonly part: Part; readonly raw: string }): JSX.Element {
  const [url, setUrl] = useState<string>();
  const { filename = "", mediaType = "" } = part;
  useEffect(() => {
    const made = toObjectUrl(raw, imageTypes.has(mediaType) ? mediaType : "application/octet-stream");
    setUrl(made);
    return () => {
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [raw, mediaType]);
  const name = filename === "" ? "file" : filename;
  if (raw === "") return <p class="faint">The file {name} was not kept over the reload.</p>;
  if (url === undefined) return <p class="problem">The file {name} is not in base64.</p>;
  const bytes = Math.floor((raw.replaceAll("=", "").length * 3) / 4);
  return (
    <figure class="file">
      {imageTypes.has(mediaType) && <img src={url} alt={name} />}
      <figcaption>
        <Icon name="file" />
        <a href={url} download={name} dir="auto">
          {name}
        </a>
        <span class="faint" title={`${bytes} bytes`}>
          {mediaType} {saySize(bytes)}
        </span>
      </figcaption>
      {mediaType.startsWith("text/") && bytes <= maximumPreview && <TextPreview raw={raw} />}
    </figure>
  );
}

function TextPreview({ raw }: { readonly raw: string }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Preview</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        <pre tabIndex={0}>{new TextDecoder().decode(base64ToBytes(raw))}</pre>
      )}
    </details>
  );
}

function saySize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function toObjectUrl(raw: string, type: string): string | undefined {
  try {
    return URL.createObjectURL(new Blob([base64ToBytes(raw) as Uint8Array<ArrayBuffer>], { type }));
  } catch {
    // The client reads leniently; what is no base64 is said in the page.
    return undefined;
  }
}

function UrlPart({ part, url }: { readonly part: Part; readonly url: string }): JSX.Element {
  const { filename = "", mediaType = "" } = part;
  // Any other scheme, "javascript:" among them, is shown and cannot be followed.
  const canOpen = /^https?:\/\//i.test(url);
  return (
    <p class="file" dir="auto">
      <Icon name="link" />{" "}
      {canOpen ? (
        <a href={url} target="_blank" rel="noopener noreferrer nofollow">
          {filename === "" ? url : filename}
        </a>
      ) : (
        <code>{url}</code>
      )}{" "}
      <span class="faint">{mediaType}</span>
    </p>
  );
}
