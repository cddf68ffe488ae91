import type { Part } from "@a2agen/a2a-1.0";
import { base64ToBytes } from "@a2agen/runtime/internal";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { DataOfPart, MetadataView } from "./on-demand.tsx";

/** Characters of a text that are shown at once. */
const pageOfText = 20_000;

interface PartProps {
  readonly part: Part;
  /** What it is a part of. */
  readonly on: "Message" | "Artifact";
  /** The extensions that this names. */
  readonly uris?: readonly string[] | undefined;
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

/** Text is text: nothing in it is rendered or run. */
function Content(props: PartProps): JSX.Element {
  const { part } = props;
  const { text, url, raw } = part;
  if (text !== undefined) return <TextPart text={text} />;
  if (raw !== undefined) return <FilePart part={part} raw={raw} />;
  if (url !== undefined) return <UrlPart part={part} url={url} />;
  return <DataOfPart {...props} />;
}

function TextPart({ text }: { readonly text: string }): JSX.Element {
  const [length, setLength] = useState(pageOfText);
  return (
    <>
      <p class="text" dir="auto">
        {text.slice(0, length)}
      </p>
      {/* Not in the paragraph, which would be laid out again with each piece of a stream. */}
      {text.length > length && (
        <button type="button" class="quiet" onClick={() => setLength(text.length)}>
          … {text.length - length} more characters
        </button>
      )}
    </>
  );
}

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
  if (url === undefined) return <p class="problem">The file {name} is not in base64.</p>;
  return (
    <figure class="file">
      {imageTypes.has(mediaType) && <img src={url} alt={name} />}
      <figcaption>
        <a href={url} download={name} dir="auto">
          {name}
        </a>{" "}
        <span class="faint">
          {mediaType} {Math.floor((raw.replaceAll("=", "").length * 3) / 4)} bytes
        </span>
      </figcaption>
    </figure>
  );
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
