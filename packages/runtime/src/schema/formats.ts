/** Whether a text is a date of RFC 3339. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return false;
  return (
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= daysOf(Number(year), Number(month))
  );
}

function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2
    ? isLeap
      ? 29
      : 28
    : month === 4 || month === 6 || month === 9 || month === 11
      ? 30
      : 31;
}

const timeSyntax = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i;

/** Whether a text is a time of RFC 3339, which has an offset. */
export function isTime(text: string): boolean {
  const parts = timeSyntax.exec(text);
  if (parts === null) return false;
  const [hour = 0, minute = 0, second = 0] = parts.slice(1, 4).map(Number);
  const [offsetHour, offsetMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  // A leap second is the last one of a day in UTC.
  const sign = parts[4] === "-" ? -1 : 1;
  const utc = hour * 60 + minute - sign * (offsetHour * 60 + offsetMinute);
  return (utc + 1440) % 1440 === 1439;
}

export function isDateTime(text: string): boolean {
  return (text[10] === "T" || text[10] === "t") && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

const durationSyntax =
  /^P(?:\d+W|(?=[\dT])(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;

/** Whether a text is a duration of ISO 8601 as in RFC 3339: "P1DT12H". */
export function isDuration(text: string): boolean {
  return durationSyntax.test(text);
}

const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

export function isHostname(text: string): boolean {
  return text.length <= 253 && text.split(".").every((part) => label.test(part));
}

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/;
const quoted = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/;

export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || !(quoted.test(local) || local.split(".").every((part) => localPart.test(part)))) return false;
  const [, six, four = ""] = /^\[(?:IPv6:(.*)|(.*))\]$/.exec(domain) ?? [];
  if (domain.startsWith("[")) return six === undefined ? isIpv4(four) : isIpv6(six);
  return isHostname(domain);
}

const octet = /^(?:0|[1-9]\d{0,2})$/;

export function isIpv4(text: string): boolean {
  const parts = text.split(".", 5);
  return parts.length === 4 && parts.every((part) => octet.test(part) && Number(part) < 256);
}

const group = /^[\dA-Fa-f]{1,4}$/;

export function isIpv6(text: string): boolean {
  if (text.length > 45) return false;
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1) ?? "";
  const hasIpv4 = last.includes(".") && text.endsWith(last);
  const hex = hasIpv4 ? groups.slice(0, -1) : groups;
  const count = hex.length + (hasIpv4 ? 2 : 0);
  if ((hasIpv4 && !isIpv4(last)) || !hex.every((each) => group.test(each))) return false;
  return halves.length === 2 ? count < 8 : count === 8;
}

export function isUuid(text: string): boolean {
  return /^[\dA-Fa-f]{8}-(?:[\dA-Fa-f]{4}-){3}[\dA-Fa-f]{12}$/.test(text);
}

/** Whether a text is a JSON pointer (RFC 6901). */
export function isJsonPointer(text: string): boolean {
  return (text === "" || text.startsWith("/")) && !/~(?![01])/.test(text);
}

/** Whether a text is a regular expression of ECMAScript. */
export function isRegex(text: string): boolean {
  try {
    return new RegExp(text, "u").flags !== "";
  } catch {
    // That it throws is the answer.
    return false;
  }
}

const uriSyntax = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const pathSyntax = /^[A-Za-z0-9._~!$&'()*+,;=:@/%-]*$/;
const querySyntax = /^[A-Za-z0-9._~!$&'()*+,;=:@/?%-]*$/;
const authoritySyntax =
  /^(?:[A-Za-z0-9._~!$&'()*+,;=:%-]*@)?(?:\[([^\]]*)\]|[A-Za-z0-9._~!$&'()*+,;=%-]*)(?::\d*)?$/;

/** Whether a text is a URI of RFC 3986 with a scheme. */
export function isUri(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) && isUriReference(text);
}

/** Whether a text is a URI, or relative to one. */
export function isUriReference(text: string): boolean {
  const [, scheme, authority, path = "", query = "", fragment = ""] = uriSyntax.exec(text) ?? [
    undefined,
    "",
    "",
    "\\",
  ];
  if (/%(?![\dA-Fa-f]{2})/.test(text) || !pathSyntax.test(path)) return false;
  if (!querySyntax.test(query) || !querySyntax.test(fragment)) return false;
  // Without a scheme a colon in the first segment would end one.
  if (scheme === undefined && authority === undefined && /^[^/]*:/.test(path)) return false;
  if (authority === undefined) return true;
  const [whole, literal] = authoritySyntax.exec(authority) ?? [];
  if (whole === undefined || (path !== "" && !path.startsWith("/"))) return false;
  return (
    literal === undefined ||
    isIpv6(literal) ||
    /^[vV][\dA-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$/.test(literal)
  );
}
