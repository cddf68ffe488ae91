import type { AgentCard, AgentInterface, SecurityRequirement, SecurityScheme } from "@a2agen/a2a-1.0";
import { safeLine } from "@a2agen/terminal/safe-text.ts";
import type { Screen } from "./screen.ts";

export interface ShownCard {
  readonly card: AgentCard;
  /** Where it was found. */
  readonly where: string;
  /** Whether calls go to this interface. */
  readonly isUsed: (entry: AgentInterface) => boolean;
  /** One line for each signature. */
  readonly signatures: readonly string[];
}

/** Shows a card to people. */
export function showCard(screen: Screen, { card, where, isUsed, signatures }: ShownCard): void {
  const { style } = screen;
  const section = (title: string, lines: readonly string[]): void => {
    if (lines.length === 0) return;
    screen.line("");
    screen.line(style.bold(title));
    for (const line of lines) screen.line(`  ${line}`);
  };
  screen.line(`${style.bold(safeLine(card.name))} ${style.dim(safeLine(card.version))}`);
  if (card.description !== "") screen.block(card.description);
  const { provider, documentationUrl, capabilities } = card;
  section("About", [
    ...(where === "" ? [] : [`card: ${safeLine(where, 2000)}`]),
    ...(provider === undefined
      ? []
      : [`provider: ${safeLine(provider.organization)} ${safeLine(provider.url)}`]),
    ...(documentationUrl === undefined ? [] : [`documentation: ${safeLine(documentationUrl)}`]),
  ]);
  section(
    "Interfaces",
    alignColumns(
      (card.supportedInterfaces ?? []).map((entry) => [
        isUsed(entry) ? "*" : " ",
        safeLine(entry.protocolBinding),
        safeLine(entry.protocolVersion),
        `${safeLine(entry.url, 2000)}${entry.tenant === undefined ? "" : ` tenant ${safeLine(entry.tenant)}`}`,
      ]),
    ),
  );
  section("Capabilities", [
    `streaming: ${yesOrNo(capabilities?.streaming)}`,
    `push notifications: ${yesOrNo(capabilities?.pushNotifications)}`,
    `extended card: ${yesOrNo(capabilities?.extendedAgentCard)}`,
  ]);
  section(
    "Extensions",
    (capabilities?.extensions ?? []).map(({ uri = "", required, description = "" }) =>
      [safeLine(uri), ...(required === true ? ["(required)"] : []), safeLine(description)].join(" ").trim(),
    ),
  );
  section("Skills", (card.skills ?? []).flatMap(describeSkill));
  section("Takes", listModes(card.defaultInputModes));
  section("Gives", listModes(card.defaultOutputModes));
  section("Security", describeSecurity(card));
  section("Signatures", signatures.length === 0 ? ["none"] : signatures);
}

function listModes(modes: readonly string[]): readonly string[] {
  return modes.length === 0 ? [] : [modes.map((mode) => safeLine(mode)).join(", ")];
}

function yesOrNo(value: boolean | undefined): string {
  return value === true ? "yes" : "no";
}

function describeSkill({
  id,
  name,
  description,
  tags,
  examples = [],
}: AgentCard["skills"][number]): readonly string[] {
  const tagged = tags.length === 0 ? "" : ` [${tags.map((tag) => safeLine(tag)).join(", ")}]`;
  return [
    `${safeLine(name)} (${safeLine(id)})${tagged}`,
    `  ${safeLine(description)}`,
    ...examples.map((example) => `  for example: ${safeLine(example)}`),
  ];
}

function describeSecurity({ securitySchemes = {}, securityRequirements = [] }: AgentCard): readonly string[] {
  return [
    ...Object.entries(securitySchemes).map(
      ([name, scheme]) => `${safeLine(name)}: ${describeScheme(scheme)}`,
    ),
    ...(securityRequirements.length === 0
      ? []
      : [`needed: ${securityRequirements.map(describeRequirement).join("; or ")}`]),
  ];
}

function describeRequirement({ schemes = {} }: SecurityRequirement): string {
  const names = Object.entries(schemes).map(([name, { list = [] }]) =>
    list.length === 0
      ? safeLine(name)
      : `${safeLine(name)} (${list.map((scope) => safeLine(scope)).join(", ")})`,
  );
  return names.length === 0 ? "nothing" : names.join(" and ");
}

function describeScheme(scheme: SecurityScheme): string {
  const {
    apiKeySecurityScheme: key,
    httpAuthSecurityScheme: http,
    openIdConnectSecurityScheme: openId,
  } = scheme;
  if (key !== undefined) return `API key in ${safeLine(key.location)} ${safeLine(key.name)}`;
  if (http !== undefined) return `HTTP ${safeLine(http.scheme)}`;
  if (openId !== undefined) return `OpenID Connect ${safeLine(openId.openIdConnectUrl)}`;
  if (scheme.oauth2SecurityScheme !== undefined) return "OAuth 2.0";
  return scheme.mtlsSecurityScheme === undefined ? "unknown" : "client certificate";
}

/** Rows of words below one another; the last column has any width. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, (row[column] ?? "").length), 0),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
