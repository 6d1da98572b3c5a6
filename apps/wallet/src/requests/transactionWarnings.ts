import type { Hex } from 'viem'
import type { Warning } from '../approve/Description.ts'
import { formatDollars } from '../approve/formatDollars.ts'
import { formatNumber } from '../approve/formatNumber.ts'
import { allowanceKey } from './allowanceKey.ts'
import { countUnlisted } from './countUnlisted.ts'
import type { Effect } from './Effect.ts'
import { effectWarnings } from './effectWarnings.ts'
import { findNewParties } from './findNewParties.ts'
import { isUnlimited } from './formatAmount.ts'
import { isWrappedCoin } from './isWrappedCoin.ts'
import { listParties } from './listParties.ts'
import { partyWarnings } from './partyWarnings.ts'
import type { TransactionFacts } from './TransactionFacts.ts'
import type { TransactionPart } from './TransactionPart.ts'
import { transactionText } from './transactionCopy.ts'
import { unlistedWarning } from './unlistedWarning.ts'

/** In US dollars. */
const highFee = 50
const extremeFee = 1000
/** Fee in wei (a tenth of a coin) that counts as high if the coin has no price. */
const highUnpricedFee = 10n ** 17n
/** A lower fee is not worth a warning, however little is sent: in US dollars, and in wei if the coin has no price. */
const smallFee = 0.5
const smallUnpricedFee = 10n ** 15n

/** Lists what is unusual about a transaction: from the calldata, and in addition from the simulation. */
export function transactionWarnings({
  parts,
  fee,
  failure,
  isUnpaid,
  facts,
  address: own,
  chainId,
}: {
  /** The calls. */
  parts: readonly TransactionPart[]
  /** Maximum fee in wei. */
  fee: bigint
  /** Why it would fail now, if the simulation says so. */
  failure: string | undefined
  /** If it would fail, whether only for want of the fee, which is then not taken either. */
  isUnpaid: boolean
  facts: TransactionFacts
  /** The account. */
  address: Hex
  chainId: string
}): Warning[] {
  const effects = parts.flatMap((part) => part.effects)
  const { recipients } = facts
  const parties = parts.flatMap((part) =>
    listParties(part.effects, { to: part.to, isCall: isCall(part), address: own }),
  )
  const added = parts.flatMap((part) =>
    findNewParties({ effects: part.effects, to: part.to, address: own, recipients }),
  )
  const value = parts.reduce((sum, part) => sum + part.value + unwrapped(part, chainId), 0n)
  return [
    ...(parts.some(({ to }) => !to) ? [] : effectWarnings(effects, { assets: facts, address: own })),
    ...sharedAllowanceWarnings(parts),
    ...unlistedWarnings(parts, own),
    ...parts.flatMap((part) => callWarnings(part, chainId)),
    ...simulationWarnings(facts, { effects, failure, isUnpaid }),
    ...partyWarnings(parties, { added, recipients }),
    ...parts.flatMap((part, index) =>
      isCall(part) && facts.areContracts[index] === false
        ? [danger(noContract(part, parts.length > 1 ? index + 1 : undefined))]
        : [],
    ),
    ...feeWarnings({ fee, value, price: facts.coin.price }),
  ]
}

function isCall({ to, data }: TransactionPart): boolean {
  return to !== undefined && data !== '0x'
}

function noContract({ value }: TransactionPart, number: number | undefined): string {
  const coins = value > 0n ? 'ButCoins' : ''
  return number === undefined
    ? transactionText(`transaction.warnings.noContract${coins}`)
    : transactionText(`transaction.warnings.noContractOf${coins}`, { number })
}

/** The calls are described one by one, so what one adds to a permission of another is in no description. */
function sharedAllowanceWarnings(parts: readonly TransactionPart[]): Warning[] {
  if (parts.length < 2) return []
  const changed = parts
    .flatMap(({ effects }) => effects)
    .filter((effect) => effect.type === 'allow' || effect.type === 'revoke')
  const keyOf = ({ asset, to }: (typeof changed)[number]) =>
    'token' in asset && to ? allowanceKey({ token: asset.token, spender: to }) : undefined
  const isRelative = (effect: (typeof changed)[number]) =>
    effect.type === 'allow'
      ? effect.isAdded === true
      : effect.asset.kind === 'erc20' && effect.asset.amount > 0n
  const isShared = changed.some(
    (effect) =>
      isRelative(effect) && changed.some((other) => other !== effect && keyOf(other) === keyOf(effect)),
  )
  return isShared ? [danger(transactionText('transaction.warnings.sharedPermission'))] : []
}

