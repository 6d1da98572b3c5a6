import type { Hex } from 'viem'
import type { Warning } from '../approve/Description.ts'
import { formatDollars } from '../approve/formatDollars.ts'
import { formatNumber } from '../approve/formatNumber.ts'
import type { RiskLimits } from '../page/RiskLimits.ts'
import type { Asset, Effect } from './Effect.ts'
import { findUnannounced } from './findUnannounced.ts'
import { formatAmount, isUnlimited } from './formatAmount.ts'
import { coinName, formatAsset, nameOf } from './formatAsset.ts'
import { joinNames } from './joinNames.ts'
import { knownNetworks } from './knownNetworks.ts'
import { listedAtMost } from './listedAtMost.ts'
import { movesNft } from './movesNft.ts'
import { nftNote } from './nftNote.ts'
import { riskText } from './riskCopy.ts'
import { swapWarnings } from './swapWarnings.ts'
import type { TransactionFacts } from './TransactionFacts.ts'
import { worthOf } from './worthOf.ts'

type Parameters = {
  effects: readonly Effect[]
  facts: TransactionFacts
  /** Maximum fee in wei. */
  fee: bigint
  address: Hex
  /** As a CAIP-2 chain ID. */
  chainId: string
  limits: RiskLimits
  /** The effects of each call of a batch; one group by default. */
  groups?: readonly (readonly Effect[])[] | undefined
}

/**
 * An amount that is moved, or that others may move. `isOwn` is false for the assets of other accounts. `isEndless` means an
 * allowance without a limit, which has a warning of its own; an amount that is moved is never endless.
 */
type Amount = {
  asset: Asset & { kind: 'coin' | 'erc20' }
  isOwn: boolean
  isEndless: boolean
  /** It leaves with the transaction itself. */
  isSent: boolean
}

/** Warnings of one kind: the first ones say enough. */
const maxRepeated = 3

/**
 * Lists the reasons why a transaction is more than a small one: it moves or allows too much, or something without a price, or its
 * effects are not known. A transaction without a reason can cost the visitor no more than the limits.
 */
export function listRiskReasons(parameters: Parameters): Warning[] {
  const { effects, facts, groups = [effects] } = parameters
  const { changes, approvals } = findUnannounced({ ...parameters, simulation: facts.simulation })
  const amounts = listAmounts(parameters)
  return [
    ...unknownWarnings(effects),
    ...unclearWarnings(effects),
    // What other calls send is not the price of a swap.
    ...groups.flatMap((group) => swapWarnings(group, facts)),
    ...(changes.length > 0 ? [danger(riskText('risk.moreLeaves'))] : []),
    ...(approvals.length > 0 ? [danger(riskText('risk.morePermissions'))] : []),
    ...priceReasons(parameters, amounts),
    ...shareReasons(parameters, amounts),
  ]
}

function listAmounts({ effects, address }: Parameters): Amount[] {
  const isAccount = (other: Hex | undefined) => other?.toLowerCase() === address.toLowerCase()
  return effects.flatMap((effect): Amount[] => {
    if (effect.type !== 'send' && effect.type !== 'allow') return []
    const { asset, from, to } = effect
    if (asset.kind !== 'coin' && asset.kind !== 'erc20') return []
    const isKept = effect.type === 'send' && isAccount(from) && isAccount(to)
    const isEndless = effect.type === 'allow' && asset.kind === 'erc20' && isUnlimited(asset.amount)
    return asset.amount > 0n && !isKept
      ? [{ asset, isOwn: isAccount(from), isEndless, isSent: effect.type === 'send' }]
      : []
  })
}

function unknownWarnings(effects: readonly Effect[]): Warning[] {
  const texts = effects.flatMap((effect) => {
    if (effect.type !== 'unknown') return []
    const { selector, contract, relayedBy, vote } = effect
    if (relayedBy) return riskText('risk.relayed', { contract: relayedBy })
    if (vote) return riskText(`risk.${vote}`)
    return riskText('risk.unknownCall', { selector, contract })
  })
  return [...new Set(texts)].slice(0, maxRepeated).map(danger)
}

function unclearWarnings(effects: readonly Effect[]): Warning[] {
  const texts = effects.flatMap((effect) =>
    effect.type !== 'unknown' && effect.asset.kind === 'unclear'
      ? meaningOf(effect.type, effect.asset.number)
      : [],
  )
  return [...new Set(texts)].slice(0, maxRepeated).map(danger)
}

/** Returns what a call means in both cases. For a token, 0 takes a permission back. */
function meaningOf(type: Effect['type'], number: bigint): string {
  const values = { amount: formatAmount(number, { decimals: 0 }), id: `${number}` }
  if (type === 'send') return riskText('risk.unclear.send', values)
  return riskText(number === 0n ? 'risk.unclear.end' : 'risk.unclear.allow', values)
}

