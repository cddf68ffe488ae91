/** A form of texts that rules name. */
export interface Format {
  readonly pattern: string;
  /** "an email address". */
  readonly says: string;
  readonly example: string;
}

const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const byte = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const ipv4 = `(?:${byte}\\.){3}${byte}`;
const group = "[0-9A-Fa-f]{1,4}";
const last = `(?:${group}:${group}|${ipv4})`;
const address6 = [
  `(?:${group}:){6}${last}`,
  `::(?:${group}:){5}${last}`,
  `(?:${group})?::(?:${group}:){4}${last}`,
  `(?:(?:${group}:){0,1}${group})?::(?:${group}:){3}${last}`,
  `(?:(?:${group}:){0,2}${group})?::(?:${group}:){2}${last}`,
  `(?:(?:${group}:){0,3}${group})?::${group}:${last}`,
  `(?:(?:${group}:){0,4}${group})?::${last}`,
  `(?:(?:${group}:){0,5}${group})?::${group}`,
  `(?:(?:${group}:){0,6}${group})?::`,
].join("|");
const plain6 = `(?:${address6})`;
const ipv6 = `${plain6}(?:%[^\\x00]+)?`;
const hostname = `(?=.{1,253}\\.?$)(?!(?:.*\\.)?[0-9]+\\.?$)${label}(?:\\.${label})*\\.?`;
const port = "(?:0|[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])";

// RFC 3986.
const encoded = "%[0-9A-Fa-f]{2}";
const of = (others: string): string => `(?:[A-Za-z0-9._~!$&'()*+,;=${others}-]|${encoded})`;
const literal6 = `\\[(?:${plain6}(?:%25(?:[A-Za-z0-9._~-]|${encoded})+)?|[vV][0-9A-Fa-f]+\\.[A-Za-z0-9._~!$&'()*+,;=:-]+)\\]`;
const authority = `(?:${of(":")}*@)?(?:${literal6}|${of("")}*)(?::[0-9]*)?`;
const segment = of(":@");
const absolute = `\\/(?:${segment}+(?:\\/${segment}*)*)?`;
const ending = `(?:\\?${of(":@/?")}*)?(?:#${of(":@/?")}*)?`;
const scheme = "[A-Za-z][A-Za-z0-9+.-]*:";
const hierarchy = `(?:\\/\\/${authority}(?:\\/${segment}*)*|${absolute}|${segment}+(?:\\/${segment}*)*|)`;
const relative = `(?:\\/\\/${authority}(?:\\/${segment}*)*|${absolute}|${of("@")}+(?:\\/${segment}*)*|)`;
const name = "[A-Za-z_][A-Za-z0-9_]*";

function whole(pattern: string): string {
  return `^(?:${pattern})$`;
}

/** The forms by the names that buf.validate.StringRules has for them. */
export const formats: Readonly<Record<string, Format>> = {
  email: {
    pattern: `^[A-Za-z0-9.!#$%&'*+\\/=?^_\`{|}~-]+@${label}(?:\\.${label})*$`,
    says: "an email address",
    example: "name@example.com",
  },
  hostname: { pattern: `^${hostname}$`, says: "a host name", example: "example.com" },
  ip: { pattern: whole(`${ipv4}|${ipv6}`), says: "an IP address", example: "192.0.2.1" },
  ipv4: { pattern: `^${ipv4}$`, says: "an IPv4 address", example: "192.0.2.1" },
  ipv6: { pattern: `^${ipv6}$`, says: "an IPv6 address", example: "2001:db8::1" },
  address: {
    pattern: whole(`${hostname}|${ipv4}|${ipv6}`),
    says: "a host name or an IP address",
    example: "example.com",
  },
  host_and_port: {
    pattern: whole(`(?:${hostnameBefore()}|${ipv4}|\\[${ipv6}\\]):${port}`),
    says: "a host and a port",
    example: "example.com:443",
  },
  ip_with_prefixlen: {
    pattern: whole(`${ipv4}\\/(?:[12]?[0-9]|3[0-2])|${plain6}\\/(?:[1-9]?[0-9]|1[01][0-9]|12[0-8])`),
    says: "an IP address with the length of a prefix",
    example: "192.0.2.1/24",
  },
  ipv4_with_prefixlen: {
    pattern: `^${ipv4}\\/(?:[12]?[0-9]|3[0-2])$`,
    says: "an IPv4 address with the length of a prefix",
    example: "192.0.2.1/24",
  },
  ipv6_with_prefixlen: {
    pattern: `^${plain6}\\/(?:[1-9]?[0-9]|1[01][0-9]|12[0-8])$`,
    says: "an IPv6 address with the length of a prefix",
    example: "2001:db8::1/64",
  },
  uri: { pattern: `^${scheme}${hierarchy}${ending}$`, says: "a URI", example: "https://example.com" },
  uri_ref: {
    pattern: `^(?:${scheme}${hierarchy}|${relative})${ending}$`,
    says: "a reference to a URI",
    example: "https://example.com",
  },
  uuid: {
    pattern: "^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
    says: "a UUID",
    example: "123e4567-e89b-12d3-a456-426614174000",
  },
  tuuid: {
    pattern: "^[0-9A-Fa-f]{32}$",
    says: "a UUID without hyphens",
    example: "123e4567e89b12d3a456426614174000",
  },
  ulid: {
    pattern: "^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$",
    says: "a ULID",
    example: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  },
  protobuf_fqn: {
    pattern: `^${name}(?:\\.${name})*$`,
    says: "a full name of protobuf",
    example: "acme.v1.Name",
  },
  protobuf_dot_fqn: {
    pattern: `^(?:\\.${name})+$`,
    says: "a full name of protobuf that begins with a dot",
    example: ".acme.v1.Name",
  },
};

/** A host name before a port, where its length is counted to the colon. */
function hostnameBefore(): string {
  return `(?=[^:]{1,253}\\.?:)(?!(?:[^:]*\\.)?[0-9]+\\.?:)${label}(?:\\.${label})*\\.?`;
}

/** Those of well_known_regex, by the number of the expression; loose where `strict` is false. */
export const headers: Readonly<Record<number, Readonly<Record<"strict" | "loose", Format>>>> = {
  1: {
    strict: {
      pattern: "^:?[0-9A-Za-z!#$%&'*+\\-.^_|~\\x60]+$",
      says: "the name of an HTTP header",
      example: "X-Name",
    },
    loose: { pattern: "^[^\\x00\\n\\r]+$", says: "the name of an HTTP header", example: "X-Name" },
  },
  2: {
    strict: {
      pattern: "^[^\\x00-\\x08\\n-\\x1f\\x7f]*$",
      says: "the value of an HTTP header",
      example: "value",
    },
    loose: { pattern: "^[^\\x00\\n\\r]*$", says: "the value of an HTTP header", example: "value" },
  },
};
