import type { SimulatedApproval, SimulatedChange } from '@portico/protocol/gateway'
import type { Hex } from 'viem'
import type { Fact } from '../approve/Description.ts'
import { describePermission } from './describePermission.ts'
import type { Asset, Effect } from './Effect.ts'
import { findUnannounced } from './findUnannounced.ts'
import { formatAmount, isUnlimited, type TokenFacts } from './formatAmount.ts'
import { coinFacts, formatAsset, shorten } from './formatAsset.ts'
import { formatNft } from './formatNft.ts'
import { isOf } from './isOf.ts'
import { listedAtMost } from './listedAtMost.ts'
import { otherPermissionsStay } from './otherPermissionsStay.ts'
import { permit2 } from './permit2.ts'
import { sumSent } from './sumSent.ts'
import type { TransactionFacts } from './TransactionFacts.ts'
import { titleEffects } from './titleEffects.ts'

type DescribeEffectsParameters = {
  effects: readonly Effect[]
  facts: TransactionFacts
  address: Hex
  /** The address that is called or paid; of a batch, the account. */
  target: Hex | undefined
  /** What is described: a transaction, or a batch without its calls, or one call of a batch. */
  scope?: 'transaction' | 'batch' | 'call' | undefined
}

const sends = 'You send now'
const receives = 'You receive now'
/** Anybody can send tokens: gifts must not push what is taken out of view. */
const receivedAtMost = 3

/** Describes what a transaction moves now and to whom, and what it allows others to take later. */
export function describeEffects(parameters: DescribeEffectsParameters): Fact[] {
  const { scope } = parameters
  if (scope === 'batch') return [...changes(parameters), ...hiddenPermissions(parameters)]
  const to = onlyRecipient(parameters)
  if (scope === 'call')
    // What is received is known of the batch only.
    return [
      ...sentByCall(parameters),
      ...ofOthers(parameters),
      ...(to ? [toAddress(to)] : []),
      ...permissions(parameters),
    ]
  const others = [...ofOthers(parameters), ...(to ? [toAddress(to)] : [])]
  return [...changes(parameters), ...others, ...permissions(parameters), ...hiddenPermissions(parameters)]
}

/** Lists what a call of a batch certainly sends, and the least that a swap returns. Its title names a single asset that it sends. */
function sentByCall(parameters: DescribeEffectsParameters): Fact[] {
  const { effects, facts, address } = parameters
  const parts = listParts(parameters)
  const certain = sumSent(effects, address)
  const sent =
    parts.length > 0
      ? cutGroups(parts, 'transfers')
      : certain.length > 1
        ? cut(
            certain.map((asset) => toOutgoing(asset, facts)),
            listedAtMost,
          )
        : []
  const swap = effects.find(({ type }) => type === 'swap')
  return [...sent, ...(swap?.type === 'swap' ? toLeast(swap, facts) : [])]
}

/** Cuts a list and states how many entries are left out. */
function cut(lines: Fact[], limit: number): Fact[] {
  if (lines.length <= limit) return lines
  const shown = lines.slice(0, limit)
  return [...shown, { label: 'And', value: `${lines.length - shown.length} more changes; see Details` }]
}

/**
 * Lists outgoing and then incoming assets: from the simulation if it succeeded, otherwise from the calldata alone. With several
 * recipients, each stands below what it gets.
 */
function changes(parameters: DescribeEffectsParameters): Fact[] {
  const { effects, facts, address, target } = parameters
  const { simulation } = facts
  const certain = sumSent(effects, address)
  const isUnknown = !target || effects.some(({ type }) => type === 'unknown')
  const isSimulated = simulation?.status === 'success' && simulation.complete
  const lines = isSimulated
    ? withSimulation(certain, simulation.changes, { facts, isUnknown })
    : certain.map((asset) => toOutgoing(asset, facts))
  const [out, into] = [lines.filter(({ kind }) => kind === 'out'), lines.filter(({ kind }) => kind === 'in')]
  if (lines.length === 0 && isSimulated && !isUnknown) return [nothingSent(parameters)]
  // The contract decides what it gives for what it gets.
  const isExchange = effects.some(
    (effect) => effect.type === 'wrap' || (effect.type === 'send' && !effect.to),
  )
  const swap = effects.find(({ type }) => type === 'swap')
  const none = isUnknown || isExchange ? 'nothing, in a simulation' : 'nothing'
  const unsent = isUnknown
    ? isSimulated
      ? `${nothing(facts)}, in a simulation`
      : 'unknown'
    : onlyFee(isSimulated || simulation?.status === 'reverted', facts)
  const least = swap?.type === 'swap' ? toLeast(swap, facts) : []
  const isLeastEnough = least.length > 0 && !isSimulated
  const received = [
    ...least,
    ...(into.length > 0 || isLeastEnough
      ? into
      : [{ label: receives, value: isSimulated ? none : 'unknown' }]),
  ]
  const parts = parameters.scope === 'batch' ? [] : listParts(parameters)
  const hasMore = findUnannounced({ effects, simulation, address }).changes.length > 0
  if (parts.length > 0 && !hasMore) {
    const shown = cutGroups(parts, 'transfers')
    const isCut = shown.length < parts.flat().length
    return [...shown, ...(isCut ? [total(certain, facts)] : []), ...received]
  }
  const sent = out.length > 0 ? out : [{ label: sends, value: unsent }]
  return [...cut(sent, listedAtMost), ...cut(received, receivedAtMost + least.length)]
}

