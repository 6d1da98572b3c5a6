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

import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { useTransfers } from '../money/useTransfers.ts'
import { useDraft } from './useDraft.ts'
import { useHeld } from './useHeld.ts'
import { useMaximum } from './useMaximum.ts'
import { usePaid } from './usePaid.ts'
import { usePaymentLink } from './usePaymentLink.ts'
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
  /** Whom the account has itself paid, last first. */
  recent: readonly string[]
  /** One of them that the recipient looks like, without being it. */
  lookAlike: string | undefined
  /** Whether the account has not paid the recipient before. */
  isFirst: boolean
  step: SendStep
  /** Whether the preview can be shown: `step` is `preview`, the address is known, and warnings are accepted. */
  isReady: boolean
  /** Whether all that `isReady` depends on is loaded. */
  isLoaded: boolean
}

/** Derives everything that the form and the preview show from the draft, the balances and the network. */
export function useSend(): Send {
  const { kit } = useScope()
  const [draft, change] = useDraft()
  const network = useKitState(getNetwork)
  const transfers = useTransfers(network?.chainNamespace)
  const tokens = useHeld()
  const read = network && transfers?.readRecipient({ text: draft.to.trim(), network })
  const recipient = useRecipient(draft.to, { read, network, transfers })
  const { paid, lookAlike, isFirst } = usePaid(recipient.address)
  const { asset, isMaximum } = draft
  const findHeld = (wanted: { token?: string | undefined }) =>
    tokens.data?.find((balance) => isSameAsset(balance, wanted))
  usePaymentLink(read, { balances: tokens.data, findHeld, change })
  const held = asset && !asset.nft ? findHeld(asset) : undefined
  const balance = asset?.nft
    ? parseAmount(asset.nftQuantity ?? '1', 0)
    : held && parseAmount(held.quantity.numeric, Number(held.quantity.decimals))
  const price = parsePrice(held?.value === undefined ? undefined : held.price)
  const endpoint = network && getEndpoint(kit, network.caipNetworkId)
  const maximum = useMaximum({ draft, balance, endpoint, transfers, to: recipient.address })
  const amount = readAmount(draft, { maximum, price })
  const maximumText = amount === undefined ? '' : formatUnits(amount, asset?.decimals ?? 0)
  const shownAmount = isMaximum ? maximumText : draft.amount
  // If the fee is more than the balance, nothing of it can be sent.
  const isEmpty = isMaximum && amount === 0n
  const step = sendStep({
    hasAsset: asset !== undefined,
    text: shownAmount,
    amount: isEmpty ? 1n : amount,
    balance: isEmpty ? 0n : balance,
    to: draft.to,
    isRecipient: recipient.address !== undefined || recipient.status === 'pending',
  })
  const isAccepted = lookAlike === undefined || draft.accepted === recipient.address
  return {
    ...{
      draft,
      change,
      network,
      transfers,
      balance,
      price,
      amount,
      shownAmount,
      recipient,
      recent: paid,
      lookAlike,
      isFirst,
      step,
    },
    isReady: step === 'preview' && recipient.address !== undefined && isAccepted,
    isLoaded:
      transfers !== undefined &&
      tokens.status !== 'pending' &&
      recipient.status !== 'pending' &&
      (!isMaximum || amount !== undefined),
  }
}
