// The types with which `npm run check-demo` checks the demo: those of the client.

import type { components, paths } from "../src/index.js";

export type Paths = paths;
export type Schemas = components["schemas"];

type Methods = "get" | "put" | "post" | "patch" | "delete";

/** The methods of a path, in the spelling of the document. */
export type Method<P extends keyof paths> = {
  [M in Methods]: paths[P][M] extends { responses: unknown } ? M : never;
}[Methods];

type Part<T, Name extends string> = T extends { [N in Name]?: infer Value } ? Value : undefined;

type Json<T> = T extends { content: { "application/json": infer Body } } ? Body : undefined;

/** The parameters and the body of a request. */
export type Options<P extends keyof paths, M extends Methods> = {
  query?: Part<Part<paths[P][M], "parameters">, "query">;
  json?: Json<Exclude<Part<paths[P][M], "requestBody">, undefined>>;
  body?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  keepalive?: boolean;
} & (Part<Part<paths[P][M], "parameters">, "path"> extends object
  ? { path: Part<Part<paths[P][M], "parameters">, "path"> }
  : { path?: undefined });

type Success<R> = { [S in keyof R & (200 | 201 | 202)]: Json<R[S]> }[keyof R & (200 | 201 | 202)];

/** The body of a successful response. */
export type Result<P extends keyof paths, M extends Methods> = Success<Part<paths[P][M], "responses">>;

/** An item of a list. */
export type Item<P extends keyof paths> = Result<P, "get"> extends { items: (infer I)[] } ? I : never;
