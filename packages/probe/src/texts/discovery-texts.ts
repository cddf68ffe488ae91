import type { TextsOf } from "./text.ts";

export const discoveryTexts: TextsOf<"discovery"> = {
  "discovery.card": [
    "Serve the card at this path of the agent's own origin, with status 200 and without credentials.",
    "Clients that know only a domain look nowhere else.",
  ],
  "discovery.content-type": [
    "Set the header Content-Type: application/json where the card is served.",
    "Clients refuse to parse other types, and browsers may block them.",
  ],
  "discovery.valid": [
    'Correct the fields named under "came": add what is required, and write names and types as the schema of the version does.',
    "A client with a strict parser rejects the whole card for one wrong field.",
  ],
  "discovery.interfaces": [
    "List every interface in supportedInterfaces, the preferred one first, each with url, protocolBinding and protocolVersion.",
    "A client picks the first entry that it supports; without one it cannot call the agent.",
  ],
  "discovery.url": [
    "Write the whole URL, with its scheme and host. A path alone is not enough.",
    "Cards are read from registries too, where a relative URL leads nowhere.",
  ],
  "discovery.version": [
    "Set protocolVersion of each interface to major and minor alone: leave out the patch number.",
    "Clients choose the form of their messages by this field.",
  ],
  "discovery.binding": [
    "Set protocolBinding to a name of the specification, or to the URI of your own binding's description.",
    "A client skips an interface whose binding it cannot look up.",
  ],
  "discovery.encrypted": [
    "Put TLS in front of the interface, and change its URL in the card to https.",
    "Messages and credentials can be read on the way.",
  ],
  "discovery.skills": [
    "Give each entry of skills an id of its own.",
    "Clients choose and remember skills by id.",
  ],
  "discovery.schemes": [
    "Add the scheme to securitySchemes, or correct its name in securityRequirements. Names match exactly.",
    "Clients look up by this name how to get credentials.",
  ],
  "discovery.cache-control": [
    "Send Cache-Control with a max-age with the card, such as max-age=3600.",
    "Without it clients fetch the card before each call, or keep an old one.",
  ],
  "discovery.etag": [
    "Send an ETag with the card: its version, or a hash of its bytes.",
    "It lets clients ask whether the card has changed without reading it again.",
  ],
  "discovery.conditional": [
    "Compare If-None-Match with the ETag of the card; answer 304 without a body where they are equal.",
  ],
  "discovery.signed": [
    "Put alg and kid into the protected header before you sign; the unprotected one does not count.",
    "Clients find the key by kid; alg must be signed so that nobody can change it.",
  ],
  "discovery.signature": [
    "Sign the card as it is served: without signatures and default values, canonicalized by RFC 8785. Keep the public key at jku.",
    "Clients that check signatures refuse the card. Changing any field after signing breaks it.",
  ],
  "discovery.stable": [
    "Take times, random values and the order of maps out of the card, so that it changes only when the agent does.",
    "A card that differs each time defeats caches and signatures.",
  ],
};
