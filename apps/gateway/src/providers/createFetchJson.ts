import { BaseError } from '@portico/protocol'
import type { Dispatcher } from 'undici'
import { createFetchText } from './createFetchText.ts'

/** Reads a JSON document of a service the operator has named. */
export type FetchJson = (query: { url: string; deadline: number }) => Promise<unknown>

/**
 * Reads JSON over HTTP within a time and a size; follows no redirect.
 *
 * @throws {BaseError} if there is no answer, or it is not a JSON document with status 200.
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
    if (status !== 200) throw new BaseError(`${host} answered with status ${status}.`)
    try {
      return JSON.parse(text)
    } catch (error) {
      throw new BaseError(`${host} gave no answer that could be read.`, { cause: error as Error })
    }
  }
}
