import { type CaipNetworkId, isUserRejection } from '@portico/protocol'
import { getConnector } from '../connectors/getConnector.ts'
import { getEndpoint } from '../getEndpoint.ts'
import { type Kit, track } from '../kit.ts'
import { getConnected } from '../selectors.ts'
import { followTransfer } from './followTransfer.ts'
import { isSurelyUnsent } from './isSurelyUnsent.ts'
import type { MoneyAsset, PendingTransfer } from './moneyState.ts'
import type { NamespaceTransfers, TransferPlan } from './NamespaceTransfers.ts'
import { rememberRecipient } from './rememberRecipient.ts'
import { setPending } from './setPending.ts'
import { TransferChangedError } from './TransferChangedError.ts'
import { updateMoney } from './updateMoney.ts'

export interface SendTransferParameters {
  plan: TransferPlan
  networkId: CaipNetworkId
  asset: MoneyAsset
  /** The name that the visitor entered instead of the address. */
  name?: string | undefined
  transfers: NamespaceTransfers
  /** Called with the ID of the entry, before the wallet is asked. */
  onPending: (id: string) => void
}

/**
 * Asks the wallet to send a planned transfer, and follows it. Its progress is in `state.money.pending`, under the ID that
 * `onPending` gets; nothing is awaited before the wallet is asked, so that it may open a window.
 *
 * @throws TransferChangedError if the wallet is on another account or network than the plan
 */
export function sendTransfer(
  kit: Kit,
  { plan, networkId, asset, name, transfers, onPending }: SendTransferParameters,
): void {
  const { from, to, amount } = plan.transfer
  const endpoint = getEndpoint(kit, networkId)
  const namespace = endpoint?.network.chainNamespace
  const connected = namespace && getConnected(kit.store.getState(), namespace)
  if (!connected || connected.networkId !== networkId || connected.address !== from)
    throw new TransferChangedError()
  const entry: PendingTransfer = {
    ...{ id: crypto.randomUUID(), networkId, from, to, name, asset },
    ...{ amount: amount.toString(), startedAt: Date.now(), status: 'wallet' },
  }
  setPending(kit, entry)
  onPending(entry.id)
  const { send: draft } = kit.store.getState().money ?? {}
  // What is on its way, or may be, must not be offered again.
  const clear = () => kit.store.getState().money?.send === draft && updateMoney(kit, { send: undefined })
  const properties = {
    network: networkId,
    isSmartAccount: connected.accounts[0]?.type === 'smartAccount',
  }
  track(kit, 'SEND_INITIATED', properties)
  const provider = getConnector(kit, namespace)?.getProvider()
  transfers.send({ ...endpoint, provider, plan }).then(
    (sent) => {
      const next: PendingTransfer = { ...entry, status: 'sent', sent }
      rememberRecipient(kit, { namespace, from, to })
      setPending(kit, next)
      clear()
      track(kit, 'SEND_SUCCESS', properties)
      void followTransfer(kit, next)
    },
    (error: unknown) => {
      const isRejected = isUserRejection(error)
      if (!isRejected) kit.logger.error('The wallet did not send the transfer.', error)
      const status = isRejected ? 'rejected' : isSurelyUnsent(error) ? 'unsent' : 'unknown'
      setPending(kit, { ...entry, status })
      if (status === 'unknown') clear()
      track(kit, isRejected ? 'SEND_REJECTED' : 'SEND_ERROR', properties)
    },
  )
}
