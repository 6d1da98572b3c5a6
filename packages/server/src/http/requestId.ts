import { randomUUID } from 'node:crypto'

/** Returns the caller's `x-request-id` if it is well-formed, so that logs can be correlated; else a new ID. */
export function requestId(header: string | undefined): string {
  return header !== undefined && /^[\w-]{8,64}$/.test(header) ? header : randomUUID()
}
