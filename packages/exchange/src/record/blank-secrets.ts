/** A value without credentials, wherever they stand in its texts. */
export function blankSecrets<T>(value: T, secrets: readonly string[]): T {
  if (secrets.length === 0) return value;
  const text = JSON.stringify(value);
  const own = secrets.filter((secret) => text.includes(JSON.stringify(secret).slice(1, -1)));
  return own.length === 0 ? value : (JSON.parse(text, (_, each: unknown) => blankIn(each, own)) as T);
}

function blankIn(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value !== "string") return value;
  return secrets.reduce((all, secret) => all.replaceAll(secret, () => "***"), value);
}
