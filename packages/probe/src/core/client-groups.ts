/** The groups of client requirements, in the order of reports, by what identifiers begin with. */
export const clientGroups = {
  "client-calls": "Calls of the client",
  "client-answers": "Answers to the client",
  "client-cards": "Cards that the client reads",
  "client-errors": "Errors that the client is reported",
  "client-streams": "Streams that the client reads",
  "client-connections": "Connections of the client",
} as const;
