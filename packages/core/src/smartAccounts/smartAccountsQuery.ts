import type { CaipNetworkId } from '@portico/protocol'
import { type FrameResult, frameLimits } from '@portico/protocol/frame'
import type { QueryObserverOptions } from '@tanstack/query-core'
import { authNamespace } from '../embedded/authNamespace.ts'
import { embeddedAccess } from '../embedded/embeddedAccess.ts'
import { embeddedStore } from '../embedded/embeddedStore.ts'
import { FrameMissingError } from '../embedded/errors.ts'
import type { Kit } from '../kit.ts'
import { getConnected } from '../selectors.ts'

/** The smart account on a network: its features are on, off, those of another wallet (`foreign`), or `unknown` for the moment. */
export interface SmartAccountOnNetwork {
  networkId: CaipNetworkId
  state: FrameResult<'GET_SMART_ACCOUNTS'>['networks'][number]['state']
}

/**
 * Returns the query of the networks on which the embedded wallet's account can be a smart account, and of its state there. Asks nothing
 * while no account is connected. The query fails if the wallet does not answer.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7702
 * @example
 * import { getQueryClient } from '@portico/core/data'
 * import { smartAccountsQuery } from '@portico/core/smartAccounts'
 *
 * const networks = await getQueryClient(kit).fetchQuery(smartAccountsQuery(kit))
 */
export function smartAccountsQuery(kit: Kit): QueryObserverOptions<readonly SmartAccountOnNetwork[], Error> {
  const connected = getConnected(kit.store.getState(), authNamespace)
  return {
    queryKey: ['smart-accounts', connected?.address],
    staleTime: 0,
    retry: false,
    enabled: connected !== undefined,
    async queryFn() {
      const frame = await embeddedAccess.get(kit)?.getFrame()
      if (!frame) throw new FrameMissingError()
      const options = { timeout: frameLimits.safeTimeout }
      const answer = await frame.request('GET_SMART_ACCOUNTS', undefined, options)
      const networks = answer.networks.map(
        ({ chainId, state }): SmartAccountOnNetwork => ({ networkId: `${authNamespace}:${chainId}`, state }),
      )
      const current = getConnected(kit.store.getState(), authNamespace)
      const state = networks.find(({ networkId }) => networkId === current?.networkId)?.state
      // Another user may have logged in meanwhile.
      const isKnown = state !== undefined && state !== 'unknown' && current?.address === connected?.address
      if (isKnown) embeddedStore(kit).set({ smartAccountDeployed: state === 'on' })
      return networks
    },
  }
}
