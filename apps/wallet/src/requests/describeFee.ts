import type { Fact, Warning } from '../approve/Description.ts'
import { formatDollars } from '../approve/formatDollars.ts'
import type { Effect } from './Effect.ts'
import { formatAmount } from './formatAmount.ts'
import { coinFacts, coinName, formatAsset, nameOf } from './formatAsset.ts'
import { knownNetworks } from './knownNetworks.ts'
import type { Payment } from './operations/Payment.ts'
import type { TransactionFacts } from './TransactionFacts.ts'
import { transactionText } from './transactionCopy.ts'
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
export function describeFee(parameters: Parameters): Fact {
  return {
    label: transactionText(
      parameters.payment.by === 'coins' ? 'transaction.labels.feeAtMost' : 'transaction.labels.fee',
    ),
    value: feeOf(parameters),
  }
}

/** Returns what is to be paid, for a choice between several ways to pay: "at most 0.0004 ETH". */
export function describeCost(parameters: Parameters): string {
  const amount = feeOf(parameters)
  return parameters.payment.by === 'coins' ? transactionText('transaction.fee.atMost', { amount }) : amount
}

function feeOf({ payment, cost, facts, chainId }: Parameters): string {
  if (payment.by === 'sponsor')
    return transactionText('transaction.fee.paidBy', { name: shortName(payment.name) })
  if (payment.by === 'coins') return formatFee(cost, facts, chainId)
  const asset = toAsset(payment)
  return withPrice(formatAsset(asset, facts), worthOf(asset, facts), chainId)
}

/** The label of a way to pay, where there are several. */
export function labelPayment(payment: Payment, facts: TransactionFacts): string {
  if (payment.by === 'sponsor')
    return transactionText('transaction.fee.paidBy', { name: shortName(payment.name) })
  const name = payment.by === 'token' ? nameOf(payment.token, facts) : coinName(facts)
  return transactionText('transaction.fee.payWith', { name })
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
          text: transactionText('transaction.fee.notPaidBy', { name: shortName(notPaidBy) }),
        },
      ]
    : []
  if (payment.by !== 'token') return refused
  const worth = worthOf(toAsset(payment), facts)
  const inCoins = worthOf({ kind: 'coin', amount: cost }, facts)
  if (worth !== undefined && inCoins !== undefined && worth > maxRatio * inCoins)
    return [
      ...refused,
      { level: 'danger', text: transactionText('transaction.fee.times', { count: maxRatio }) },
    ]
  if (worth !== undefined && worth > highFee)
    return [
      ...refused,
      {
        level: 'danger',
        text: transactionText('transaction.fee.tooMuch', { dollars: formatDollars(highFee) }),
      },
    ]
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
  const text = formatAmount(rounded, coinFacts(facts))
  return withPrice(text, worthOf({ kind: 'coin', amount: fee }, facts), chainId)
}

function withPrice(amount: string, dollars: number | undefined, chainId: string): string {
  if (dollars === undefined)
    return transactionText(
      knownNetworks[chainId]?.isTest ? 'transaction.fee.testCoins' : 'transaction.fee.noPrice',
      { amount },
    )
  return dollars < 0.01
    ? transactionText('transaction.fee.worthLess', { amount, dollars: formatDollars(0.01, 2) })
    : transactionText('transaction.fee.worth', { amount, dollars: formatDollars(dollars, 2) })
}
