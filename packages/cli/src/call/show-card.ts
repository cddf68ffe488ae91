import type { AgentCard, AgentInterface, SecurityRequirement, SecurityScheme } from "@a2agen/a2a-1.0";
import { alignColumns, joinSafe, type SafeText, safe, safeLine } from "@a2agen/terminal/safe-text.ts";
import type { Screen } from "./screen.ts";

export interface ShownCard {
  readonly card: AgentCard;
  /** Where it was found. */
  readonly where: string;
  /** Whether calls go to this interface. */
  readonly isUsed: (entry: AgentInterface) => boolean;
  /** One line for each signature. */
  readonly signatures: readonly SafeText[];
}

/** Shows a card to people. */
export function showCard(screen: Screen, { card, where, isUsed, signatures }: ShownCard): void {
  const { style } = screen;
  const section = (title: SafeText, lines: readonly SafeText[]): void => {
    if (lines.length === 0) return;
    screen.line(safe``);
    screen.line(style.bold(title));
    for (const line of lines) screen.line(safe`  ${line}`);
  };
  screen.line(safe`${style.bold(safeLine(card.name))} ${style.dim(safeLine(card.version))}`);
  if (card.description !== "") screen.block(card.description);
  const { provider, documentationUrl, capabilities } = card;
  section(safe`About`, [
    ...(where === "" ? [] : [safe`card: ${safeLine(where, 2000)}`]),
    ...(provider === undefined
      ? []
      : [safe`provider: ${safeLine(provider.organization)} ${safeLine(provider.url)}`]),
    ...(documentationUrl === undefined ? [] : [safe`documentation: ${safeLine(documentationUrl)}`]),
  ]);
  section(
    safe`Interfaces`,
    alignColumns(
      (card.supportedInterfaces ?? []).map((entry) => [
        isUsed(entry) ? safe`*` : safe` `,
        safeLine(entry.protocolBinding),
        safeLine(entry.protocolVersion),
        safe`${safeLine(entry.url, 2000)}${entry.tenant === undefined ? safe`` : safe` tenant ${safeLine(entry.tenant)}`}`,
      ]),
    ),
  );
  section(safe`Capabilities`, [
    safe`streaming: ${yesOrNo(capabilities?.streaming)}`,
    safe`push notifications: ${yesOrNo(capabilities?.pushNotifications)}`,
    safe`extended card: ${yesOrNo(capabilities?.extendedAgentCard)}`,
  ]);
  section(
    safe`Extensions`,
    (capabilities?.extensions ?? []).map(({ uri = "", required, description = "" }) =>
      joinSafe(
        [
          safeLine(uri),
          ...(required === true ? [safe`(required)`] : []),
          ...(description === "" ? [] : [safeLine(description)]),
        ],
        safe` `,
      ),
    ),
  );
  section(safe`Skills`, (card.skills ?? []).flatMap(describeSkill));
  section(safe`Takes`, listModes(card.defaultInputModes));
  section(safe`Gives`, listModes(card.defaultOutputModes));
  section(safe`Security`, describeSecurity(card));
  section(safe`Signatures`, signatures.length === 0 ? [safe`none`] : signatures);
}

function listModes(modes: readonly string[]): readonly SafeText[] {
  return modes.length === 0 ? [] : [safeList(modes)];
}

function safeList(texts: readonly string[]): SafeText {
  return joinSafe(
    texts.map((text) => safeLine(text)),
    safe`, `,
  );
}

function yesOrNo(value: boolean | undefined): SafeText {
  return value === true ? safe`yes` : safe`no`;
}

function describeSkill({
  id,
  name,
  description,
  tags,
  examples = [],
}: AgentCard["skills"][number]): readonly SafeText[] {
  const tagged = tags.length === 0 ? safe`` : safe` [${safeList(tags)}]`;
  return [
    safe`${safeLine(name)} (${safeLine(id)})${tagged}`,
    safe`  ${safeLine(description)}`,
    ...examples.map((example) => safe`  for example: ${safeLine(example)}`),
  ];
}

function describeSecurity({
  securitySchemes = {},
  securityRequirements = [],
}: AgentCard): readonly SafeText[] {
  return [
    ...Object.entries(securitySchemes).map(
      ([name, scheme]) => safe`${safeLine(name)}: ${describeScheme(scheme)}`,
    ),
    ...(securityRequirements.length === 0
      ? []
      : [safe`needed: ${joinSafe(securityRequirements.map(describeRequirement), safe`; or `)}`]),
  ];
}

function describeRequirement({ schemes = {} }: SecurityRequirement): SafeText {
  const names = Object.entries(schemes).map(([name, { list = [] }]) =>
    list.length === 0 ? safeLine(name) : safe`${safeLine(name)} (${safeList(list)})`,
  );
  return names.length === 0 ? safe`nothing` : joinSafe(names, safe` and `);
}

/** "API key in header x-key". */
export function describeScheme(scheme: SecurityScheme): SafeText {
  const {
    apiKeySecurityScheme: key,
    httpAuthSecurityScheme: http,
    openIdConnectSecurityScheme: openId,
  } = scheme;
  if (key !== undefined) return safe`API key in ${safeLine(key.location)} ${safeLine(key.name)}`;
  if (http !== undefined) return safe`HTTP ${safeLine(http.scheme)}`;
  if (openId !== undefined) return safe`OpenID Connect ${safeLine(openId.openIdConnectUrl)}`;
  if (scheme.oauth2SecurityScheme !== undefined) return safe`OAuth 2.0`;
  return scheme.mtlsSecurityScheme === undefined ? safe`unknown` : safe`client certificate`;
}
