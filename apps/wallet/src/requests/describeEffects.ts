import type { SimulatedApproval, SimulatedChange } from '@portico/protocol/gateway'
import type { Hex } from 'viem'
import type { Fact } from '../approve/Description.ts'
import type { Asset, Effect } from './Effect.ts'
import { findUnannounced } from './findUnannounced.ts'
import { formatAmount, isUnlimited, type TokenFacts } from './formatAmount.ts'
import { coinFacts, formatAllowed, formatAsset, nameOf, shorten } from './formatAsset.ts'
import { isOf } from './isOf.ts'
import { sumSent } from './sumSent.ts'
import type { TransactionFacts } from './TransactionFacts.ts'

type DescribeEffectsParameters = {
  effects: readonly Effect[]
  facts: TransactionFacts
  address: Hex
  /** Maximum number of lines. */
  room: number
}

/** Describes what a transaction moves, and what it allows others to move later. */
export function describeEffects(parameters: DescribeEffectsParameters): Fact[] {
  const allowed = [...permissions(parameters), ...ofOthers(parameters)]
  const room = Math.max(3, parameters.room - allowed.length)
  return [...cut(changes(parameters), room, 'more changes'), ...allowed]
}

/** Cuts a list and states how many entries are left out. */
function cut(lines: Fact[], limit: number, more: string): Fact[] {
  if (lines.length <= limit) return lines
  const shown = lines.slice(0, limit - 1)
  return [...shown, { label: 'And', value: `${lines.length - shown.length} ${more}` }]
}

/** Lists outgoing and then incoming assets: from the simulation if it succeeded, otherwise from the calldata alone. */
function changes({ effects, facts, address }: DescribeEffectsParameters): Fact[] {
  const { simulation } = facts
  const certain = sumSent(effects, address)
  const isUnknown = effects.some(({ type }) => type === 'unknown')
  if (simulation?.status !== 'success' || !simulation.complete) {
    if (certain.length > 0) return certain.map((asset) => toOutgoing(asset, facts))
    return [{ label: 'You send', value: isUnknown ? 'unknown' : 'nothing' }]
  }
  const lines: Fact[] = []
  const simulated = [...simulation.changes]
  for (const asset of certain) {
    const index = simulated.findIndex((change) => isOf(change, asset))
    const { direction, amount } = simulated[index] ?? {}
    const sent = amountOf(asset)
    const back = sent + (amount === undefined ? 0n : BigInt(amount) * (direction === 'out' ? -1n : 1n))
    if (direction === 'out' && back <= 0n) continue
    // The simulation must not hide what the calldata certainly sends: a contract may return funds only when it detects a
    // simulation.
    lines.push(toOutgoing(asset, facts))
    if (index < 0) continue
    simulated.splice(index, 1)
    lines.push({
      label: 'You receive',
      value: `${formatAsset(withAmount(asset, back), facts)} (claimed)`,
      kind: 'in',
    })
  }
  for (const change of simulated) lines.push(describeChange(change, coinFacts(facts)))
  const [out, into] = [lines.filter(({ kind }) => kind === 'out'), lines.filter(({ kind }) => kind === 'in')]
  return [
    ...(out.length > 0
      ? out
      : [{ label: 'You send', value: isUnknown ? 'nothing, in a simulation' : 'nothing' }]),
    ...(into.length > 0 ? into : [{ label: 'You receive', value: 'nothing' }]),
  ]
}

function amountOf(asset: Asset): bigint {
  if (asset.kind === 'coin' || asset.kind === 'erc20' || asset.kind === 'nft') return asset.amount
  return 1n
}

function withAmount(asset: Asset, amount: bigint): Asset {
  return asset.kind === 'coin' || asset.kind === 'erc20' || asset.kind === 'nft'
    ? { ...asset, amount }
    : asset
}

function toOutgoing(asset: Asset, facts: TransactionFacts): Fact {
  return { label: 'You send', value: `−${formatAsset(asset, facts)}`, kind: 'out' }
}

