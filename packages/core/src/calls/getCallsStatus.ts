import type { CaipNetworkId } from '@portico/protocol'
import type { Kit } from '../kit.ts'
import { getConnected } from '../selectors.ts'
import { findCallsAccount } from './findCallsAccount.ts'
import type { CallsStatus } from './NamespaceCalls.ts'
import { readSequenceStatus } from './readSequenceStatus.ts'
import { readSequences } from './sequenceStore.ts'

/**
 * Returns how far a batch of calls is. Of one whose calls are sent one by one, the network is asked, otherwise the wallet.
 *
 * @throws {RpcError} 5730 if the wallet does not know the ID; 4900 if no wallet is connected; otherwise with the wallet's code
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @example
 * import { getCallsStatus } from '@portico/core/calls'
 *
 * const { status, receipts } = await getCallsStatus(kit, { id })
 */
export async function getCallsStatus(kit: Kit, { id }: { id: string }): Promise<CallsStatus> {
  const sequence = readSequences().find((entry) => entry.id === id)
  if (sequence) return readSequenceStatus(kit, sequence)
  const { provider, calls } = await findCallsAccount(kit, findNetworkId(kit))
  return calls.getStatus({ provider, id })
}

/** Returns the network of the account whose wallet is asked: the active one, unless only wallets of another namespace execute calls. */
function findNetworkId({ store, namespaces }: Kit): CaipNetworkId | undefined {
  const state = store.getState()
  const ids = [state.activeNamespace, ...namespaces.keys()]
  const id = ids.find((each) => namespaces.get(each)?.calls && getConnected(state, each))
  return id && getConnected(state, id)?.networkId
}
