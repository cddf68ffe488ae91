import type { HttpBinding, Method } from "../service/method.ts";
import type { Protocol } from "../service/protocol.ts";

/**
 * The rules by which a method is served and called, its own first. The method that takes up the stream
 * of a task has each of its rules by POST and by GET: the table of the specification and its protos
 * differ in the verb (A2A 5.3), and peers follow the one or the other.
 */
export function rulesOf({ name, http }: Method, { tasks }: Protocol): readonly HttpBinding[] {
  if (name !== tasks?.resume.method) return http;
  if (!http.some(({ verb }) => verb === "POST")) return [...http, ...http.flatMap(byPost)];
  if (!http.some(({ verb }) => verb === "GET")) return [...http, ...http.flatMap(byGet)];
  return http;
}

function byPost(rule: HttpBinding): readonly HttpBinding[] {
  return rule.verb === "GET" ? [{ ...rule, verb: "POST", body: "*" }] : [];
}

function byGet({ body: _body, ...rule }: HttpBinding): readonly HttpBinding[] {
  return rule.verb === "POST" ? [{ ...rule, verb: "GET" }] : [];
}
