import {
  type CaipNetworkId,
  isUserRejection,
  parseCaipNetworkId,
  RpcError,
  readProperty,
  rpcErrorCodes,
} from '@portico/protocol'
import { getQueryClient } from '../data/getQueryClient.ts'
import { authNamespace } from '../embedded/authNamespace.ts'
import { type EmbeddedAccess, embeddedAccess } from '../embedded/embeddedAccess.ts'
import type { SmartAccountChange } from '../embedded/embeddedState.ts'
import { embeddedStore } from '../embedded/embeddedStore.ts'
import { FrameMissingError, FrameTimeoutError } from '../embedded/errors.ts'
import { getEndpoint } from '../getEndpoint.ts'
import type { Kit } from '../kit.ts'
import { getConnected } from '../selectors.ts'

/** How long a change may take to get into a block, in milliseconds. */
const inclusionTimeoutMs = 600_000

/** The change: its kind, the network, and the ID of the permission for the kind `revoke`. */
export type ChangeSmartAccountParameters = Pick<SmartAccountChange, 'kind' | 'networkId' | 'permissionId'>

/**
 * Has the visitor approve a change of the smart account in the wallet, and follows its transaction, for at most ten minutes. Its progress
 * and how it ends are in `state.embedded.smartAccountChanges`. Never throws. Does nothing while the same change is under way.
 *
 * @example
 * import { changeSmartAccount } from '@portico/core/smartAccounts'
 *
 * await changeSmartAccount(kit, { kind: 'turn-off', networkId: 'eip155:8453' })
 */
export async function changeSmartAccount(kit: Kit, wanted: ChangeSmartAccountParameters): Promise<void> {
  const { networkId } = wanted
  const state = embeddedStore(kit)
  const isWanted = (change: SmartAccountChange) =>
    change.kind === wanted.kind &&
    change.networkId === networkId &&
    change.permissionId === wanted.permissionId
  const find = () => state.get().smartAccountChanges?.find(isWanted)
  const write = (part: Pick<SmartAccountChange, 'status' | 'hash'>) => {
    const others = state.get().smartAccountChanges?.filter((change) => !isWanted(change)) ?? []
    state.set({ smartAccountChanges: [...others, { ...wanted, ...part }] })
  }
  const running = find()?.status
  if (running === 'wallet' || running === 'sent') return
  write({ status: 'wallet' })
  const account = getConnected(kit.store.getState(), authNamespace)?.address ?? ''
  const sent = await send(embeddedAccess.get(kit), wanted).catch((error: unknown) => {
    if (isUserRejection(error)) return 'rejected'
    kit.logger.warn('A change of the smart account was not sent.', error)
    // Without an answer it may have been sent. An error that names an operation says that it was.
    if (error instanceof FrameTimeoutError || isOfSentOperation(error)) return 'unknown'
    return error instanceof RpcError && error.rpcCode === rpcErrorCodes.limitExceeded ? 'limited' : 'unsent'
  })
  // The visitor has logged out meanwhile.
  if (!find()) return
  if (typeof sent === 'string') return write({ status: sent })
  const { hash } = sent
  write({ status: 'sent', hash })
  kit.events.emit({ type: 'transaction', namespace: authNamespace, networkId, hash })
  const outcome = await follow(kit, { networkId, hash, from: account }).catch((error: unknown) => {
    kit.logger.warn('A change of the smart account could not be followed.', error)
    return 'unknown' as const
  })
  const client = getQueryClient(kit)
  await Promise.all(
    ['smart-accounts', 'permissions', 'capabilities'].map((list) =>
      client.invalidateQueries({ queryKey: [list] }),
    ),
  )
  if (find()) write({ status: outcome, hash })
}

function isOfSentOperation(error: unknown): boolean {
  return error instanceof RpcError && error.rpcCode === -32000 && readProperty(error.data, 'id') !== undefined
}

async function send(
  access: EmbeddedAccess | undefined,
  { kind, networkId, permissionId = '' }: ChangeSmartAccountParameters,
): Promise<{ hash: string }> {
  if (!access) throw new FrameMissingError()
  const chainId = Number(parseCaipNetworkId(networkId).reference)
  if (kind === 'revoke') return access.approve('REVOKE_PERMISSION', { id: permissionId })
  return access.approve(kind === 'turn-off' ? 'TURN_OFF_SMART_ACCOUNT' : 'REVOKE_ALL_PERMISSIONS', {
    chainId,
  })
}

async function follow(
  kit: Kit,
  { networkId, ...sent }: { networkId: CaipNetworkId; hash: string; from: string },
) {
  const endpoint = getEndpoint(kit, networkId)
  const transfers = await kit.namespaces.get(authNamespace)?.transfers?.()
  if (!endpoint || !transfers) return 'unknown'
  return transfers.waitForOutcome({ ...endpoint, sent, signal: AbortSignal.timeout(inclusionTimeoutMs) })
}
