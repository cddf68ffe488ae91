import { current } from "../../core/named-versions.ts";
import type { Behaviour } from "../behaviour.ts";
import { addUnknownFields, page } from "../script.ts";
import { row } from "./rows.ts";

const mustShow = row("MUST", "understood");
const shouldShow = row("SHOULD", "understood");
const mayShow = row("MAY", "understood");
const refuse = row("SHOULD", "refused");
const end = row("SHOULD", "ended");

const cardType = { "content-type": "application/json" };

/** Cards, right and wrong; the calls behind them are answered right. */
export const cardBehaviours: readonly Behaviour[] = [
  shouldShow(
    "client-cards.unknown-fields",
    "5.7",
    "Unknown fields of a card are ignored",
    "adds a field of a later version to each object of the card",
    {
      cardJson: (card) => addUnknownFields(card),
    },
  ),
  mustShow(
    "client-cards.grpc-url",
    "4.4.6",
    "An interface of gRPC is found by its URL",
    "names its interface of gRPC by an absolute URL",
    { only: ["GRPC"], isAbsolute: true },
  ),
  mustShow(
    "client-cards.unknown-binding",
    "8.3.2",
    "The first interface of a known binding is chosen",
    "names an unknown binding first",
    {
      card: (card, { dead }) => ({
        ...card,
        supportedInterfaces: [
          { url: dead, protocolBinding: "https://example.com/bindings/pigeon", protocolVersion: current },
          ...card.supportedInterfaces,
        ],
      }),
      only: [current],
    },
  ),
  shouldShow(
    "client-cards.later-version",
    "3.6.2",
    "An interface of a later version is passed over",
    "names an interface of version 9.0 first",
    {
      card: (card, { dead, binding }) => ({
        ...card,
        supportedInterfaces: [
          { url: dead, protocolBinding: binding, protocolVersion: "9.0" },
          ...card.supportedInterfaces,
        ],
      }),
      only: [current],
    },
  ),
  mustShow(
    "client-cards.patch",
    "3.6",
    "The patch number of a version does not count",
    "declares its version as 1.0.3",
    {
      card: (card) => ({
        ...card,
        supportedInterfaces: card.supportedInterfaces.map((each) => ({
          ...each,
          protocolVersion: `${each.protocolVersion}.3`,
        })),
      }),
      only: [current],
    },
  ),
  mayShow(
    "client-cards.dead-first",
    "5.2",
    "Another interface is tried where one is dead",
    "names an interface first at which nothing listens",
    {
      card: (card, { dead }) => ({
        ...card,
        supportedInterfaces: [
          ...card.supportedInterfaces.map((each) => ({ ...each, url: `${dead}/rpc` })),
          ...card.supportedInterfaces,
        ],
      }),
      only: [current],
    },
  ),
  mustShow(
    "client-cards.url",
    "8.3.2",
    "Calls go to the URL of the interface",
    "has its interface at another path than agents usually have",
    {
      only: ["JSONRPC"],
      card: (card) => card,
      judge: (calls) => {
        const wrong = calls.find(
          ({ member, exchange }) => member !== "card" && new URL(exchange.request.url).pathname !== "/rpc",
        );
        return wrong === undefined ? undefined : `a call to ${new URL(wrong.exchange.request.url).pathname}`;
      },
    },
  ),
  shouldShow("client-cards.tenant", "4.4.6", "Calls name the tenant of the interface", "declares a tenant", {
    only: [current],
    card: (card) => ({
      ...card,
      supportedInterfaces: card.supportedInterfaces.map((each) => ({ ...each, tenant: "tenant-7f3a" })),
    }),
    judge: (calls) => {
      const own = calls.filter(({ member }) => member === "sendMessage" || member === "sendStreamingMessage");
      const isNamed = own.every(({ value, exchange }) =>
        JSON.stringify([value, exchange.request.url]).includes("tenant-7f3a"),
      );
      return isNamed ? undefined : "a request without the tenant";
    },
  }),
  shouldShow(
    "client-cards.unknown-scheme",
    "4.5.1",
    "An unknown security scheme that no requirement names is ignored",
    "declares a security scheme of an unknown kind",
    {
      only: [current],
      cardJson: (card) => ({ ...card, securitySchemes: { later: { retinaSecurityScheme: { eyes: 2 } } } }),
    },
  ),
  mayShow(
    "client-cards.media-type",
    "8.2",
    "A card of another media type is read",
    "serves the card as text/plain",
    {
      cardType: "text/plain",
    },
  ),
  mayShow(
    "client-cards.redirect",
    "8.2",
    "A redirect of the card is followed",
    "redirects the request for the card to another path of the same origin",
    {
      cardAnswer: ({ exchange }) =>
        exchange.request.url.endsWith("?moved")
          ? undefined
          : { status: 302, headers: { location: `${new URL(exchange.request.url).pathname}?moved` } },
    },
  ),
  refuse(
    "client-cards.redirect-loop",
    "8.2",
    "Endless redirects are given up",
    "redirects the request for the card to itself",
    {
      cardAnswer: ({ exchange }) => ({
        status: 302,
        headers: { location: new URL(exchange.request.url).pathname },
      }),
      judge: (calls) => (calls.length > 60 ? `${calls.length} requests` : undefined),
    },
  ),
  refuse("client-cards.missing", "8.2", "A card that is not there is reported", "answers 404 for the card", {
    cardAnswer: () => ({ status: 404, headers: { "content-type": "text/plain" }, pieces: ["Not found"] }),
  }),
  refuse(
    "client-cards.page",
    "8.2",
    "A page of HTML is not taken for a card",
    "answers with a page of HTML for the card",
    {
      cardAnswer: () => ({ status: 200, headers: { "content-type": "text/html" }, pieces: [page] }),
    },
  ),
  refuse("client-cards.not-json", "8.2", "A card that is not JSON is refused", "cuts the card off", {
    cardAnswer: () => ({ status: 200, headers: cardType, pieces: ['{"name": "Scripted'] }),
  }),
  refuse(
    "client-cards.list",
    "8.2",
    "A card that is not an object is refused",
    "answers with a list for the card",
    {
      cardAnswer: () => ({ status: 200, headers: cardType, pieces: ["[]"] }),
    },
  ),
  refuse(
    "client-cards.no-interface",
    "8.3.1",
    "A card without an interface is refused",
    "declares no interface",
    {
      cardJson: (card) => ({
        ...card,
        supportedInterfaces: [],
        url: undefined,
        preferredTransport: undefined,
        additionalInterfaces: undefined,
      }),
    },
  ),
  refuse(
    "client-cards.other-binding",
    "8.3.2",
    "A card with unknown bindings only is refused",
    "declares an unknown binding only",
    {
      cardJson: (card) => ({
        ...card,
        url: undefined,
        supportedInterfaces: [
          { url: "http://127.0.0.1:2", protocolBinding: "pigeon", protocolVersion: current },
        ],
      }),
      only: [current],
    },
  ),
  refuse(
    "client-cards.file",
    "8.3.2",
    "An interface at a URL that is not http is refused",
    "declares an interface at file:///etc/passwd",
    {
      card: (card) => ({
        ...card,
        supportedInterfaces: card.supportedInterfaces.map((each) => ({ ...each, url: "file:///etc/passwd" })),
      }),
    },
  ),
  refuse(
    "client-cards.dead",
    "8.3.2",
    "An interface that does not answer is reported",
    "declares an interface at which nothing listens",
    {
      card: (card, { dead }) => ({
        ...card,
        supportedInterfaces: card.supportedInterfaces.map((each) => ({ ...each, url: dead })),
      }),
    },
  ),
  end(
    "client-cards.large",
    "8.2",
    "A card of 20 MB does not make the client hang",
    "has a description of 20 MB",
    {
      cardJson: (card) => ({ ...card, description: "x".repeat(20_000_000) }),
    },
  ),
  end(
    "client-cards.unavailable",
    "3.3.2",
    "A card that comes at the second request does not make the client hang",
    "answers 503 with Retry-After for the card at first",
    {
      cardAnswer: ({ count }) => (count > 0 ? undefined : { status: 503, headers: { "retry-after": "1" } }),
    },
  ),
  end(
    "client-cards.challenge",
    "7.4",
    "A card that needs credentials does not make the client hang",
    "answers 401 with a challenge for the card",
    {
      cardAnswer: () => ({ status: 401, headers: { "www-authenticate": 'Bearer realm="cards"' } }),
    },
  ),
  refuse(
    "client-cards.cut",
    "8.2",
    "A card that breaks off is refused",
    "closes the connection in the middle of the card",
    {
      cardAnswer: () => ({
        status: 200,
        headers: { ...cardType, "content-length": "1000" },
        pieces: ["{"],
        end: "cut",
      }),
    },
  ),
  end(
    "client-cards.no-streaming",
    "3.3.4",
    "Streams that the card promises and the agent refuses do not make the client hang",
    "declares streaming, and refuses it",
    {
      isStream: true,
      answer: () => ({ failure: { name: "UnsupportedOperationError" } }),
    },
  ),
];
