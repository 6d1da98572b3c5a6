import type { SimulateResponse } from '@portico/protocol/gateway'
import type { Hex } from 'viem'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { allCalls, amountOf, argOf } from './callArguments.ts'
import type { Warning } from './Description.ts'
import type { DecodedCall } from './decodeCall.ts'
import { isUnlimited } from './formatAmount.ts'
import { findLookAlike } from './recipients.ts'
import type { TransactionFacts } from './TransactionFacts.ts'

/** In US dollars. */
const dearFee = 50
const absurdFee = 1000
/** In the smallest unit: a tenth of a coin, of which nobody knows what it is worth. */
const dearUnpriced = 10n ** 17n

/** What is unusual about a transaction; by its bytes first, as a simulation only adds to that. */
export function transactionWarnings({
  transaction,
  call,
  counterparty,
  fee,
  facts,
}: {
  transaction: BuiltTransaction
  call: DecodedCall | undefined
  /** To whom it goes in the end. */
  counterparty: Hex | undefined
  /** At most, in the smallest unit of the coin. */
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
  if (!to) return [danger('It puts a new contract on the chain. What that does cannot be shown here.')]
  const warnings: Warning[] = []
  const calls = allCalls(call)
  const isFree = calls.some((inner) => {
    const amount = amountOf(inner)
    const gives = inner.name === 'approve' || inner.name === 'increaseAllowance'
    return gives && amount !== undefined && isUnlimited(amount)
  })
  if (isFree) warnings.push(danger('There is no limit to what may be spent, now and later.'))
  if (calls.some((inner) => inner.name === 'setApprovalForAll' && argOf(inner, 'approved') === true))
    warnings.push(danger('It lets somebody move everything of this collection, now and later.'))
  if (
    calls.some(
      (inner) => argOf(inner, 'to') === to && (inner.name === 'transfer' || inner.name === 'transferFrom'),
    )
  )
    warnings.push(danger('It sends tokens to their own contract, where they would be lost.'))
  if (calls.some(({ name }) => name === undefined))
    warnings.push(note(`Unknown call ${data.slice(0, 10)}: nobody here can say what it does.`))
  return warnings
}

function simulationWarnings(simulation: SimulateResponse | undefined): Warning[] {
  if (!simulation) return [danger('Could not simulate: nobody knows what this would change.')]
  if (simulation.status === 'reverted')
    return [danger(`It would fail now${simulation.revertReason ? `: ${simulation.revertReason}` : ''}.`)]
  const warnings: Warning[] = []
  if (!simulation.complete)
    warnings.push(danger('Could not simulate all of it: more may change than is shown.'))
  if (simulation.changes.some(({ verified, direction }) => !verified && direction === 'in'))
    warnings.push(note('What you would receive is only claimed by a contract.'))
  const gives = simulation.approvals.filter(({ approved }) => approved)
  if (
    gives.some(
      ({ kind, amount }) =>
        kind === 'all' || (kind === 'erc20' && amount !== undefined && isUnlimited(BigInt(amount))),
    )
  )
    warnings.push(danger('Afterwards somebody else may take everything of a token.'))
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
      danger(`This address only looks like ${twin}, to which you sent before. It is another one.`),
    )
  else if (!recipients.includes(counterparty.toLowerCase()))
    warnings.push(
      note(
        counterparty === to && isCall
          ? 'First time you use this contract.'
          : 'First time you send to this address. Check all of it before you approve.',
      ),
    )
  if (isCall && isContract === false)
    warnings.push(danger('There is no contract at this address: the call would do nothing.'))
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
  if (dollars !== undefined && dollars > absurdFee) return [danger('The fee may be more than $1,000.')]
  if (dollars !== undefined && dollars > dearFee) return [note('The fee may be more than $50.')]
  if (dollars === undefined && fee >= dearUnpriced)
    return [danger('The fee may be a tenth of a coin or more, and nobody knows what that is worth.')]
  if (value > 0n && fee * 20n > value) return [note('The fee may be more than 5 % of what you send.')]
  return []
}

function danger(text: string): Warning {
  return { level: 'danger', text }
}

function note(text: string): Warning {
  return { level: 'note', text }
}
