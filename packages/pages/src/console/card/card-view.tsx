import type { AgentCard } from "@a2agen/a2a-1.0";
import type { ClientConnection, ConnectionWarning } from "@a2agen/runtime/client";
import { count, nameVersion } from "@a2agen/runtime/internal";
import type { JSX } from "preact";
import { nameBinding } from "../../shared/binding-name.ts";
import { JsonView } from "../../shared/json-view.tsx";

interface CardViewProps {
  readonly card: AgentCard;
  readonly connection: Pick<ClientConnection<object>, "protocol">;
  readonly receivedCard: unknown;
  readonly warnings: readonly ConnectionWarning[];
}

/** The agent card: what it says, and what is wrong with it. */
export function CardView({ card, connection, receivedCard, warnings }: CardViewProps): JSX.Element {
  const problems = warnings
    .filter(({ about }) => about === "card")
    .map(({ path, message }) => ({ path, message }));
  const others = warnings.filter(({ about }) => about !== "card");
  return (
    <section class="card" aria-label="Agent card">
      <h2 dir="auto">{card.name}</h2>
      <p dir="auto">{card.description}</p>
      <dl>
        <Row name="Version" value={card.version} />
        {card.provider !== undefined && <Row name="Provider" value={card.provider.organization} />}
        <Row name="Input" value={card.defaultInputModes.join(", ")} />
        <Row name="Output" value={card.defaultOutputModes.join(", ")} />
        <Row name="Capabilities" value={capabilitiesOf(card)} />
        {(card.signatures?.length ?? 0) > 0 && (
          <Row name="Signatures" value={`${card.signatures?.length}, not checked`} />
        )}
      </dl>
      <h3>Interfaces</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Binding</th>
            <th scope="col">Version</th>
            <th scope="col">URL</th>
          </tr>
        </thead>
        <tbody>
          {card.supportedInterfaces.map(({ url, protocolBinding, protocolVersion }, at) => (
            <tr key={at}>
              <td>{nameBinding(protocolBinding)}</td>
              <td>{nameVersion(protocolVersion, connection.protocol)}</td>
              <td>
                <code>{url}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>Skills</h3>
      <ul>
        {card.skills.map(({ id, name, description }) => (
          <li key={id} dir="auto">
            <strong>{name}</strong> {description}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <h3>Warnings</h3>
          <ul>
            {others.map(({ about, path, message }, at) => (
              <li key={at} class="problem">
                {about} {path}: {message}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>
        Raw JSON
        {problems.length > 0 && `, with ${count(problems.length, "problem")}`}
      </h3>
      <JsonView value={receivedCard} problems={problems} label="Agent card as JSON" />
    </section>
  );
}

function Row({ name, value }: { readonly name: string; readonly value: string }): JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </>
  );
}

function capabilitiesOf({ capabilities }: AgentCard): string {
  const names = Object.entries(capabilities).flatMap(([name, value]) => (value === true ? name : []));
  return names.length === 0 ? "nothing beyond messages" : names.join(", ");
}
