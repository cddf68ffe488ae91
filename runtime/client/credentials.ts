/**
 * A key, a token, or "user:password" (or its base64) for the HTTP scheme Basic; or a function that is
 * called for each call. For a scheme of client certificates any text says that `fetch` or the channel
 * presents one.
 */
export type Credential = string | (() => string | Promise<string>);

/** Credentials by the name of the card's security scheme. */
export type Credentials = Readonly<Record<string, Credential>>;
