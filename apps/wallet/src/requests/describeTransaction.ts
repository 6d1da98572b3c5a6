import type { Hex } from 'viem'
import type { Description, Fact, TreeNode } from '../approve/Description.ts'
import type { RiskLimits } from '../page/RiskLimits.ts'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { changesOnly } from './changesOnly.ts'
import { counterparties } from './counterparties.ts'
import type { DecodedCall } from './decodeCall.ts'
import { describeChange } from './describeChange.ts'
import { describeEffects } from './describeEffects.ts'
import { describeFee, feeNotes, paymentEffects } from './describeFee.ts'
import type { Asset, Effect } from './Effect.ts'
import { effectText } from './effectCopy.ts'
import { exchangeWarnings } from './exchangeWarnings.ts'
import { explainFailure } from './explainFailure.ts'
import { findNewParties } from './findNewParties.ts'
import { findUnannounced } from './findUnannounced.ts'
import { formatAmount } from './formatAmount.ts'
import { nameOf } from './formatAsset.ts'
import { knownNetworks } from './knownNetworks.ts'
import { listedAtMost } from './listedAtMost.ts'
import { listRiskReasons } from './listRiskReasons.ts'
import { markNew } from './markNew.ts'
import { networkName } from './networkName.ts'
import type { Payment } from './operations/Payment.ts'
import type { UserOperation } from './operations/UserOperation.ts'
import { describeRevocation } from './permissions/describeRevocation.ts'
import { describeUnpaid } from './permissions/describeUnpaid.ts'
import { readRevocation } from './permissions/readRevocation.ts'
import { permit2 } from './permit2.ts'
import { raiseRisk } from './raiseRisk.ts'
import { readBatch } from './readBatch.ts'
import { readParts } from './readParts.ts'
import { readVote } from './readVote.ts'
import type { TransactionFacts } from './TransactionFacts.ts'
import type { TransactionPart } from './TransactionPart.ts'
import { titleEffects } from './titleEffects.ts'
import { titleTransaction } from './titleTransaction.ts'
import { toShown } from './toShown.ts'
import { transactionText } from './transactionCopy.ts'
import { transactionWarnings } from './transactionWarnings.ts'

/**
 * Describes a transaction: what it does, what it costs and what is unusual. The calldata takes precedence over the simulation,
 * which only adds warnings, because contracts can detect a simulation. What all calls of a batch move and allow is judged together. Only
 * a transaction that moves and allows no more than the limits, all of it with a known price, is of medium risk; every other one is of
 * high risk.
 */
