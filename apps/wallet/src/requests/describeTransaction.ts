import type { Hex } from 'viem'
import type { Description, Fact, TreeNode } from '../approve/Description.ts'
import type { RiskLimits } from '../page/RiskLimits.ts'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { counterparties } from './counterparties.ts'
import { type DecodedCall, decodeCall } from './decodeCall.ts'
import { describeEffects } from './describeEffects.ts'
import type { Asset, Effect } from './Effect.ts'
import { exchangeWarnings } from './exchangeWarnings.ts'
import { explainFailure } from './explainFailure.ts'
import { findNewParties } from './findNewParties.ts'
import { findUnannounced } from './findUnannounced.ts'
import { formatAmount } from './formatAmount.ts'
import { nameOf } from './formatAsset.ts'
import { knownNetworks } from './knownNetworks.ts'
import { listEffects } from './listEffects.ts'
import { listedAtMost } from './listedAtMost.ts'
import { listRiskReasons } from './listRiskReasons.ts'
import { markNew } from './markNew.ts'
import { networkName } from './networkName.ts'
import { permit2 } from './permit2.ts'
import { raiseRisk } from './raiseRisk.ts'
import type { CoinFacts } from './readAssets.ts'
import { readSwapEffects } from './readSwapEffects.ts'
import { readVote } from './readVote.ts'
import type { TransactionFacts } from './TransactionFacts.ts'
import { titleTransaction } from './titleTransaction.ts'
import { toShown } from './toShown.ts'
import { transactionWarnings } from './transactionWarnings.ts'

/**
 * Describes a transaction: what it does, what it costs and what is unusual. The calldata takes precedence over the simulation,
 * which only adds warnings, because contracts can detect a simulation. Only a transaction that moves and allows no more than the
 * limits, all of it with a known price, is of medium risk; every other one is of high risk.
 */
export function describeTransaction({
  transaction,
  facts,
  address,
  chainId,
  limits,
}: {
  transaction: BuiltTransaction
  facts: TransactionFacts
  address: Hex
  chainId: string
  limits: RiskLimits
}): Description {
  const { to, data, gas, maxFeePerGas, maxPriorityFeePerGas, nonce } = transaction
  const call = data === '0x' || !to ? undefined : decodeCall(data)
  const kindOf = (token: string) => facts.tokens.get(token.toLowerCase())?.kind ?? 'unclear'
  const swap = readSwapEffects({ transaction, address, chainId, kindOf })
  const effects = swap ?? listEffects({ transaction, call, address, kindOf })
  const fee = gas * maxFeePerGas
  const { recipients } = facts
  const failure = explainFailure({ effects, fee, facts, address })
  const reasons = listRiskReasons({ effects, facts, fee, address, chainId, limits })
  const warnings = [
    ...reasons,
    ...exchangeWarnings({ effects, facts, address }),
    ...transactionWarnings({ transaction, effects, fee, failure, facts, address, chainId }),
  ]
  const terms: Fact[] = [
    ...(call ? (readVote(call)?.facts ?? []) : []),
    ...partyFacts({ effects, to, facts, target: targetLabel(transaction, call) }),
    { label: 'Fee, at most', value: formatFee(fee, facts.coin, chainId) },
    { label: 'Network', value: networkName(chainId) },
  ]
  return {
    name: 'transaction',
    title: titleTransaction({ transaction, call, effects, facts, address, chainId }),
    facts: markNew([...describeEffects({ effects, facts, address, target: to }), ...terms], {
      parties: counterparties(effects, to),
      added: findNewParties({ effects, to, address, recipients }),
    }),
    ...(call && !swap ? { tree: [toTree(call, to)] } : {}),
    details: [
      { label: 'From', value: address, kind: 'address' },
      { label: 'Nonce', value: `${nonce}` },
      { label: 'Gas, at most', value: formatAmount(gas, { decimals: 0 }) },
      { label: 'Gas price, at most', value: formatAmount(maxFeePerGas, { decimals: 9, symbol: 'gwei' }) },
      { label: 'Priority fee', value: formatAmount(maxPriorityFeePerGas, { decimals: 9, symbol: 'gwei' }) },
      ...(failure && facts.simulation?.revertReason
        ? [{ label: 'Reported error', value: facts.simulation.revertReason, kind: 'claim' as const }]
        : []),
    ],
    raw: data,
    warnings: toShown(warnings),
    ...(failure ? { failure } : {}),
    risk: raiseRisk(reasons.length > 0 ? 'high' : 'medium', warnings),
    ...(knownNetworks[chainId]?.isTest ? { isTest: true } : {}),
    ...(movesNothingOwn({ effects, facts, address }) ? { stake: 'none' } : {}),
  }
}