/** Names what an exchange must pay, and to whom, if not to the account. */
function toLeast({ asset, to }: Effect & { type: 'swap' }, facts: TransactionFacts): Fact[] {
  const amount = formatAsset(asset, facts)
  return to
    ? [{ label: 'Someone else receives, at least', value: amount }, toAddress(to)]
    : [{ label: 'You receive, at least', value: amount, kind: 'in' }]
}

/** Without a whole simulation, more may happen than the call says, unless it fails. */
function onlyFee(isSure: boolean, facts: TransactionFacts): string {
  return `${nothing(facts)}${isSure ? '' : ', as far as is known; more could leave'}`
}

function nothing({ isSponsored }: TransactionFacts): string {
  return isSponsored ? 'nothing' : 'nothing but the fee'
}

function nothingSent({ effects, address, facts }: DescribeEffectsParameters): Fact {
  const isKept = effects.some(
    (effect) => effect.type === 'send' && isSame(effect.from, address) && isSame(address, effect.to),
  )
  const value = isKept
    ? `what you send comes back to you${facts.isSponsored ? '' : ', and you pay the fee'}`
    : `you send ${nothing(facts)}`
  return { label: 'Now', value }
}

/** Adds what the simulation found to what the calldata certainly sends. */
function withSimulation(
  certain: readonly Asset[],
  changed: readonly SimulatedChange[],
  { facts, isUnknown }: { facts: TransactionFacts; isUnknown: boolean },
): Fact[] {
  const lines: Fact[] = []
  const simulated = [...changed]
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
      label: receives,
      value: `${formatAsset(withAmount(asset, back), facts)} (claimed)`,
      kind: 'in',
    })
  }
  return [
    ...lines,
    ...simulated.map((change) => describeChange(change, { coin: coinFacts(facts), isUnknown })),
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
  return { label: sends, value: formatAsset(asset, facts), kind: 'out' }
}

function describeChange(
  change: SimulatedChange,
  { coin, isUnknown }: { coin: TokenFacts; isUnknown: boolean },
): Fact {
  const symbol = change.symbol ?? (change.token ? shorten(change.token) : 'tokens')
  const claim = change.verified ? (isUnknown ? ', in a simulation' : '') : ' (claimed)'
  const amount = BigInt(change.amount)
  const what =
    change.kind === 'native'
      ? formatAmount(amount, coin)
      : change.kind === 'erc20'
        ? formatAmount(amount, { symbol, decimals: change.decimals })
        : formatNft(change.tokenId ?? '?', { symbol }, amount)
  return change.direction === 'out'
    ? { label: sends, value: `${what}${claim}`, kind: 'out' }
    : { label: receives, value: `${what}${claim}`, kind: 'in' }
}

/** Names what is sent in total, if not every transfer is listed. */
function total(sent: readonly Asset[], facts: TransactionFacts): Fact {
  const names = sent.slice(0, 8).map((asset) => formatAsset(asset, facts))
  const more = sent.length > names.length ? `, and ${sent.length - names.length} more` : ''
  return { label: 'In total', value: `${names.join(', ')}${more}`, kind: 'out' }
}

/** Lists transfers to others than the called contract, which is listed by itself if it only gets coins. */
function transfers({ effects, target }: DescribeEffectsParameters) {
  return effects.flatMap((effect) =>
    effect.type === 'send' && effect.to && !(effect.asset.kind === 'coin' && isSame(effect.to, target))
      ? [{ ...effect, to: effect.to }]
      : [],
  )
}

