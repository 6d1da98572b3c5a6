import { randomUUID } from 'node:crypto'

/** The caller's `x-request-id` where it is harmless, so that logs can be joined; else a new one. */
export function requestId(header: string | undefined): string {
  return header !== undefined && /^[\w-]{8,64}$/.test(header) ? header : randomUUID()
}
