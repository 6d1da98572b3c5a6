import { BaseError } from '@portico/protocol'
import type { Dispatcher } from 'undici'
import type * as z from 'zod/mini'
import { createFetchText } from '../../infra/egress/createFetchText.ts'

/** Requests documents of a swap provider's API. */
export type SwapService = {
  /**
   * Returns the parsed document, or undefined if the provider has no offer for the request.
   *
   * @throws {BaseError} if the provider fails, refuses the key, or answers with something else.
   */
  request<Schema extends z.ZodMiniType>(query: {
    path: string
    search?: Readonly<Record<string, string>> | undefined
    /** With a body, the request is a POST. */
    body?: unknown
    schema: Schema
    deadline: number
  }): Promise<z.output<Schema> | undefined>
}

/** The statuses by which providers say that they have no route, or no such token. */
const hasNoOffer = new Set([400, 404, 422])

/**
 * Creates the connection to a swap provider. It does not follow redirects, waits four seconds at most and reads 5 MiB at most.
 *
 * @param parameters.url without a trailing slash; tests set it, otherwise it is the provider's own
 */
export function createSwapService({
  url,
  headers,
  dispatcher,
}: {
  url: string
  headers: Readonly<Record<string, string>>
  dispatcher: Dispatcher
}): SwapService {
  const fetchText = createFetchText({ dispatcher, headers: { accept: 'application/json', ...headers } })
  const { host } = new URL(url)
  return {
    async request({ path, search = {}, body, schema, deadline }) {
      const query = new URLSearchParams(search).toString()
      const { status, text } = await fetchText({
        url: `${url}${path}${query ? `?${query}` : ''}`,
        deadline,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (hasNoOffer.has(status)) return undefined
      if (status !== 200) throw new BaseError(`${host} returned status ${status}.`)
      const parsed = schema.safeParse(readJson(text, host))
      if (!parsed.success)
        throw new BaseError(`${host} returned another document than its API describes.`, {
          cause: parsed.error,
        })
      return parsed.data
    },
  }
}

function readJson(text: string, host: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BaseError(`${host} returned invalid JSON.`, { cause: error as Error })
  }
}