export function describeTransaction({
  transaction,
  facts: known,
  address,
  chainId,
  limits,
  payment = { by: 'coins' },
  fails,
  operation,
  notPaidBy,
}: {
  transaction: BuiltTransaction
  facts: TransactionFacts
  address: Hex
  chainId: string
  limits: RiskLimits
  payment?: Payment | undefined
  /** A node says that it would fail now. */
  fails?: boolean | undefined
  /** The user operation that is sent instead. */
  operation?: Pick<UserOperation, 'nonce' | 'callData' | 'paymaster'> | undefined
  /** The project that pays here, but not for this. */
  notPaidBy?: string | undefined
}): Description {
  const { data, gas, maxFeePerGas, maxPriorityFeePerGas, nonce } = transaction
  const facts = { ...known, isSponsored: payment.by === 'sponsor' }
  const kindOf = (token: string) => facts.tokens.get(token.toLowerCase())?.kind ?? 'unclear'
  const parts = readParts({ transaction, address, chainId, kindOf })
  const groups = parts.map(({ effects }) => effects)
  const effects = groups.flat()
  const cost = gas * maxFeePerGas
  // In coins; a fee in a token is one more thing that leaves the account.
  const fee = payment.by === 'coins' ? cost : 0n
  const paid = paymentEffects(payment, address)
  const charge = { payment, cost, facts, chainId }
  const { recipients } = facts
  const change = transaction.change && describeChange(transaction.change, chainId)
  const revocation = readRevocation(transaction, address)
  // Nodes refuse a transaction whose fee the account may not be able to pay: not even the fee leaves it.
  const isUnpaid = !fails && facts.simulation?.status !== 'reverted'
  const unpaid = revocation && isUnpaid ? describeUnpaid(revocation, { fee, facts }) : undefined
  const explained = explainFailure({ effects: [...effects, ...paid], fee, fails, facts, address })
  const failure = unpaid ?? explained
  const reasons = listRiskReasons({
    effects: [...effects, ...paid],
    groups: [...groups, ...(paid.length > 0 ? [paid] : [])],
    ...{ facts, fee, address, chainId, limits },
  })
  const warnings = [
    ...reasons,
    ...exchangeWarnings({ effects, facts, address }),
    ...(unpaid ? [{ level: 'danger', text: unpaid } as const] : []),
    ...transactionWarnings({
      ...{ parts, fee, failure: unpaid ? undefined : explained, isUnpaid, facts, address, chainId },
    }),
    ...feeNotes(charge, { notPaidBy }),
    ...(change?.warnings ?? []),
  ]
  const isBatch = readBatch(transaction, address) !== undefined
  const whole = changesOnly(transaction)
    ? change
    : revocation && describeRevocation(revocation, { chainId, assets: facts })
  const context: Context = { facts, address, chainId }
  const trees = parts.map((part, index) => toPartTree(part, isBatch ? index + 1 : undefined))
  return {
    name: 'transaction',
    title:
      whole?.title ??
      (isBatch ? titleBatch(parts, context) : titleTransaction({ part: firstOf(parts), ...context })),
    facts: markNew(
      [
        ...(whole?.facts ??
          (isBatch ? describeBatch(parts, { effects, ...context }) : describePart(firstOf(parts), context))),
        describeFee(charge),
        { label: effectText('effect.labels.network'), value: networkName(chainId) },
      ],
      {
        parties: parts.flatMap((part) => counterparties(part.effects, part.to)),
        added: parts.flatMap((part) =>
          findNewParties({ effects: part.effects, to: part.to, address, recipients }),
        ),
      },
    ),
    ...(trees.flat().length > 0 ? { tree: trees.flat() } : {}),
    details: [
      { label: transactionText('transaction.labels.from'), value: address, kind: 'address' },
      { label: transactionText('transaction.labels.nonce'), value: `${operation?.nonce ?? nonce}` },
      { label: transactionText('transaction.labels.gas'), value: formatAmount(gas, { decimals: 0 }) },
      {
        label: transactionText('transaction.labels.gasPrice'),
        value: formatAmount(maxFeePerGas, { decimals: 9, symbol: 'gwei' }),
      },
      {
        label: transactionText('transaction.labels.priorityFee'),
        value: formatAmount(maxPriorityFeePerGas, { decimals: 9, symbol: 'gwei' }),
      },
      ...(change?.details ?? []),
      ...(operation
        ? [toAddress(transactionText('transaction.labels.advancedBy'), operation.paymaster)]
        : []),
      ...(payment.by === 'token'
        ? [toAddress(transactionText('transaction.labels.feeTo'), payment.collector)]
        : []),
      ...(failure && facts.simulation?.revertReason
        ? [
            {
              label: transactionText('transaction.labels.error'),
              value: facts.simulation.revertReason,
              kind: 'claim' as const,
            },
          ]
        : []),
    ],
    raw: operation?.callData ?? data,
    warnings: toShown(warnings),
    ...(failure ? { failure } : {}),
    risk: raiseRisk(reasons.length > 0 ? 'high' : 'medium', warnings),
    ...(knownNetworks[chainId]?.isTest ? { isTest: true } : {}),
    ...(movesNothingOwn({ effects, facts, address }) ? { stake: 'none' } : {}),
  }
}

type Context = { facts: TransactionFacts; address: Hex; chainId: string }

/** Describes a transaction that is one call. */
function describePart(part: TransactionPart, { facts, address }: Context): Fact[] {
  const { to, effects } = part
  return [...describeEffects({ effects, facts, address, target: to }), ...partTerms(part, facts)]
}

