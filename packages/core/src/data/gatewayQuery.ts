import type { QueryObserverOptions } from '@tanstack/query-core'
import type * as z from 'zod/mini'
import type { Kit } from '../kit.ts'
import { type GatewayFetchParameters, gatewayFetch } from './gatewayFetch.ts'

/**
 * Returns the query of what the gateway answers to a request. Disabled without a gateway.
 *
 * @param parameters.enabled whether what is asked for is known. Default: true
 * @param parameters.read makes the query's data of the answer. Default: the answer itself
 */
export function gatewayQuery<T extends z.ZodMiniType, Data = z.infer<T>>(
  kit: Kit,
  {
    path,
    query,
    body,
    schema,
    enabled = true,
    read = (answer) => answer as Data,
    ...options
  }: Pick<QueryObserverOptions<Data, Error>, 'queryKey' | 'staleTime' | 'refetchInterval'> &
    Pick<GatewayFetchParameters<T>, 'path' | 'query' | 'body' | 'schema'> & {
      enabled?: boolean | undefined
      read?: ((answer: z.infer<T>) => Data) | undefined
    },
): QueryObserverOptions<Data, Error> {
  return {
    ...options,
    enabled: enabled && kit.options.gatewayUrl !== undefined,
    queryFn: async ({ signal }) => read(await gatewayFetch(kit, { path, query, body, schema, signal })),
  }
}