function priceReasons(
  { effects, facts, fee, chainId, limits }: Parameters,
  amounts: readonly Amount[],
): Warning[] {
  const reasons: Warning[] = []
  const hasNft = movesNft(effects)
  if (hasNft) reasons.push(nftNote())
  const got = effects.flatMap((effect) =>
    (effect.type === 'wrap' || effect.type === 'swap') && effect.asset.kind === 'erc20' ? [effect.asset] : [],
  )
  const unpriced = [...amounts.map(({ asset }) => asset), ...got].filter(
    (asset) => worthOf(asset, facts) === undefined,
  )
  const names = [...new Set(unpriced.map((asset) => symbolOf(asset, facts)))]
  const network = knownNetworks[chainId]
  if (network?.isTest && names.length > 0) reasons.push(note(riskText('risk.testNetwork')))
  else if (names.length > 0) reasons.push(note(riskText('risk.noPrice', { names: joinNames(names) })))
  const priced = amounts.filter((amount) => !amount.isEndless)
  const sum = (some: readonly Amount[]) =>
    some.reduce((total, { asset }) => total + (worthOf(asset, facts) ?? 0), 0)
  const ofFee = (Number(fee) / 1e18) * (facts.coin.price ?? 0)
  const worth = ofFee + sum(priced.filter(({ isOwn }) => isOwn))
  // Beside it, an unknown call may take what is the visitor's.
  const isAllKnown = effects.every(({ type }) => type !== 'unknown')
  const ofOthers = sum(priced.filter(({ isOwn }) => !isOwn))
  const fees = ofFee > 0 ? 'WithFee' : ''
  const noLimit = amounts.length > priced.length ? 'NoLimit' : ''
  const noPrice = unpriced.length > 0 || hasNft ? 'NoPrice' : ''
  if (worth > limits.usd)
    reasons.push(note(riskText(`risk.total${fees}${noLimit}${noPrice}`, { dollars: formatDollars(worth) })))
  if (ofOthers > limits.usd)
    reasons.push(
      note(
        riskText(isAllKnown ? 'risk.ofOthers' : 'risk.ofOthersUnknown', {
          dollars: formatDollars(ofOthers),
        }),
      ),
    )
  return reasons
}

function shareReasons(
  { effects, facts, limits, groups = [effects] }: Parameters,
  amounts: readonly Amount[],
): Warning[] {
  const sums = new Map<string, { asset: Amount['asset']; sent: bigint }>()
  for (const { asset, isOwn, isEndless, isSent } of amounts) {
    if (!isOwn || isEndless) continue
    const key = asset.kind === 'coin' ? 'coin' : asset.token.toLowerCase()
    const sum = sums.get(key)
    sums.set(key, {
      asset: { ...asset, amount: (sum?.asset.amount ?? 0n) + asset.amount },
      sent: (sum?.sent ?? 0n) + (isSent ? asset.amount : 0n),
    })
  }
  const unread: string[] = []
  const sentTooMuch: string[] = []
  const allowedTooMuch: string[] = []
  const shares: Warning[] = []
  for (const { asset, sent } of sums.values()) {
    const name = symbolOf(asset, facts)
    const balance = factsOf(asset, facts)?.balance
    const have = formatAsset({ ...asset, amount: balance ?? 0n }, facts)
    if (balance === undefined) unread.push(name)
    else if (sent > balance) sentTooMuch.push(have)
    else if (asset.amount > balance) allowedTooMuch.push(have)
    else if (asset.amount * 10_000n > balance * BigInt(Math.round(limits.share * 10_000))) {
      const percent = formatNumber(Number((asset.amount * 100n) / balance) / 100, { style: 'percent' })
      shares.push(note(riskText('risk.share', { amount: formatAsset(asset, facts), percent, name })))
    }
  }
  return [
    ...(unread.length > 0 ? [note(riskText('risk.unread', { names: joinNames(unread) }))] : []),
    ...(sentTooMuch.length > 0 ? [note(tooLittle(joinNames(sentTooMuch), facts, groups.length))] : []),
    ...(allowedTooMuch.length > 0
      ? [note(riskText('risk.allowedTooMuch', { have: joinNames(allowedTooMuch) }))]
      : []),
    ...shares.slice(0, listedAtMost),
  ]
}

/** Returns what happens if a transaction sends more than the account has. */
function tooLittle(have: string, { simulation, isSponsored }: TransactionFacts, callCount: number): string {
  if (simulation?.status === 'reverted') return riskText('risk.tooMuchReverted', { have })
  if (callCount > 1) return riskText('risk.tooMuchOfCalls', { have })
  return riskText(isSponsored ? 'risk.tooMuchSponsored' : 'risk.tooMuch', { have })
}

function factsOf(asset: Amount['asset'], { coin, tokens }: TransactionFacts) {
  return asset.kind === 'coin' ? { ...coin, decimals: 18 } : tokens.get(asset.token.toLowerCase())
}

function symbolOf(asset: Amount['asset'], facts: TransactionFacts): string {
  return asset.kind === 'coin' ? coinName(facts) : nameOf(asset.token, facts)
}

function danger(text: string): Warning {
  return { level: 'danger', text }
}

function note(text: string): Warning {
  return { level: 'note', text }
}
