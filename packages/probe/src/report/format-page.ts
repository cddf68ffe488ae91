import { createHash } from "node:crypto";
import { escapeMarkup } from "@a2agen/exchange/report/escape-markup.ts";

export interface PageInit {
  readonly title: string;
  readonly style: string;
  readonly script: string;
  /** Markup. */
  readonly body: string;
}

/** A page that needs nothing else, and runs nothing but its own script. */
export function formatPage({ title, style, script, body }: PageInit): string {
  const policy = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeMarkup(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
