import { BaseError, type CaipNetworkId } from '@portico/protocol'
import type * as z from 'zod/mini'
import type { FetchJson } from '../../infra/egress/createFetchJson.ts'

/** A client of the configured Blockscout instances. */
export type BlockscoutClient = {
  /** Whether an instance is configured for a chain. */
  serves(chain: CaipNetworkId): boolean
  /**
   * Fetches a resource and parses it with the schema.
   *
   * @throws {BaseError} if the instance fails or its response does not match the schema.
   */
  get<Schema extends z.ZodMiniType>(query: {
    chain: CaipNetworkId
    /** Below `/api/v2`. */
    path: string
    search?: Readonly<Record<string, string | number>>
    schema: Schema
    deadline: number
  }): Promise<z.output<Schema>>
}

/** Creates a client of Blockscout's API v2. */
export function createBlockscoutClient({
  urls,
  fetchJson,
}: {
  /** By chain, without a trailing slash. */
  urls: ReadonlyMap<CaipNetworkId, string>
  fetchJson: FetchJson
}): BlockscoutClient {
  return {
    serves: (chain) => urls.has(chain),
    async get({ chain, path, search = {}, schema, deadline }) {
      const query = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)]))
      const url = `${urls.get(chain)}/api/v2${path}${query.size > 0 ? `?${query}` : ''}`
      const result = schema.safeParse(await fetchJson({ url, deadline }))
      if (result.success) return result.data
      throw new BaseError(`Blockscout of ${chain} returned an unexpected response.`, { cause: result.error })
    },
  }
}
