/** A value without credentials, wherever they stand in it. */
export function blankSecrets<T>(value: T, secrets: readonly string[]): T {
  if (secrets.length === 0) return value;
  const text = JSON.stringify(value);
  const own = secrets
    .map((secret) => JSON.stringify(secret).slice(1, -1))
    .filter((each) => text.includes(each));
  return own.length === 0
    ? value
    : (JSON.parse(own.reduce((all, each) => all.replaceAll(each, "***"), text)) as T);
}
