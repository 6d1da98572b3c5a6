import type { SimulatedApproval, SimulatedChange } from '@portico/protocol/gateway'
import type { Hex } from 'viem'
import type { Fact } from '../approve/Description.ts'
import { commonText } from './commonCopy.ts'
import { describePermission } from './describePermission.ts'
import type { Asset, Effect } from './Effect.ts'
import { effectText } from './effectCopy.ts'
import { findUnannounced } from './findUnannounced.ts'
import { formatAmount, isUnlimited, type TokenFacts } from './formatAmount.ts'
import { coinFacts, formatAsset, shorten } from './formatAsset.ts'
import { formatNft } from './formatNft.ts'
import { isOf } from './isOf.ts'
import { listedAtMost } from './listedAtMost.ts'
import { listNames } from './listNames.ts'
import { otherPermissionsStay } from './otherPermissionsStay.ts'
import { permit2 } from './permit2.ts'
import { phraseEffects } from './phraseEffects.ts'
import { sumSent } from './sumSent.ts'
import type { TransactionFacts } from './TransactionFacts.ts'
import { transactionText } from './transactionCopy.ts'

type DescribeEffectsParameters = {
  effects: readonly Effect[]
  facts: TransactionFacts
  address: Hex
  /** The address that is called or paid; of a batch, the account. */
  target: Hex | undefined
  /** What is described: a transaction, or a batch without its calls, or one call of a batch. */
  scope?: 'transaction' | 'batch' | 'call' | undefined
}

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
  return [...shown, more('changes', lines.length - shown.length)]
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
  const none = transactionText(
    isUnknown || isExchange ? 'transaction.nothingSimulated' : 'transaction.nothing',
  )
  const unknown = transactionText('transaction.unknown')
  const isSure = isSimulated || simulation?.status === 'reverted'
  const unsent = isUnknown
    ? isSimulated
      ? nothing(facts, 'Simulated')
      : unknown
    : // Without a whole simulation, more may happen than the call says, unless it fails.
      nothing(facts, isSure ? '' : 'Known')
  const least = swap?.type === 'swap' ? toLeast(swap, facts) : []
  const isLeastEnough = least.length > 0 && !isSimulated
  const received = [
    ...least,
    ...(into.length > 0 || isLeastEnough
      ? into
      : [{ label: transactionText('transaction.labels.receivesNow'), value: isSimulated ? none : unknown }]),
  ]
  const parts = parameters.scope === 'batch' ? [] : listParts(parameters)
  const hasMore = findUnannounced({ effects, simulation, address }).changes.length > 0
  if (parts.length > 0 && !hasMore) {
    const shown = cutGroups(parts, 'transfers')
    const isCut = shown.length < parts.flat().length
    return [...shown, ...(isCut ? [total(certain, facts)] : []), ...received]
  }
  const sent =
    out.length > 0 ? out : [{ label: transactionText('transaction.labels.sendsNow'), value: unsent }]
  return [...cut(sent, listedAtMost), ...cut(received, receivedAtMost + least.length)]
}

/** Names what an exchange must pay, and to whom, if not to the account. */
function toLeast({ asset, to }: Effect & { type: 'swap' }, facts: TransactionFacts): Fact[] {
  const amount = formatAsset(asset, facts)
  return to
    ? [{ label: transactionText('transaction.labels.otherReceivesLeast'), value: amount }, toAddress(to)]
    : [{ label: transactionText('transaction.labels.receivesLeast'), value: amount, kind: 'in' }]
}

function nothing({ isSponsored }: TransactionFacts, extent: '' | 'Simulated' | 'Known'): string {
  return transactionText(`transaction.${isSponsored ? 'nothing' : 'onlyFee'}${extent}`)
}

function nothingSent({ effects, address, facts }: DescribeEffectsParameters): Fact {
  const isKept = effects.some(
    (effect) => effect.type === 'send' && isSame(effect.from, address) && isSame(address, effect.to),
  )
  const value = isKept
    ? transactionText(facts.isSponsored ? 'transaction.comesBack' : 'transaction.comesBackForFee')
    : transactionText(facts.isSponsored ? 'transaction.sendsNothing' : 'transaction.sendsOnlyFee')
  return { label: effectText('effect.labels.now'), value }
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
      label: transactionText('transaction.labels.receivesNow'),
      value: transactionText('transaction.claimed', {
        amount: formatAsset(withAmount(asset, back), facts),
      }),
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
  return {
    label: transactionText('transaction.labels.sendsNow'),
    value: formatAsset(asset, facts),
    kind: 'out',
  }
}

