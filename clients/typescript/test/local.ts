import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createPlaza, ok, type Plaza } from "../src/index.js";

/** The address of a running Plaza, such as http://127.0.0.1:8080. */
export const baseUrl = process.env["PLAZA_URL"] ?? "http://127.0.0.1:8080";

/** Returns a token for any user, which only Plaza on a developer's machine issues. */
export async function tokenOf(user: string, parameters = ""): Promise<string> {
  const response = await fetch(`${baseUrl}/dev/token/${user}${parameters}`, {
    headers: { accept: "text/plain" },
  });
  return (await response.text()).trim();
}

let users = 0;

/** A user who exists in this run only. */
export async function newUser(name: string): Promise<{ userId: string; plaza: Plaza; token: string }> {
  const userId = `${name.toLowerCase()}-${process.pid}-${users++}`;
  const token = await tokenOf(userId);
  const plaza = createPlaza({ baseUrl, token });
  await ok(plaza.PUT("/users/{userId}", { params: { path: { userId } }, body: { name } }));
  return { userId, plaza, token };
}

/** What a proxy does with a request: it answers, resets the connection, or forwards the request. */
export type Fault =
  | { status: number; retryAfter?: string }
  | "reset"
  | "reset after the request was processed"
  | "none";

/** A server between the client and Plaza that fails as planned, and then forwards everything. */
export async function faultyProxy(plan: Fault[]) {
  const faults = [...plan];
  const keys: (string | undefined)[] = [];
  const server = createServer((incoming, outgoing) => {
    keys.push(incoming.headers["idempotency-key"]?.toString());
    respond(faults.shift() ?? "none", incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** The idempotency key of each request that arrived. */
    keys,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function respond(fault: Fault, incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (fault === "reset") {
    incoming.socket.destroy();
    return;
  }
  if (typeof fault === "object") {
    incoming.resume();
    outgoing.writeHead(fault.status, {
      "content-type": "application/problem+json",
      ...(fault.retryAfter !== undefined && { "retry-after": fault.retryAfter }),
    });
    outgoing.end('{"type":"urn:plaza:problem:unavailable","title":"","status":503,"detail":"Later."}');
    return;
  }
  const { method, headers } = incoming;
  const target = forward(new URL(incoming.url ?? "/", baseUrl), { ...(method && { method }), headers });
  target.on("response", (response) => {
    if (fault === "none") {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    } else {
      response.resume();
      response.on("end", () => incoming.socket.destroy());
    }
  });
  incoming.pipe(target);
}
