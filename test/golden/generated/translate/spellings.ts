/** Bytes in one spelling; the text itself when it is no base64. */
export function normalizeBase64(text: string): string {
  const plain = text.replaceAll(/\s/g, "").replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  return /^[A-Za-z0-9+/]*$/.test(plain) && plain.length % 4 !== 1
    ? Buffer.from(plain, "base64").toString("hex")
    : text;
}

/** The instant of a time, with its fraction; the text itself when it is none. */
export function normalizeTimestampText(text: string): string {
  const pattern = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:[.,](\d+))?(?: ?([Zz]|[+-]\d\d:?\d\d))?$/;
  const [, date, time, fraction = "", zone = "Z"] = pattern.exec(text) ?? [];
  if (date === undefined) return text;
  const milliseconds = Date.parse(`${date}T${time}${zone.toUpperCase().replace(/^(.\d\d)(\d\d)$/, "$1:$2")}`);
  return `${milliseconds}.${fraction.replace(/0+$/, "")}`;
}
