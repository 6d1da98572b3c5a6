import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { QueryObserverOptions } from '@tanstack/query-core'
import { lifetimes } from '../data/lifetimes.ts'
import type { Kit } from '../kit.ts'
import { getCallsStatus } from './getCallsStatus.ts'
import type { CallsStatus } from './NamespaceCalls.ts'

/** The delay between two questions while a batch is under way, in milliseconds. */
const intervalMs = 1000

/**
 * Returns the query of how far a batch is, which is asked again every second until the batch has ended; after an error every four
 * seconds, unless the wallet does not know the ID. Asks nothing without an ID.
 *
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
export function callsStatusQuery(kit: Kit, id: string | undefined): QueryObserverOptions<CallsStatus, Error> {
  return {
    queryKey: ['calls-status', id],
    enabled: id !== undefined,
    queryFn: () => getCallsStatus(kit, { id: id ?? '' }),
    refetchInterval({ state: { data, error, status } }) {
      if (status === 'error') return isUnknown(error) ? false : lifetimes.retry
      return data && data.status !== 'pending' ? false : intervalMs
    },
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof RpcError && error.rpcCode === rpcErrorCodes.unknownCallsId
}