function describeChange(
  change: SimulatedChange,
  { coin, isUnknown }: { coin: TokenFacts; isUnknown: boolean },
): Fact {
  const symbol = change.symbol ?? (change.token && shorten(change.token))
  const number = BigInt(change.amount)
  const { decimals } = change
  const amount =
    change.kind === 'native'
      ? formatAmount(number, coin)
      : change.kind !== 'erc20'
        ? formatNft(change.tokenId ?? '?', { symbol }, number)
        : symbol === undefined && decimals !== undefined
          ? transactionText('transaction.tokens', { amount: formatAmount(number, { decimals }) })
          : formatAmount(number, { symbol, decimals })
  const value = change.verified
    ? isUnknown
      ? transactionText('transaction.simulated', { amount })
      : amount
    : transactionText('transaction.claimed', { amount })
  return change.direction === 'out'
    ? { label: transactionText('transaction.labels.sendsNow'), value, kind: 'out' }
    : { label: transactionText('transaction.labels.receivesNow'), value, kind: 'in' }
}

/** Names what is sent in total, if not every transfer is listed. */
function total(sent: readonly Asset[], facts: TransactionFacts): Fact {
  const names = sent.slice(0, listedAtMost).map((asset) => formatAsset(asset, facts))
  const count = sent.length - names.length
  const value = listNames(count > 0 ? [...names, commonText('common.more', { count })] : names)
  return { label: transactionText('transaction.labels.total'), value, kind: 'out' }
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
  return { label: effectText('effect.labels.to'), value, kind: 'address' }
}

/** Lists permissions that the transaction gives or takes back, each with its spender and its end. */
function permissions({ effects, facts, address, target }: DescribeEffectsParameters): Fact[] {
  const given = effects.filter((effect) => effect.type === 'allow' || effect.type === 'revoke')
  const [first] = given
  const shared = given.length > 1 && given.every(({ to }) => to === first?.to) ? first?.to : undefined
  return [
    ...(shared
      ? [{ label: effectText('effect.labels.spenderOfAll'), value: shared, kind: 'address' } as const]
      : []),
    ...cutGroups(
      given.map((effect) => describePermission(effect, { assets: facts, address, hasSpender: !shared })),
      'permissions',
      phraseEffects(given.slice(listedAtMost), { assets: facts, address }),
    ),
    ...(isSame(permit2, target) &&
    given.some((effect) => effect.type === 'revoke' && effect.unusedBelow === undefined)
      ? [otherPermissionsStay()]
      : []),
  ]
}

/** Lists permissions that only the simulation shows. */
function hiddenPermissions({ effects, facts, address }: DescribeEffectsParameters): Fact[] {
  const { approvals } = findUnannounced({ effects, simulation: facts.simulation, address })
  return cutGroups(approvals.map(describeApproval), 'permissions')
}

/** Shows the first groups, and the number of those that are left out, with their names if known. */
function cutGroups(groups: readonly Fact[][], what: 'transfers' | 'permissions', names?: string): Fact[] {
  if (groups.length <= listedAtMost) return groups.flat()
  return [
    ...groups.slice(0, listedAtMost).flat(),
    more(names ? 'named' : what, groups.length - listedAtMost, names),
  ]
}

function more(kind: 'changes' | 'transfers' | 'permissions' | 'named', count: number, what = ''): Fact {
  return {
    label: effectText('effect.labels.and'),
    value: transactionText(`transaction.more.${kind}`, { count, what }),
  }
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
        ? transactionText('transaction.allNowAndLater', { name: symbol })
        : effectText('effect.upToInTotal', {
            amount: formatAmount(BigInt(amount), { symbol, decimals }),
          })
  return [
    { label: effectText('effect.labels.canBeTaken'), value: what, kind: 'out' },
    { label: effectText('effect.labels.spender'), value: spender, kind: 'address' },
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
        {
          label: transactionText('transaction.labels.movesForOther'),
          value: formatAsset(effect.asset, facts),
        },
        {
          label: isSame(effect.from, target)
            ? transactionText('transaction.labels.ownerContract')
            : effectText('effect.labels.owner'),
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
