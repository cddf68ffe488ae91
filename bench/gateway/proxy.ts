import { Agent, type RequestListener, request as send } from "node:http";

/** The limit: bytes are passed on, and nothing is read. */
export function passOn(port: number): RequestListener {
  const agent = new Agent({ keepAlive: true });
  return (request, response) => {
    const { method = "GET", url = "/", headers } = request;
    // The connections before and behind it are its own affair.
    const { connection: _, "keep-alive": _kept, ...own } = headers;
    const sent = send({ host: "127.0.0.1", port, agent, method, path: url, headers: own }, (answer) => {
      const {
        connection: _theirs,
        "keep-alive": _time,
        "transfer-encoding": _coding,
        ...rest
      } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(response);
    });
    sent.on("error", () => response.destroy());
    response.on("close", () => sent.destroy());
    request.pipe(sent);
  };
}
