import type { Hex } from 'viem'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { allCalls, amountOf, argOf } from './callArguments.ts'
import type { Fact } from './Description.ts'
import type { DecodedCall } from './decodeCall.ts'
import { formatAmount, isUnlimited, type TokenFacts } from './formatAmount.ts'
import type { TransactionFacts } from './TransactionFacts.ts'

type DescribeEffectsParameters = {
  transaction: BuiltTransaction
  call: DecodedCall | undefined
  facts: TransactionFacts
  coin: TokenFacts
  address: Hex
}

/** What a transaction moves, and what it lets others move later. */
export function describeEffects(parameters: DescribeEffectsParameters): Fact[] {
  return [...changes(parameters), ...permissions(parameters)]
}

/** What leaves and what comes: by the node where it could say, else by the bytes alone. */
function changes({
  transaction,
  call,
  facts: { simulation, token },
  coin,
  address,
}: DescribeEffectsParameters): Fact[] {
  if (simulation?.status === 'success' && simulation.complete) {
    const lines = simulation.changes.slice(0, 6).map((change): Fact => {
      const facts: TokenFacts =
        change.kind === 'native'
          ? coin
          : {
              symbol: change.symbol ?? short(change.token),
              decimals: change.decimals ?? (change.kind === 'erc20' ? undefined : 0),
            }
      const amount = formatAmount(BigInt(change.amount), facts)
      const claim = change.verified ? '' : ' (claimed)'
      const id = change.tokenId === undefined ? '' : ` #${change.tokenId}`
      return change.direction === 'out'
        ? { label: 'You send', value: `−${amount}${id}${claim}`, kind: 'out' }
        : { label: 'You receive', value: `${amount}${id}${claim}`, kind: 'in' }
    })
    // The node's word never hides what the bytes say for certain.
    if (
      transaction.value > 0n &&
      !simulation.changes.some(({ kind }) => kind === 'native') &&
      transaction.to?.toLowerCase() !== address.toLowerCase()
    )
      lines.unshift({ label: 'You send', value: `−${formatAmount(transaction.value, coin)}`, kind: 'out' })
    if (!lines.some(({ kind }) => kind === 'out')) lines.unshift({ label: 'You send', value: 'nothing' })
    if (!lines.some(({ kind }) => kind === 'in')) lines.push({ label: 'You receive', value: 'nothing' })
    return lines
  }
  const lines: Fact[] = []
  if (transaction.value > 0n || !call)
    lines.push({ label: 'You send', value: `−${formatAmount(transaction.value, coin)}`, kind: 'out' })
  if (call?.name === 'transfer')
    lines.push({ label: 'You send', value: `−${formatAmount(amountOf(call) ?? 0n, token)}`, kind: 'out' })
  return lines
}

function permissions({ call, facts: { token, simulation } }: DescribeEffectsParameters): Fact[] {
  const lines: Fact[] = []
  for (const inner of allCalls(call)) {
    const amount = amountOf(inner)
    if (
      (inner.name === 'approve' || inner.name === 'increaseAllowance') &&
      amount !== undefined &&
      amount > 0n
    )
      lines.push({
        label: 'May spend',
        value: isUnlimited(amount)
          ? `Everything${token.symbol ? `, all ${token.symbol}` : ''}`
          : formatAmount(amount, inner === call ? token : {}),
        kind: 'out',
      })
    if (inner.name === 'setApprovalForAll' && argOf(inner, 'approved') === true)
      lines.push({
        label: 'May move',
        value: `Everything${token.symbol ? `, all ${token.symbol}` : ''}`,
        kind: 'out',
      })
  }
  if (lines.length > 0) return lines.slice(0, 4)
  // Permissions that only the simulation saw: given by a contract in our name.
  return (simulation?.approvals ?? [])
    .filter(({ approved }) => approved)
    .slice(0, 3)
    .flatMap((approval): Fact[] => [
      {
        label: 'May spend',
        value:
          approval.amount === undefined || isUnlimited(BigInt(approval.amount))
            ? `Everything of ${approval.symbol ?? short(approval.token)}`
            : formatAmount(BigInt(approval.amount), {
                symbol: approval.symbol ?? short(approval.token),
                decimals: approval.decimals,
              }),
        kind: 'out',
      },
      { label: 'Spender', value: approval.spender, kind: 'address' },
    ])
}

function short(address: string | undefined): string {
  return address ? `${address.slice(0, 6)}…${address.slice(-4)}` : 'tokens'
}
