import { getEndpoint, getNetwork, type NamespaceTransfers, type Network } from '@portico/core'
import {
  formatUnits,
  isSameAsset,
  type Price,
  parseAmount,
  parsePrice,
  readAmount,
  type SendDraft,
  type SendStep,
  sendStep,
} from '@portico/core/money'
import { useTokens } from '../../../data/useTokens.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { useTransfers } from '../money/useTransfers.ts'
import { useDraft } from './useDraft.ts'
import { useMaximum } from './useMaximum.ts'
import { type RecipientState, useRecipient } from './useRecipient.ts'

/** What the views of a payment derive from the state. */
export interface Send {
  draft: SendDraft
  change: (part: Partial<SendDraft>) => void
  network: Network | undefined
  transfers: NamespaceTransfers | undefined
  /** In base units; undefined while it is not known. */
  balance: bigint | undefined
  price: Price | undefined
  /** In base units; undefined if what is typed is no amount. */
  amount: bigint | undefined
  /** What the amount field shows. */
  shownAmount: string
  recipient: RecipientState
  step: SendStep
  /** Whether the code that sends and the balances are loaded, so that `step` is final. */
  isLoaded: boolean
}

/** Derives everything that the form and the preview show from the draft, the balances and the network. */
export function useSend(): Send {
  const { kit } = useScope()
  const [draft, change] = useDraft()
  const network = useKitState(getNetwork)
  const transfers = useTransfers()
  const tokens = useTokens()
  const recipient = useRecipient(draft.to, { network, transfers })
  const { asset } = draft
  const held = asset && tokens.data?.find((balance) => isSameAsset(balance, asset))
  const balance = held && parseAmount(held.quantity.numeric, Number(held.quantity.decimals))
  const price = parsePrice(held?.value === undefined ? undefined : held.price)
  const endpoint = network && getEndpoint(kit, network.caipNetworkId)
  const maximum = useMaximum({ draft, balance, endpoint, transfers, to: recipient.address })
  const amount = readAmount(draft, { maximum, price })
  const shownAmount = draft.isMaximum
    ? amount === undefined
      ? ''
      : formatUnits(amount, asset?.decimals ?? 0)
    : draft.amount
  // If the fee is more than the balance, nothing of it can be sent.
  const isEmpty = draft.isMaximum && amount === 0n
  const step = sendStep({
    hasAsset: asset !== undefined,
    text: shownAmount,
    amount: isEmpty ? 1n : amount,
    balance: isEmpty ? 0n : balance,
    to: draft.to,
    isRecipient: recipient.address !== undefined,
  })
  const isLoaded =
    transfers !== undefined && tokens.status !== 'pending' && (!draft.isMaximum || amount !== undefined)
  return { draft, change, network, transfers, balance, price, amount, shownAmount, recipient, step, isLoaded }
}