/** Describes what all calls do together, and then each of them. */
function describeBatch(
  parts: readonly TransactionPart[],
  { effects, ...context }: Context & { effects: readonly Effect[] },
): Fact[] {
  const { facts, address } = context
  return [
    ...describeEffects({ effects, facts, address, target: address, scope: 'batch' }),
    {
      label: transactionText('transaction.labels.allOrNothing'),
      value: transactionText(
        facts.isSponsored ? 'transaction.allOrNothing' : 'transaction.allOrNothingForFee',
      ),
    },
    ...parts.flatMap((part, index): Fact[] => [
      {
        label: transactionText('transaction.labels.callOf', { number: index + 1, count: parts.length }),
        value: titleTransaction({ part, ...context }),
      },
      ...describeEffects({ effects: part.effects, facts, address, target: part.to, scope: 'call' }),
      ...partTerms(part, facts),
    ]),
  ]
}

function partTerms({ to, value, call, effects }: TransactionPart, facts: TransactionFacts): Fact[] {
  return [
    ...(call ? (readVote(call)?.facts ?? []) : []),
    ...partyFacts({ effects, to, facts, target: targetLabel({ to, value }, call) }),
  ]
}

/** Names everything that the calls do, or only their number. */
function titleBatch(parts: readonly TransactionPart[], { facts, address }: Context): string {
  const effects = parts.flatMap((part) => part.effects)
  const isNamed = effects.every(({ type }) => type === 'send' || type === 'allow' || type === 'revoke')
  const isReturned = effects.some((effect) => effect.type === 'send' && !effect.to)
  return (
    (isNamed && !isReturned ? titleEffects(effects, { assets: facts, address }) : undefined) ??
    transactionText('transaction.titles.allOrNone', { count: parts.length })
  )
}

function firstOf(parts: readonly TransactionPart[]): TransactionPart {
  const [part] = parts
  if (!part) throw new Error('A transaction has a call.')
  return part
}

/** Draws a call; with a number, it is one of several. */
function toPartTree(
  { to, value, data, call, isSwap }: TransactionPart,
  number: number | undefined,
): TreeNode[] {
  if (number === undefined) return call && !isSwap ? [toTree(call, to)] : []
  return [
    {
      label: transactionText('transaction.labels.call', { number }),
      ...(to ? { type: to } : {}),
      children: [
        ...(value > 0n ? [{ label: 'value', type: 'wei', value: `${value}` }] : []),
        ...(call && !isSwap ? [toTree(call, to)] : []),
        ...(isSwap || call?.name === undefined ? [{ label: 'data', type: 'bytes', value: print(data) }] : []),
      ],
    },
  ]
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
  if (!to)
    return [
      {
        label: transactionText('transaction.labels.newContract'),
        value: transactionText('transaction.codeOfSite'),
      },
    ]
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
      (one): Fact => ({
        label: tokenLabel(one),
        value: transactionText('transaction.tokenAt', { name: nameOf(one.token, facts), address: one.token }),
      }),
    ),
    ...(unlisted > 0
      ? [
          {
            label: effectText('effect.labels.and'),
            value: transactionText('transaction.more.tokens', { count: unlisted }),
          },
        ]
      : []),
    ...(isOneToken && !isOfToken ? [toAddress(tokenLabel(token), token.token)] : []),
    ...(target === undefined
      ? [{ label: effectText('effect.labels.carriedOutBy'), value: effectText('effect.permit2') }]
      : [
          toAddress(
            isOneToken && isOfToken
              ? isReturned
                ? transactionText('transaction.labels.toTokenContract')
                : tokenLabel(token)
              : target,
            to,
          ),
        ]),
  ]
}

function targetLabel(
  { to, value }: Pick<TransactionPart, 'to' | 'value'>,
  call: DecodedCall | undefined,
): string | undefined {
  if (!call) return effectText('effect.labels.to')
  if (to && isSame(to, permit2) && value === 0n) return undefined
  return value > 0n ? transactionText('transaction.labels.toContract') : effectText('effect.labels.contract')
}

function tokenLabel({ kind }: Asset): string {
  if (kind === 'nft' || kind === 'collection') return effectText('effect.labels.collection')
  return effectText(kind === 'unclear' ? 'effect.labels.contract' : 'effect.labels.token')
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
    label: call.name ?? transactionText('transaction.labels.unknownCall', { selector: call.selector }),
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