function onlyRecipient(parameters: DescribeEffectsParameters): Hex | undefined {
  const [first, ...more] = transfers(parameters)
  return first && more.every(({ to }) => isSame(to, first.to)) ? first.to : undefined
}

/** Lists each transfer with its recipient if there are several recipients. */
function listParts(parameters: DescribeEffectsParameters): Fact[][] {
  const { effects, facts, address } = parameters
  const listed = transfers(parameters)
  if (listed.length === 0 || onlyRecipient(parameters)) return []
  return effects.flatMap((effect) => {
    if (effect.type !== 'send' || !isSame(effect.from, address)) return []
    const to = listed.find(({ asset }) => asset === effect.asset)?.to
    return [[toOutgoing(effect.asset, facts), ...(to ? [toAddress(to)] : [])]]
  })
}

function toAddress(value: Hex): Fact {
  return { label: 'To', value, kind: 'address' }
}

/** Lists permissions that the transaction gives or takes back, each with its spender and its end. */
function permissions({ effects, facts, address, target }: DescribeEffectsParameters): Fact[] {
  const given = effects.filter((effect) => effect.type === 'allow' || effect.type === 'revoke')
  const [first] = given
  const shared = given.length > 1 && given.every(({ to }) => to === first?.to) ? first?.to : undefined
  return [
    ...(shared ? [{ label: 'Spender, for all of these', value: shared, kind: 'address' } as const] : []),
    ...cutGroups(
      given.map((effect) =>
        describePermission(effect, { assets: facts, address }).filter(
          ({ label }) => !shared || label !== 'Spender',
        ),
      ),
      'permissions',
      titleEffects(given.slice(listedAtMost), { assets: facts, address }),
    ),
    ...(isSame(permit2, target) &&
    given.some((effect) => effect.type === 'revoke' && effect.unusedBelow === undefined)
      ? [otherPermissionsStay]
      : []),
  ]
}

/** Lists permissions that only the simulation shows. */
function hiddenPermissions({ effects, facts, address }: DescribeEffectsParameters): Fact[] {
  const { approvals } = findUnannounced({ effects, simulation: facts.simulation, address })
  return cutGroups(approvals.map(describeApproval), 'permissions')
}

/** Shows the first groups, and the number of those that are left out, with their names if known. */
function cutGroups(groups: readonly Fact[][], what: string, names?: string): Fact[] {
  if (groups.length <= listedAtMost) return groups.flat()
  const others = `${groups.length - listedAtMost} more ${what}${names ? `: ${names.charAt(0).toLowerCase()}${names.slice(1)}` : ''}; see Details`
  return [...groups.slice(0, listedAtMost).flat(), { label: 'And', value: others }]
}

/** Describes a permission that only the simulation shows: a contract gives it on the account's behalf. */
function describeApproval(approval: SimulatedApproval): Fact[] {
  const { amount, decimals, tokenId, spender, kind } = approval
  const symbol = approval.symbol ?? shorten(approval.token)
  const isAll = amount === undefined || isUnlimited(BigInt(amount))
  const what =
    tokenId !== undefined
      ? formatNft(tokenId, { symbol })
      : kind === 'all' || isAll
        ? `all your ${symbol}, now and in future`
        : `up to ${formatAmount(BigInt(amount), { symbol, decimals })} in total`
  return [
    { label: 'Can be taken later', value: what, kind: 'out' },
    { label: 'Spender', value: spender, kind: 'address' },
  ]
}

/** Lists what the transaction moves for other accounts, which have allowed it. */
function ofOthers(parameters: DescribeEffectsParameters): Fact[] {
  const { effects, facts, address, target } = parameters
  const isOne = onlyRecipient(parameters) !== undefined
  const moved = effects.flatMap((effect): Fact[][] => {
    if (effect.type !== 'send' || isSame(effect.from, address)) return []
    return [
      [
        { label: 'Moves now, from another account', value: formatAsset(effect.asset, facts) },
        {
          label: isSame(effect.from, target) ? 'Owner, the contract itself' : 'Owner, not you',
          value: effect.from,
          kind: 'address',
        },
        ...(isOne || !effect.to ? [] : [toAddress(effect.to)]),
      ],
    ]
  })
  return cutGroups(moved, 'transfers')
}

function isSame(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase()
}
