import type { IncomingHttpHeaders } from 'node:http'

/** A request to a server of pages, with its complete body. */
export interface PageRequest {
  method: string
  /** Path; in a provider of the identity server, without its prefix. */
  path: string
  /** Path and query as requested. */
  target: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** Address of the client. */
  ip: string
  body: string
}
