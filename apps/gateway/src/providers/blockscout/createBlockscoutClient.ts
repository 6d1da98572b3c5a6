import { BaseError, type CaipNetworkId } from '@portico/protocol'
import type * as z from 'zod/mini'
import type { FetchJson } from '../createFetchJson.ts'

/** Asks the Blockscout instance of a chain. */
export type BlockscoutClient = {
  serves(chain: CaipNetworkId): boolean
  /** @throws {BaseError} if the instance does not answer, or not in the form it should. */
  get<Schema extends z.ZodMiniType>(query: {
    chain: CaipNetworkId
    /** Below `/api/v2`. */
    path: string
    search?: Readonly<Record<string, string | number>>
    schema: Schema
    deadline: number
  }): Promise<z.output<Schema>>
}

/** A client of Blockscout's API v2. */
export function createBlockscoutClient({
  urls,
  fetchJson,
}: {
  /** By chain, without a slash at the end. */
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
      throw new BaseError(`Blockscout of ${chain} answered something unknown.`, { cause: result.error })
    },
  }
}
