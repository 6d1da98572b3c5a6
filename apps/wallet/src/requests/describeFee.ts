import type { Fact, Warning } from '../approve/Description.ts'
import type { Effect } from './Effect.ts'
import { formatAmount } from './formatAmount.ts'
import { formatAsset, nameOf } from './formatAsset.ts'
import { knownNetworks } from './knownNetworks.ts'
import type { Payment } from './operations/Payment.ts'
import type { TransactionFacts } from './TransactionFacts.ts'
import { worthOf } from './worthOf.ts'

/** Longest name of a sponsor: what the gateway writes after it is cut off. */
const maxName = 40
/** A fee in a token that is worth more than this many times the fee in coins is a danger. */
const maxRatio = 5
/** In US dollars. */
const highFee = 50

type Parameters = {
  payment: Payment
  /** What it costs at most, in wei, whoever pays. */
  cost: bigint
  facts: TransactionFacts
  chainId: string
}

/** Describes who pays the fee and how much: "at most 0.0004 ETH", "Paid by Shop" or "0.05 DUSD". */
export function describeFee({ payment, cost, facts, chainId }: Parameters): Fact {
  if (payment.by === 'sponsor') return { label: 'Fee', value: `Paid by ${shortName(payment.name)}` }
  if (payment.by === 'coins') return { label: 'Fee, at most', value: formatFee(cost, facts, chainId) }
  const asset = toAsset(payment)
  return { label: 'Fee', value: `${formatAsset(asset, facts)}${priceNote(worthOf(asset, facts), chainId)}` }
}

/** The label of a way to pay, where there are several. */
export function labelPayment(payment: Payment, facts: TransactionFacts): string {
  if (payment.by === 'sponsor') return `Paid by ${shortName(payment.name)}`
  return `Pay with ${payment.by === 'token' ? nameOf(payment.token, facts) : (facts.coin.symbol ?? 'coins')}`
}

/** Lists what is unusual about a fee that a token pays, or about who pays. */
export function feeNotes(
  { payment, cost, facts }: Parameters,
  { notPaidBy }: { notPaidBy: string | undefined },
): Warning[] {
  const refused: Warning[] = notPaidBy
    ? [
        {
          level: 'note',
          text: `${shortName(notPaidBy)} does not pay the fee of this transaction: you pay it.`,
        },
      ]
    : []
  if (payment.by !== 'token') return refused
  const worth = worthOf(toAsset(payment), facts)
  const inCoins = worthOf({ kind: 'coin', amount: cost }, facts)
  if (worth !== undefined && inCoins !== undefined && worth > maxRatio * inCoins)
    return [
      ...refused,
      { level: 'danger', text: `The fee is more than ${maxRatio} times what the network charges.` },
    ]
  if (worth !== undefined && worth > highFee)
    return [...refused, { level: 'danger', text: `The fee is more than $${highFee}.` }]
  return refused
}

/** The transfer that pays, as what it does to the account. */
export function paymentEffects(payment: Payment, address: `0x${string}`): Effect[] {
  return payment.by === 'token'
    ? [{ type: 'send', asset: toAsset(payment), from: address, to: payment.collector }]
    : []
}

function toAsset({ token, amount }: Payment & { by: 'token' }): {
  kind: 'erc20'
  token: `0x${string}`
  amount: bigint
} {
  return { kind: 'erc20', token, amount }
}

function shortName(name: string): string {
  return name.length > maxName ? `${name.slice(0, maxName)}…` : name
}

/** Rounds a fee up to four significant digits: it is an upper bound. */
function formatFee(fee: bigint, facts: TransactionFacts, chainId: string): string {
  const drop = 10n ** BigInt(Math.max(0, fee.toString().length - 4))
  const rounded = ((fee + drop - 1n) / drop) * drop
  const text = formatAmount(rounded, { symbol: facts.coin.symbol ?? 'coins', decimals: 18 })
  return `${text}${priceNote(worthOf({ kind: 'coin', amount: fee }, facts), chainId)}`
}

function priceNote(dollars: number | undefined, chainId: string): string {
  if (dollars === undefined) return knownNetworks[chainId]?.isTest ? ' · test coins' : ' · price unknown'
  return ` · ${dollars < 0.01 ? '< $0.01' : `$${dollars.toFixed(2)}`}`
}
