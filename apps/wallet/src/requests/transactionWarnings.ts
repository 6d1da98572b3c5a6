import type { SimulateResponse } from '@portico/protocol/gateway'
import type { Hex } from 'viem'
import type { Warning } from '../approve/Description.ts'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { countUnlisted } from './countUnlisted.ts'
import type { Effect } from './Effect.ts'
import { effectWarnings } from './effectWarnings.ts'
import { findNewParties } from './findNewParties.ts'
import { isUnlimited } from './formatAmount.ts'
import { isWrappedCoin } from './isWrappedCoin.ts'
import { listParties } from './listParties.ts'
import { partyWarnings } from './partyWarnings.ts'
import type { TransactionFacts } from './TransactionFacts.ts'
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
  transaction,
  effects,
  fee,
  failure,
  facts,
  address: own,
  chainId,
}: {
  transaction: BuiltTransaction
  effects: readonly Effect[]
  /** Maximum fee in wei. */
  fee: bigint
  /** Why it would fail now, if the simulation says so. */
  failure: string | undefined
  facts: TransactionFacts
  /** The account. */
  address: Hex
  chainId: string
}): Warning[] {
  const { to, value } = transaction
  const isCall = to !== undefined && transaction.data !== '0x'
  const parties = listParties(effects, { to, isCall, address: own })
  const added = findNewParties({ effects, to, address: own, recipients: facts.recipients })
  return [
    ...callWarnings(effects, { transaction, facts, address: own, chainId }),
    ...simulationWarnings(facts.simulation, { effects, failure }),
    ...partyWarnings(parties, { added, recipients: facts.recipients }),
    ...(isCall && facts.isContract === false
      ? [
          danger(
            `There is no contract at this address, so the call would do nothing${value > 0n ? ' but send the coins' : ''}.`,
          ),
        ]
      : []),
    ...feeWarnings({ fee, value: value + unwrapped(effects, to, chainId), price: facts.coin.price }),
  ]
}

function callWarnings(
  effects: readonly Effect[],
  {
    transaction: { to },
    facts,
    address,
    chainId,
  }: { transaction: BuiltTransaction; facts: TransactionFacts; address: Hex; chainId: string },
): Warning[] {
  if (!to)
    return [
      danger(
        'It puts a new contract, a program, on the network. It gets nothing from you with this request. What it does later cannot be shown here: it could take what you send it, or allow it to take, with another request.',
      ),
    ]
  const warnings: Warning[] = []
  warnings.push(...effectWarnings(effects, { assets: facts, address }))
  const unlisted = countUnlisted(effects, address)
  if (unlisted > 0) warnings.push(unlistedWarning(unlisted))
  const isReturned = (effect: Effect) => effect.type === 'wrap' || (effect.type === 'send' && !effect.to)
  const isSwap = effects.some(({ type }) => type === 'swap')
  if (!isSwap && effects.some(isReturned) && !isWrappedCoin(to, chainId))
    warnings.push(note('The contract gets what you send; you may get nothing for it.'))
  const isLost = effects.some(
    (effect) =>
      effect.type === 'send' &&
      'token' in effect.asset &&
      effect.asset.token.toLowerCase() === effect.to?.toLowerCase(),
  )
  if (isLost) warnings.push(danger('It sends tokens to the token’s own contract, where they would be lost.'))
  return warnings
}

function simulationWarnings(
  simulation: SimulateResponse | undefined,
  { effects, failure }: { effects: readonly Effect[]; failure: string | undefined },
): Warning[] {
  if (!simulation) return [danger('Could not simulate the transaction: more may change than is shown.')]
  if (failure)
    return [
      danger(
        `${failure} Then only the fee leaves your account${effects.some(({ type }) => type === 'allow') ? ', and no permission is given' : ''}.`,
      ),
    ]
  const warnings: Warning[] = []
  if (!simulation.complete)
    warnings.push(danger('Could not simulate the whole transaction: more may change than is shown.'))
  if (simulation.changes.some(({ verified, direction }) => !verified && direction === 'in'))
    warnings.push(note('What you would receive is only claimed by a contract, not verified.'))
  const gives = simulation.approvals.filter(({ approved }) => approved)
  if (
    gives.some(
      ({ kind, amount }) =>
        kind === 'all' || (kind === 'erc20' && amount !== undefined && isUnlimited(BigInt(amount))),
    )
  )
    warnings.push(danger('Afterwards someone else can take all that you have of a token or a collection.'))
  return warnings
}

/** The coins that the account gets for its wrapped ones: they are worth as much as what it gives. */
function unwrapped(effects: readonly Effect[], to: Hex | undefined, chainId: string): bigint {
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
  if (dollars !== undefined && dollars > extremeFee) return [danger('The fee could be more than $1,000.')]
  if (dollars !== undefined && dollars > highFee) return [note('The fee could be more than $50.')]
  if (dollars === undefined && fee >= highUnpricedFee)
    return [danger('The fee could be a tenth of a coin or more, and its price is unknown.')]
  const isSmall = dollars === undefined ? fee < smallUnpricedFee : dollars < smallFee
  if (!isSmall && value > 0n && fee * 20n > value)
    return [note('The fee could be more than 5% of what you send.')]
  return []
}

function danger(text: string): Warning {
  return { level: 'danger', text }
}

function note(text: string): Warning {
  return { level: 'note', text }
}
