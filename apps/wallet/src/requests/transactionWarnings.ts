import type { SimulateResponse } from '@portico/protocol/gateway'
import type { Hex } from 'viem'
import type { Warning } from '../approve/Description.ts'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { allCalls, amountOf, argOf } from './callArguments.ts'
import type { DecodedCall } from './decodeCall.ts'
import { isUnlimited } from './formatAmount.ts'
import { findLookAlike } from './recipients.ts'
import type { TransactionFacts } from './TransactionFacts.ts'

/** In US dollars. */
const highFee = 50
const extremeFee = 1000
/** Fee in wei (a tenth of a coin) that counts as high if the coin has no price. */
const highUnpricedFee = 10n ** 17n

/** Lists what is unusual about a transaction: from the calldata, and in addition from the simulation. */
export function transactionWarnings({
  transaction,
  call,
  counterparty,
  fee,
  facts,
}: {
  transaction: BuiltTransaction
  call: DecodedCall | undefined
  /** Final recipient, spender or operator. */
  counterparty: Hex | undefined
  /** Maximum fee in wei. */
  fee: bigint
  facts: TransactionFacts
}): Warning[] {
  const { to, value } = transaction
  return [
    ...callWarnings(call, transaction),
    ...simulationWarnings(facts.simulation),
    ...recipientWarnings(counterparty, { ...facts, to, isCall: call !== undefined }),
    ...feeWarnings({ fee, value, price: facts.coin.price }),
  ]
}

function callWarnings(call: DecodedCall | undefined, { to, data }: BuiltTransaction): Warning[] {
  if (!to) return [danger('It deploys a new contract. What that contract does cannot be shown here.')]
  const warnings: Warning[] = []
  const calls = allCalls(call)
  const isFree = calls.some((inner) => {
    const amount = amountOf(inner)
    const gives = inner.name === 'approve' || inner.name === 'increaseAllowance'
    return gives && amount !== undefined && isUnlimited(amount)
  })
  if (isFree) warnings.push(danger('There is no limit to what can be spent, now and later.'))
  if (calls.some((inner) => inner.name === 'setApprovalForAll' && argOf(inner, 'approved') === true))
    warnings.push(danger('It lets someone move everything in this collection, now and later.'))
  if (
    calls.some(
      (inner) => argOf(inner, 'to') === to && (inner.name === 'transfer' || inner.name === 'transferFrom'),
    )
  )
    warnings.push(danger('It sends tokens to the token’s own contract, where they would be lost.'))
  if (calls.some(({ name }) => name === undefined))
    warnings.push(note(`Unknown call ${data.slice(0, 10)}: what it does cannot be shown.`))
  return warnings
}

function simulationWarnings(simulation: SimulateResponse | undefined): Warning[] {
  if (!simulation) return [danger('Could not simulate the transaction: what it would change is unknown.')]
  if (simulation.status === 'reverted')
    return [danger(`It would fail now${simulation.revertReason ? `: ${simulation.revertReason}` : ''}.`)]
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
    warnings.push(danger('Afterwards someone else can take all of a token.'))
  return warnings
}

function recipientWarnings(
  counterparty: Hex | undefined,
  {
    recipients,
    to,
    isCall,
    isContract,
  }: Pick<TransactionFacts, 'recipients' | 'isContract'> & { to: Hex | undefined; isCall: boolean },
): Warning[] {
  if (!counterparty) return []
  const warnings: Warning[] = []
  const twin = findLookAlike(counterparty, recipients)
  if (twin)
    warnings.push(
      danger(`This address only looks like ${twin}, which you sent to before. It is a different address.`),
    )
  else if (!recipients.includes(counterparty.toLowerCase()))
    warnings.push(
      note(
        counterparty === to && isCall
          ? 'This is the first time you use this contract.'
          : 'This is the first time you send to this address. Check the whole address before you approve.',
      ),
    )
  if (isCall && isContract === false)
    warnings.push(danger('There is no contract at this address, so the call would do nothing.'))
  return warnings
}

function feeWarnings({
  fee,
  value,
  price,
}: {
  fee: bigint
  value: bigint
  price: number | undefined
}): Warning[] {
  const dollars = price === undefined ? undefined : (Number(fee) / 1e18) * price
  if (dollars !== undefined && dollars > extremeFee) return [danger('The fee could be more than $1,000.')]
  if (dollars !== undefined && dollars > highFee) return [note('The fee could be more than $50.')]
  if (dollars === undefined && fee >= highUnpricedFee)
    return [danger('The fee could be a tenth of a coin or more, and its price is unknown.')]
  if (value > 0n && fee * 20n > value) return [note('The fee could be more than 5% of what you send.')]
  return []
}

function danger(text: string): Warning {
  return { level: 'danger', text }
}

function note(text: string): Warning {
  return { level: 'note', text }
}
