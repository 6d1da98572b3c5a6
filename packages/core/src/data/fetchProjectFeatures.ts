import { type ProjectFeature, projectConfigResponse } from '@portico/protocol/gateway'
import type { Kit } from '../kit.ts'
import { gatewayFetch } from './gatewayFetch.ts'
import { getQueryClient } from './getQueryClient.ts'
import { lifetimes } from './lifetimes.ts'

/**
 * Returns the features that the gateway's operator has configured for the project, cached for five minutes.
 *
 * @throws GatewayError · GatewayUnreachableError
 */
export async function fetchProjectFeatures(kit: Kit): Promise<readonly ProjectFeature[]> {
  const { features } = await getQueryClient(kit).fetchQuery({
    queryKey: ['projectConfig'],
    staleTime: lifetimes.projectConfig,
    queryFn: ({ signal }) =>
      gatewayFetch(kit, { path: '/appkit/v1/config', schema: projectConfigResponse, signal }),
  })
  return features
}
