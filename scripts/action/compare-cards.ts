/** A change that clients of an agent see. */
export interface CardChange {
  readonly breaks: boolean;
  readonly text: string;
}

type Json = Readonly<Record<string, unknown>>;

/** A list of a card, in any version, as words that identify its entries. */
interface CardList {
  readonly what: string;
  readonly read: (card: Json) => readonly string[];
  /** Which change breaks clients. */
  readonly breaks: "removed" | "added" | "never";
}

const lists: readonly CardList[] = [
  { what: "interface", breaks: "removed", read: readInterfaces },
  { what: "skill", breaks: "removed", read: ({ skills }) => objects(skills).map(({ id }) => String(id)) },
  {
    what: "capability",
    breaks: "removed",
    read: ({ capabilities }) =>
      Object.entries(object(capabilities)).flatMap(([name, is]) => (is === true ? [name] : [])),
  },
  {
    what: "required extension",
    breaks: "added",
    read: ({ capabilities }) =>
      objects(object(capabilities)["extensions"]).flatMap(({ uri, required }) =>
        required === true ? [String(uri)] : [],
      ),
  },
  {
    what: "extension",
    breaks: "never",
    read: ({ capabilities }) => objects(object(capabilities)["extensions"]).map(({ uri }) => String(uri)),
  },
  { what: "input mode", breaks: "removed", read: ({ defaultInputModes }) => texts(defaultInputModes) },
  { what: "output mode", breaks: "removed", read: ({ defaultOutputModes }) => texts(defaultOutputModes) },
];

/** What changed for clients between two cards of an agent. */
export function compareCards(before: unknown, after: unknown): readonly CardChange[] {
  const [old, now] = [object(before), object(after)];
  const listed = lists.flatMap(({ what, read, breaks }) => {
    const [had, has] = [read(old), read(now)];
    const tell = (kind: "removed" | "added", names: readonly string[]): readonly CardChange[] =>
      names.map((name) => ({ breaks: breaks === kind, text: `${what} ${name} was ${kind}` }));
    return [
      ...tell(
        "removed",
        had.filter((name) => !has.includes(name)),
      ),
      ...tell(
        "added",
        has.filter((name) => !had.includes(name)),
      ),
    ];
  });
  const [needed, needs] = [readSecurity(old), readSecurity(now)];
  // One way to call that clients have must stay: a list of none asks for no credentials.
  const isOpen = needs.length === 0 || needed.some((way) => needs.includes(way));
  const isSame = JSON.stringify(needed) === JSON.stringify(needs);
  const security = `credentials were ${needed.join(" or ") || "none"} and are ${needs.join(" or ") || "none"}`;
  return [...listed, ...(isSame ? [] : [{ breaks: !isOpen, text: security }])];
}

/** As 1.0 lists them, and as 0.3 does. */
function readInterfaces({
  supportedInterfaces,
  url,
  preferredTransport,
  additionalInterfaces,
}: Json): readonly string[] {
  const first = typeof url === "string" ? [{ url, transport: preferredTransport ?? "JSONRPC" }] : [];
  const all: readonly Json[] = [...objects(supportedInterfaces), ...first, ...objects(additionalInterfaces)];
  const named = all.map((each) => {
    const { protocolBinding, transport, protocolVersion, tenant } = each;
    return [protocolBinding ?? transport, protocolVersion, each["url"], tenant].filter(Boolean).join(" ");
  });
  return [...new Set(named)];
}

function readSecurity({ securityRequirements, security }: Json): readonly string[] {
  return objects(securityRequirements ?? security).map((way) =>
    Object.keys(object(way["schemes"] ?? way))
      .toSorted()
      .join(" and "),
  );
}

function object(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function objects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(object) : [];
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
