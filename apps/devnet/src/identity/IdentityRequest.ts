import type { IncomingHttpHeaders } from 'node:http'

/** A request to the identity server, with its complete body. */
export interface IdentityRequest {
  method: string
  /** Path, without the prefix of the provider if the request is for one. */
  path: string
  /** Path and query as requested. */
  target: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** Address of the client. */
  ip: string
  body: string
}
