import { errorMessage } from "@a2agen/runtime/internal";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Alert } from "../../shared/alert.tsx";
import type { SentRequest } from "./wire-log.ts";

interface ResendFormProps {
  readonly request: SentRequest;
  readonly onResend: (request: SentRequest) => void;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Changes a request and sends it again, whether or not it is right; that of gRPC as the JSON of its message.
 */
export function ResendForm({ request, onResend }: ResendFormProps): JSX.Element {
  const [url, setUrl] = useState(request.url);
  const [body, setBody] = useState(() => textOf(request));
  const [problem, setProblem] = useState<string>();
  const [headers, setHeaders] = useState(() =>
    request.headers.map(([name, value]) => `${name}: ${value}`).join("\n"),
  );
  return (
    <form
      class="resend"
      aria-label="Send again"
      onSubmit={(event) => {
        event.preventDefault();
        const changed = { url, headers: headers.split("\n").flatMap((line) => toHeader(line) ?? []) };
        setProblem(undefined);
        if (request.kind === "http") {
          const bytes = body === "" ? undefined : new TextEncoder().encode(body);
          onResend({ ...request, ...changed, body: bytes });
          return;
        }
        try {
          onResend({ ...request, ...changed, message: JSON.parse(body) as unknown });
        } catch (error) {
          setProblem(`The message is not JSON: ${errorMessage(error)}`);
        }
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
        {request.kind === "grpc" ? "Message, as JSON" : "Body"}
        <textarea
          class="code"
          rows={8}
          value={body}
          onInput={({ currentTarget }) => setBody(currentTarget.value)}
        />
      </label>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <button type="submit">Send as it is</button>
    </form>
  );
}

function textOf(request: SentRequest): string {
  if (request.kind === "grpc") return JSON.stringify(request.message, null, 2);
  try {
    return request.body === undefined ? "" : utf8.decode(request.body);
  } catch {
    // Other bytes cannot be edited as text.
    return "";
  }
}

function toHeader(line: string): readonly [readonly [string, string]] | undefined {
  const at = line.indexOf(":");
  return at < 1 ? undefined : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]];
}
