import { BaseError } from '@portico/protocol'
import type { Dispatcher } from 'undici'
import { createFetchText } from './createFetchText.ts'

/** Fetches a JSON document from a service that the operator configured. `deadline` is in milliseconds since epoch. */
export type FetchJson = (query: { url: string; deadline: number }) => Promise<unknown>

/**
 * Creates a function that fetches JSON with a timeout and a size limit. It does not follow redirects.
 *
 * @throws {BaseError} if the service does not respond, or the response is not a JSON document with status 200.
 */
export function createFetchJson({
  dispatcher,
  headers = {},
}: {
  dispatcher: Dispatcher
  headers?: Readonly<Record<string, string>>
}): FetchJson {
  const fetchText = createFetchText({ dispatcher, headers: { accept: 'application/json', ...headers } })
  return async ({ url, deadline }) => {
    const { host } = new URL(url)
    const { status, text } = await fetchText({ url, deadline })
    if (status !== 200) throw new BaseError(`${host} returned status ${status}.`)
    try {
      return JSON.parse(text)
    } catch (error) {
      throw new BaseError(`${host} returned invalid JSON.`, { cause: error as Error })
    }
  }
}
