import { truncateAddress } from '@portico/core'
import { activitySign } from '@portico/core/internal'
import type { Transaction, TransactionCall, Transfer } from '@portico/protocol/gateway'
import { type CopyId, isCopyId, type Values } from '../../../copy.ts'
import { formatAmount } from '../../../language/format.ts'
import type { ActivityIconName } from './ActivityIcon.tsx'

/** A row of the activity list. */
export interface ActivityLine {
  icon: ActivityIconName
  tone: 'good' | 'bad' | 'accent' | 'warn' | 'plain'
  title: ActivityTitle
  note: ActivityNote | undefined
  /**
   * The amount with 3 decimals. Its sign is `+` for receive, deposit, borrow and claim, `-` for withdraw, repay and
   * burn, and empty for everything else, also if another account took it. Undefined if nothing was transferred.
   */
  amount: { sign: '+' | '-' | ''; quantity: string; unit: string } | undefined
  /** The image of what was transferred, from the gateway, and a name of which the first letter is shown without it. */
  picture: { image: string; name: string; shape: 'round' | 'square' } | undefined
  /** Each call of a batch, then what was paid in a token to have it made. */
  parts: readonly ActivityPart[]
}

/** `word` is shown if there is no text for the operation. */
type ActivityTitle = { id: CopyId | undefined; word: string }
type ActivityNote = { id: CopyId; values: Values }

/** A part of a transaction, listed below its row. */
export interface ActivityPart {
  title: ActivityTitle
  amount: ActivityLine['amount']
  note: ActivityNote | undefined
}

const looks: Readonly<Record<string, Pick<ActivityLine, 'icon' | 'tone'>>> = {
  receive: { icon: 'receive', tone: 'good' },
  claim: { icon: 'receive', tone: 'good' },
  borrow: { icon: 'receive', tone: 'good' },
  withdraw: { icon: 'receive', tone: 'plain' },
  send: { icon: 'send', tone: 'plain' },
  deposit: { icon: 'send', tone: 'plain' },
  repay: { icon: 'send', tone: 'plain' },
  trade: { icon: 'trade', tone: 'accent' },
  mint: { icon: 'image', tone: 'warn' },
  burn: { icon: 'fire', tone: 'warn' },
  approve: { icon: 'check', tone: 'accent' },
  upgrade: { icon: 'check', tone: 'accent' },
  revoke: { icon: 'check', tone: 'accent' },
  revokeAll: { icon: 'check', tone: 'accent' },
}

/** Operations of the account with itself, or with a contract of smart accounts. */
const unaddressed: ReadonlySet<string> = new Set(['upgrade', 'downgrade', 'revoke', 'revokeAll'])

/** Describes a transaction as a row of the activity list. */
export function describeActivity({ metadata, transfers, calls = [], fee }: Transaction): ActivityLine {
  const { operationType, sentFrom, sentTo, status, application, isOwn } = metadata
  const operation = toTitle(operationType)
  const feePart: ActivityPart[] = fee
    ? [{ title: { id: 'activity.fee', word: '' }, amount: toAmount(fee, ''), note: undefined }]
    : []
  // Any contract can report transfers of the account. Never show one that it has not signed as something that it did.
  if (isOwn === false && transfers?.some(({ direction }) => direction !== 'in')) return describeForeign()
  const look = looks[operationType] ?? { icon: 'code' as const, tone: 'plain' as const }
  const moved = pickTransfer(operationType, transfers ?? [])
  const amount = moved && toAmount(moved, status === 'failed' ? '' : activitySign(operationType))
  const picture = moved && toPicture(moved)
  if (status === 'failed') {
    return {
      icon: 'close',
      tone: 'bad',
      title: { id: 'activity.failed', word: '' },
      // Not every transaction has one recipient: on Solana it may call several programs.
      note: sentTo
        ? { id: 'activity.of', values: { operation: operation.word, address: truncateAddress(sentTo) } }
        : { id: 'activity.what', values: { name: operation.word } },
      amount,
      picture,
      // Nothing but the fee has moved.
      parts: feePart,
    }
  }
  if (calls.length > 0) {
    const id = operationType === 'send' ? 'activity.payments' : 'activity.calls'
    const parts = [...calls.map(toPart), ...feePart]
    const note: ActivityNote = { id, values: { count: calls.length } }
    // Each call has its own amount.
    return { ...look, title: operation, note, amount: undefined, picture: undefined, parts }
  }
  return { ...look, title: operation, note: note(), amount, picture, parts: feePart }

  function describeForeign(): ActivityLine {
    // Only listed tokens have an icon. The name of any other may be that of a token that the visitor holds.
    const listed = transfers?.find(
      ({ direction, fungible_info: token }) => direction !== 'in' && token?.icon?.url,
    )
    return {
      icon: 'warning',
      tone: 'warn',
      title: operation,
      // No address: the one that a contract reports may look like one that the visitor knows.
      note: { id: 'activity.byOther', values: {} },
      amount: listed && toAmount(listed, ''),
      picture: listed && toPicture(listed),
      parts: [],
    }
  }

  function note(): ActivityLine['note'] {
    const sold = transfers?.find((transfer) => transfer.direction === 'out')?.fungible_info?.name
    const bought = transfers?.find((transfer) => transfer.direction === 'in')?.fungible_info?.name
    if (operationType === 'trade' && sold && bought) {
      return { id: 'activity.traded', values: { sold, bought } }
    }
    const nft = moved?.nft_info
    if (nft?.name && !nft.flags.is_spam) {
      return { id: 'activity.what', values: { name: nft.name } }
    }
    if (operationType === 'receive' && sentFrom)
      return { id: 'activity.from', values: { address: truncateAddress(sentFrom) } }
    if (unaddressed.has(operationType)) return undefined
    if (application?.name) return { id: 'activity.with', values: { name: application.name } }
    return sentTo ? { id: 'activity.to', values: { address: truncateAddress(sentTo) } } : undefined
  }
}

function toTitle(operationType: string): ActivityTitle {
  const id = `operation.${operationType}`
  return { id: isCopyId(id) ? id : undefined, word: capitalize(operationType) }
}

function toPart({ operationType, sentTo, transfer }: TransactionCall): ActivityPart {
  return {
    title: toTitle(operationType),
    amount: transfer && toAmount(transfer, ''),
    note: sentTo ? { id: 'activity.to', values: { address: truncateAddress(sentTo) } } : undefined,
  }
}

function toAmount(transfer: Transfer, sign: '+' | '-' | ''): NonNullable<ActivityLine['amount']> {
  const { nft_info: nft, fungible_info: token, quantity } = transfer
  if (nft) return { sign, quantity: quantity.numeric, unit: 'NFT' }
  const number = formatAmount(quantity.numeric, { decimals: 3, fixed: true })
  return { sign, quantity: number, unit: token?.symbol ?? '' }
}

/** Returns the icon of a token, or the picture of an NFT that is not spam. */
function toPicture({ fungible_info: token, nft_info: nft }: Transfer): ActivityLine['picture'] {
  const preview = nft?.flags.is_spam ? undefined : nft?.content?.preview.url
  if (nft && preview) return { image: preview, name: nft.name, shape: 'square' }
  return token?.icon?.url ? { image: token.icon.url, name: token.symbol, shape: 'round' } : undefined
}

/** Picks the transfer to show: the incoming one of a trade, otherwise the first. */
function pickTransfer(operationType: string, transfers: readonly Transfer[]): Transfer | undefined {
  const incoming =
    operationType === 'trade' ? transfers.find((transfer) => transfer.direction === 'in') : undefined
  return incoming ?? transfers[0]
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