function unlistedWarnings(parts: readonly TransactionPart[], address: Hex): Warning[] {
  const unlisted = parts.reduce((sum, { effects }) => sum + countUnlisted(effects, address), 0)
  return unlisted > 0 ? [unlistedWarning(unlisted)] : []
}

function callWarnings({ to, effects }: TransactionPart, chainId: string): Warning[] {
  if (!to) return [danger(transactionText('transaction.warnings.newContract'))]
  const warnings: Warning[] = []
  const isReturned = (effect: Effect) => effect.type === 'wrap' || (effect.type === 'send' && !effect.to)
  const isSwap = effects.some(({ type }) => type === 'swap')
  if (!isSwap && effects.some(isReturned) && !isWrappedCoin(to, chainId))
    warnings.push(note(transactionText('transaction.warnings.maybeNothing')))
  const isLost = effects.some(
    (effect) =>
      effect.type === 'send' &&
      'token' in effect.asset &&
      effect.asset.token.toLowerCase() === effect.to?.toLowerCase(),
  )
  if (isLost) warnings.push(danger(transactionText('transaction.warnings.lost')))
  return warnings
}

function simulationWarnings(
  { simulation, isSponsored }: TransactionFacts,
  {
    effects,
    failure,
    isUnpaid,
  }: { effects: readonly Effect[]; failure: string | undefined; isUnpaid: boolean },
): Warning[] {
  const unknown = simulation ? [] : [danger(transactionText('transaction.warnings.notSimulated'))]
  if (failure) {
    const fee = isSponsored || isUnpaid ? '' : 'ForFee'
    const permission = effects.some(({ type }) => type === 'allow') ? 'WithoutPermission' : ''
    return [danger(transactionText(`transaction.warnings.fails${fee}${permission}`, { failure })), ...unknown]
  }
  if (!simulation) return unknown
  const warnings: Warning[] = []
  if (!simulation.complete) warnings.push(danger(transactionText('transaction.warnings.notWhollySimulated')))
  if (simulation.changes.some(({ verified, direction }) => !verified && direction === 'in'))
    warnings.push(note(transactionText('transaction.warnings.onlyClaimed')))
  const gives = simulation.approvals.filter(({ approved }) => approved)
  if (
    gives.some(
      ({ kind, amount }) =>
        kind === 'all' || (kind === 'erc20' && amount !== undefined && isUnlimited(BigInt(amount))),
    )
  )
    warnings.push(danger(transactionText('transaction.warnings.takesAll')))
  return warnings
}

/** The coins that the account gets for its wrapped ones: they are worth as much as what it gives. */
function unwrapped({ effects, to }: TransactionPart, chainId: string): bigint {
  if (!to || !isWrappedCoin(to, chainId)) return 0n
  return effects.reduce(
    (sum, effect) =>
      effect.type === 'send' && !effect.to && effect.asset.kind === 'erc20' ? sum + effect.asset.amount : sum,
    0n,
  )
}

function feeWarnings({
  fee,
  value,
  price,
}: {
  fee: bigint
  /** What the account sends, in wei. */
  value: bigint
  price: number | undefined
}): Warning[] {
  const dollars = price === undefined ? undefined : (Number(fee) / 1e18) * price
  if (dollars !== undefined && dollars > extremeFee) return [danger(feeAbove(extremeFee))]
  if (dollars !== undefined && dollars > highFee) return [note(feeAbove(highFee))]
  if (dollars === undefined && fee >= highUnpricedFee)
    return [danger(transactionText('transaction.fee.couldBeCoins'))]
  const isSmall = dollars === undefined ? fee < smallUnpricedFee : dollars < smallFee
  if (isSmall || value === 0n || fee * 20n <= value) return []
  const percent = formatNumber(0.05, { style: 'percent' })
  return [note(transactionText('transaction.fee.couldBeShare', { percent }))]
}

function feeAbove(dollars: number): string {
  return transactionText('transaction.fee.couldBe', { dollars: formatDollars(dollars) })
}

function danger(text: string): Warning {
  return { level: 'danger', text }
}

function note(text: string): Warning {
  return { level: 'note', text }
}