function describeChange(change: SimulatedChange, coin: TokenFacts): Fact {
  const facts: TokenFacts =
    change.kind === 'native'
      ? coin
      : {
          symbol: change.symbol ?? (change.token ? shorten(change.token) : 'tokens'),
          decimals: change.decimals ?? (change.kind === 'erc20' ? undefined : 0),
        }
  const claim = change.verified ? '' : ' (claimed)'
  const id = change.tokenId === undefined ? '' : ` #${change.tokenId}`
  const value = `${formatAmount(BigInt(change.amount), facts)}${id}${claim}`
  return change.direction === 'out'
    ? { label: 'You send', value: `−${value}`, kind: 'out' }
    : { label: 'You receive', value, kind: 'in' }
}

/** Lists permissions that the transaction gives or takes back; with several, each is followed by its spender. */
function permissions({ effects, facts, address }: DescribeEffectsParameters): Fact[] {
  const given = effects.filter((effect) => effect.type === 'allow' || effect.type === 'revoke')
  const hidden = findUnannounced({ effects, simulation: facts.simulation, address }).approvals
  return [
    ...cutGroups(
      given.map((effect) => describePermission({ effect, facts, address, isOneOfMany: given.length > 1 })),
      3,
    ),
    ...cutGroups(hidden.map(describeApproval), 2),
  ]
}

/** Shows one group more than `shown`, or `shown` groups and the number of those that are left out. */
function cutGroups(groups: readonly Fact[][], shown: number): Fact[] {
  if (groups.length <= shown + 1) return groups.flat()
  const others = `${groups.length - shown} more permissions`
  return [...groups.slice(0, shown).flat(), { label: 'And', value: others }]
}

function describePermission({
  effect,
  facts,
  address,
  isOneOfMany,
}: {
  effect: Effect & { type: 'allow' | 'revoke' }
  facts: TransactionFacts
  address: Hex
  isOneOfMany: boolean
}): Fact[] {
  const { type, asset, from, to } = effect
  const owner = from.toLowerCase() === address.toLowerCase() ? '' : ` of ${shorten(from)}`
  const spender = isOneOfMany && to ? [{ label: 'Spender', value: to, kind: 'address' } as const] : []
  if (type === 'revoke')
    return [{ label: 'Takes back', value: `${formatRevoked(asset, facts)}${owner}` }, ...spender]
  const label = asset.kind === 'nft' || asset.kind === 'collection' ? 'May move' : 'May spend'
  const value = `${formatAllowed(asset, facts)}${effect.isAdded ? ' more' : ''}${owner}`
  return [
    { label, value, kind: 'out' },
    ...(effect.until === undefined ? [] : [until(effect.until)]),
    ...spender,
  ]
}

function formatRevoked(asset: Asset, facts: TransactionFacts): string {
  switch (asset.kind) {
    case 'nft':
    case 'collection':
      return `the permission to move ${formatAsset(asset, facts)}`
    case 'erc20':
      return `the permission to spend ${asset.amount > 0n ? formatAsset(asset, facts) : nameOf(asset.token, facts)}`
    default:
      return 'a permission'
  }
}

/** Describes a permission that only the simulation shows: a contract gives it on the account's behalf. */
function describeApproval(approval: SimulatedApproval): Fact[] {
  const { amount, decimals, tokenId, spender } = approval
  const symbol = approval.symbol ?? shorten(approval.token)
  const isAll =
    tokenId === undefined && (approval.kind === 'all' || amount === undefined || isUnlimited(BigInt(amount)))
  return [
    {
      label: 'May spend',
      value: isAll
        ? `Everything of ${symbol}`
        : tokenId === undefined
          ? formatAmount(BigInt(amount ?? 0), { symbol, decimals })
          : `${symbol} #${tokenId}`,
      kind: 'out',
    },
    { label: 'Spender', value: spender, kind: 'address' },
  ]
}

/** Lists what the transaction moves for other accounts, which have allowed it. */
function ofOthers({ effects, facts, address }: DescribeEffectsParameters): Fact[] {
  const moved = effects.flatMap((effect): Fact[] =>
    effect.type === 'send' && effect.from.toLowerCase() !== address.toLowerCase()
      ? [{ label: 'Moves', value: `${formatAsset(effect.asset, facts)} of ${shorten(effect.from)}` }]
      : [],
  )
  return cut(moved, 3, 'more moves')
}

function until(seconds: bigint): Fact {
  const isFar = seconds > 253_402_300_799n
  const date = isFar
    ? 'for ever'
    : `${new Date(Number(seconds) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return { label: 'Until', value: date }
}