/** Whether all that happens is the end of permissions, or about what belongs to others. */
function movesNothingOwn({
  effects,
  facts: { simulation },
  address,
}: {
  effects: readonly Effect[]
  facts: TransactionFacts
  address: Hex
}): boolean {
  const { changes, approvals } = findUnannounced({ effects, simulation, address })
  const isHarmless = (effect: Effect) =>
    effect.type === 'revoke' ||
    (effect.type !== 'unknown' &&
      effect.type !== 'wrap' &&
      effect.type !== 'swap' &&
      !isSame(effect.from, address))
  return effects.length > 0 && effects.every(isHarmless) && changes.length + approvals.length === 0
}

/** Lists the tokens, and the contract that is called. */
function partyFacts({
  effects,
  facts,
  to,
  target,
}: {
  effects: readonly Effect[]
  facts: TransactionFacts
  to: Hex | undefined
  /** The label of the address that is called or paid, unless it is the token; undefined for Permit2. */
  target: string | undefined
}): Fact[] {
  if (!to) return [{ label: 'New contract', value: 'its code comes from the site that asks' }]
  const tokens = effects.flatMap((effect) =>
    effect.type !== 'unknown' && 'token' in effect.asset ? [effect.asset] : [],
  )
  const [token] = tokens
  const isOneToken = token && tokens.every((one) => isSame(one.token, token.token))
  const isOfToken = token && isSame(token.token, to)
  const distinct = [...new Map(tokens.map((one) => [one.token.toLowerCase(), one])).values()]
  const isReturned = effects.some(
    (effect) => effect.type === 'wrap' || effect.type === 'swap' || (effect.type === 'send' && !effect.to),
  )
  const several = distinct.length > 1 ? distinct.slice(0, listedAtMost) : []
  const unlisted =
    distinct.length > several.length && several.length > 0 ? distinct.length - several.length : 0
  return [
    ...several.map(
      (one): Fact => ({ label: tokenLabel(one), value: `${nameOf(one.token, facts)}: ${one.token}` }),
    ),
    ...(unlisted > 0 ? [{ label: 'And', value: `${unlisted} more tokens; see Details` }] : []),
    ...(isOneToken && !isOfToken ? [toAddress(tokenLabel(token), token.token)] : []),
    ...(target === undefined
      ? [{ label: 'Carried out by', value: 'Permit2 (it gets nothing itself)' }]
      : [
          toAddress(
            isOneToken && isOfToken ? (isReturned ? 'To the token’s contract' : tokenLabel(token)) : target,
            to,
          ),
        ]),
  ]
}

function targetLabel({ to, value }: BuiltTransaction, call: DecodedCall | undefined): string | undefined {
  if (!call) return 'To'
  if (to && isSame(to, permit2) && value === 0n) return undefined
  return value > 0n ? 'To the contract' : 'Contract'
}

function tokenLabel({ kind }: Asset): string {
  if (kind === 'nft' || kind === 'collection') return 'Collection'
  return kind === 'unclear' ? 'Contract' : 'Token'
}

function toAddress(label: string, value: Hex): Fact {
  return { label, value, kind: 'address' }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function toTree(call: DecodedCall & { to?: string | undefined }, to: string | undefined): TreeNode {
  const target = call.to ?? to
  const isMulticall = call.calls.length > 0
  return {
    label: call.name ?? `Unknown call ${call.selector}`,
    ...(target ? { type: target } : {}),
    children: [
      // The inner calls are drawn as a tree, so leave out their raw bytes.
      ...call.args
        .slice(0, isMulticall ? -1 : undefined)
        .map(({ name, type, value }) => ({ label: name, type, value: print(value) })),
      ...call.calls.map((inner) => toTree(inner, call.to ?? to)),
    ],
  }
}

function print(value: unknown): string {
  return printAll(value).slice(0, 2000)
}

function printAll(value: unknown): string {
  if (Array.isArray(value)) return value.map(print).join(', ')
  if (typeof value !== 'object' || value === null) return `${value}`
  return `(${Object.entries(value)
    .map(([name, part]) => `${name}: ${print(part)}`)
    .join(', ')})`
}

/** Rounds a fee up to four significant digits: it is an upper bound. */
function formatFee(fee: bigint, facts: CoinFacts, chainId: string): string {
  const drop = 10n ** BigInt(Math.max(0, fee.toString().length - 4))
  const text = formatAmount(((fee + drop - 1n) / drop) * drop, {
    symbol: facts.symbol ?? 'coins',
    decimals: 18,
  })
  if (knownNetworks[chainId]?.isTest && facts.price === undefined) return `${text} · test coins`
  if (facts.price === undefined) return `${text} · price unknown`
  const dollars = (Number(fee) / 1e18) * facts.price
  return `${text} · ${dollars < 0.01 ? '< $0.01' : `$${dollars.toFixed(2)}`}`
}
