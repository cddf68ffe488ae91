/** What a person does at an authorization server. */
export interface Person {
  /** Default: alice. */
  readonly account?: string;
  /** Refuses instead of signing in. */
  readonly deny?: boolean;
}

interface Visit {
  readonly issuer: string;
  readonly person: Person;
}

/** Follows links and submits forms like a browser; resolves to the redirect that leaves it. */
export async function visitPages(start: URL, { issuer, person }: Visit): Promise<URL | undefined> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 20; step++) {
    if (url.origin !== issuer) return url;
    if (url.pathname.startsWith("/interaction/")) {
      url.searchParams.set("account", person.account ?? "alice");
      if (person.deny === true) url.searchParams.set("deny", "yes");
    }
    const response: Response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      ...(form !== undefined && { method: "POST", body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    const page = await response.text();
    if (location !== null) {
      url = new URL(location, url);
      form = undefined;
      continue;
    }
    if (form?.has("abort") === true) return undefined;
    if (response.status >= 400) throw new Error(`${url.pathname}: status ${response.status}: ${page}`);
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    if (action === undefined) return undefined;
    url = new URL(action, url);
    form = new URLSearchParams();
    for (const [input] of page.matchAll(/<input[^>]*>/g)) {
      const [name, value] = ["name", "value"].map((key) => new RegExp(`${key}="([^"]*)"`).exec(input)?.[1]);
      if (name !== undefined) form.set(name, value ?? "");
    }
    if (person.deny === true && form.has("confirm")) form.set("abort", "yes");
  }
  throw new Error(`${start.href}: too many pages`);
}
