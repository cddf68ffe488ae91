type Headers = Readonly<Record<string, string>>;

const unsafeValue = /[^\t\x20-\x7e\x80-\xff]/;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Headers that cannot end early or begin another one: characters that a value must not have become
 * "?", headers whose name is no token are left out. The same object when all is well, as it nearly
 * always is.
 */
export function safeHeaders(headers: Headers): Headers {
  for (const name in headers) {
    if (unsafeValue.test(headers[name] ?? "") || !token.test(name)) return clean(headers);
  }
  return headers;
}

function clean(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => token.test(name))
      .map(([name, value]) => [name, value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "?")]),
  );
}
