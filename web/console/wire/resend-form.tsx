import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { SentRequest } from "./wire-log.ts";

interface ResendFormProps {
  readonly request: SentRequest;
  readonly onResend: (request: SentRequest) => void;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Changes a request over HTTP and sends it again, whether or not it is right. */
export function ResendForm({ request, onResend }: ResendFormProps): JSX.Element | null {
  const [isOpen, setOpen] = useState(false);
  const [url, setUrl] = useState(request.url);
  const [body, setBody] = useState(() => textOf(request.body));
  const [headers, setHeaders] = useState(() =>
    request.headers.map(([name, value]) => `${name}: ${value}`).join("\n"),
  );
  if (request.kind === "grpc") return null;
  if (!isOpen) {
    return (
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        Edit and send again
      </button>
    );
  }
  return (
    <form
      class="resend"
      aria-label="Send again"
      onSubmit={(event) => {
        event.preventDefault();
        onResend({
          ...request,
          url,
          headers: headers.split("\n").flatMap((line) => toHeader(line) ?? []),
          body: body === "" ? undefined : new TextEncoder().encode(body),
        });
      }}
    >
      <label>
        URL
        <input value={url} onInput={({ currentTarget }) => setUrl(currentTarget.value)} />
      </label>
      <label>
        Headers
        <textarea
          class="code"
          rows={4}
          value={headers}
          onInput={({ currentTarget }) => setHeaders(currentTarget.value)}
        />
      </label>
      <label>
        Body
        <textarea
          class="code"
          rows={8}
          value={body}
          onInput={({ currentTarget }) => setBody(currentTarget.value)}
        />
      </label>
      <button type="submit">Send as it is</button>
    </form>
  );
}

function textOf(body: Uint8Array | undefined): string {
  try {
    return body === undefined ? "" : utf8.decode(body);
  } catch {
    // Other bytes cannot be edited as text.
    return "";
  }
}

function toHeader(line: string): readonly [readonly [string, string]] | undefined {
  const at = line.indexOf(":");
  return at < 1 ? undefined : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]];
}
