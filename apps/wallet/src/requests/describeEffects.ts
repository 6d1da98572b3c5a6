import type { SimulatedChange } from '@portico/protocol/gateway'
import type { Hex } from 'viem'
import type { Fact } from '../approve/Description.ts'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { allCalls, amountOf, argOf } from './callArguments.ts'
import type { DecodedCall } from './decodeCall.ts'
import { formatAmount, isUnlimited, type TokenFacts } from './formatAmount.ts'
import type { TransactionFacts } from './TransactionFacts.ts'

type DescribeEffectsParameters = {
  transaction: BuiltTransaction
  call: DecodedCall | undefined
  facts: TransactionFacts
  coin: TokenFacts
  address: Hex
  /** Maximum number of lines. */
  room: number
}

/** Describes what a transaction moves, and what it allows others to move later. */
export function describeEffects(parameters: DescribeEffectsParameters): Fact[] {
  const allowed = permissions(parameters)
  const room = Math.max(3, parameters.room - allowed.length)
  return [...cut(changes(parameters), room, 'more changes'), ...allowed]
}

/** Cuts a list and states how many lines are left out. */
function cut(lines: Fact[], limit: number, more: string): Fact[] {
  if (lines.length <= limit) return lines
  const shown = lines.slice(0, limit - 1)
  return [...shown, { label: 'And', value: `${lines.length - shown.length} ${more}` }]
}

/** Lists outgoing and then incoming assets: from the simulation if it succeeded, otherwise from the calldata alone. */
function changes(parameters: DescribeEffectsParameters): Fact[] {
  const { transaction, call, facts, coin } = parameters
  const { simulation } = facts
  const certain = sentByCalldata(parameters)
  if (simulation?.status !== 'success' || !simulation.complete)
    return certain.length > 0 || call
      ? certain.map(toOutgoing)
      : [toOutgoing({ amount: transaction.value, facts: coin })]

  const lines: Fact[] = []
  const simulated = [...simulation.changes]
  for (const sent of certain) {
    const index = simulated.findIndex((change) => isOf(change, sent.token))
    const { direction, amount } = simulated[index] ?? {}
    const back = sent.amount + (amount === undefined ? 0n : BigInt(amount) * (direction === 'out' ? -1n : 1n))
    if (direction === 'out' && back <= 0n) continue
    // The simulation must not hide what the calldata certainly sends: a contract may return funds only when it detects a
    // simulation.
    lines.push(toOutgoing(sent))
    if (index < 0) continue
    simulated.splice(index, 1)
    lines.push({ label: 'You receive', value: `${formatAmount(back, sent.facts)} (claimed)`, kind: 'in' })
  }
  for (const change of simulated) lines.push(describeChange(change, coin))
  const [out, into] = [lines.filter(({ kind }) => kind === 'out'), lines.filter(({ kind }) => kind === 'in')]
  return [
    ...(out.length > 0 ? out : [{ label: 'You send', value: 'nothing' }]),
    ...(into.length > 0 ? into : [{ label: 'You receive', value: 'nothing' }]),
  ]
}

/** An amount that the calldata certainly sends; `token` is undefined for the native coin. */
type Sent = { token?: string | undefined; amount: bigint; facts: TokenFacts }

function sentByCalldata({ transaction, call, facts, coin, address }: DescribeEffectsParameters): Sent[] {
  const { to, value } = transaction
  const isOwn = (other: unknown) => `${other}`.toLowerCase() === address.toLowerCase()
  const sent: Sent[] = value > 0n && !isOwn(to) ? [{ amount: value, facts: coin }] : []
  if (call?.name === 'transfer' && !isOwn(argOf(call, 'to')))
    sent.push({ token: to, amount: amountOf(call) ?? 0n, facts: facts.token })
  return sent
}

function isOf({ kind, token }: SimulatedChange, asset: string | undefined): boolean {
  return asset === undefined
    ? kind === 'native'
    : kind === 'erc20' && token?.toLowerCase() === asset.toLowerCase()
}

function toOutgoing({ amount, facts }: Sent): Fact {
  return { label: 'You send', value: `−${formatAmount(amount, facts)}`, kind: 'out' }
}

function describeChange(change: SimulatedChange, coin: TokenFacts): Fact {
  const facts: TokenFacts =
    change.kind === 'native'
      ? coin
      : {
          symbol: change.symbol ?? short(change.token),
          decimals: change.decimals ?? (change.kind === 'erc20' ? undefined : 0),
        }
  const claim = change.verified ? '' : ' (claimed)'
  const id = change.tokenId === undefined ? '' : ` #${change.tokenId}`
  const value = `${formatAmount(BigInt(change.amount), facts)}${id}${claim}`
  return change.direction === 'out'
    ? { label: 'You send', value: `−${value}`, kind: 'out' }
    : { label: 'You receive', value, kind: 'in' }
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
  if (lines.length > 0) return cut(lines, 4, 'more permissions')
  // Permissions that only the simulation shows: a contract grants them on the account's behalf.
  const given = (simulation?.approvals ?? []).filter(({ approved }) => approved)
  const shown = given.length > 3 ? 2 : 3
  const others = given.length - shown
  return [
    ...given.slice(0, shown).flatMap((approval): Fact[] => [
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
    ]),
    ...(others > 0 ? [{ label: 'And', value: `${others} more permissions` }] : []),
  ]
}

function short(address: string | undefined): string {
  return address ? `${address.slice(0, 6)}…${address.slice(-4)}` : 'tokens'
}
