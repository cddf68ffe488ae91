import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

/** A proxy whose connections can be cut, or fall silent. */
export interface CutProxy {
  readonly port: number;
  /** Ends all connections without a word. */
  cut(): void;
  /** Carries nothing for a while, and then what has gathered. */
  silence(ms: number): void;
  close(): void;
}

/** Gives each connection to the target of the moment; ends it if there is none. */
export async function startProxy(target: () => NetConnectOpts | undefined): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const to = target();
    if (to === undefined) return void socket.destroy();
    const onward = connect(to);
    const end = (): void => {
      for (const each of [socket, onward]) {
        sockets.delete(each);
        each.destroy();
      }
    };
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on("error", end).on("close", end);
    }
    socket.pipe(onward).pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    silence(ms) {
      const silent = [...sockets];
      for (const socket of silent) socket.pause();
      setTimeout(() => {
        for (const socket of silent) socket.resume();
      }, ms);
    },
    close: () => void server.close(),
  };
}
