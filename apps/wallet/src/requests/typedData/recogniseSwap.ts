import type { Hex } from 'viem'
import { dealWarnings } from '../dealWarnings.ts'
import { effectText } from '../effectCopy.ts'
import { formatAmount, type TokenFacts } from '../formatAmount.ts'
import { isNever } from '../isNever.ts'
import { networkCoin } from '../networkCoin.ts'
import { worthOf } from '../worthOf.ts'
import { typedText } from './copy.ts'
import { danger } from './danger.ts'
import { describeExpiry } from './describeExpiry.ts'
import { isAddress } from './isAddress.ts'
import { nameToken } from './nameToken.ts'
import { nothingNow } from './nothingNow.ts'
import { ownerWarnings } from './ownerWarnings.ts'
import type { Recognise, RecognisedTypedData, TypedFields } from './RecognisedTypedData.ts'
import { isForContract, requireContract } from './requireContract.ts'
import { toAmount } from './toAmount.ts'

/** The names that an exchange gives to the fields of an order, and its contract in lower case. */
type Exchange = { give: string; gives: string; get: string; gets: string; contract: string }

const exchanges: readonly Exchange[] = [
  // CoW Protocol
  {
    give: 'sellToken',
    gives: 'sellAmount',
    get: 'buyToken',
    gets: 'buyAmount',
    contract: '0x9008d19f58aabd9ed0d60971565aa8510560ab41',
  },
  // 1inch
  {
    give: 'makerAsset',
    gives: 'makingAmount',
    get: 'takerAsset',
    gets: 'takingAmount',
    contract: '0x111111125421ca6dc452d289314280a0f8842a65',
  },
  // 0x
  {
    give: 'makerToken',
    gives: 'makerAmount',
    get: 'takerToken',
    gets: 'takerAmount',
    contract: '0xdef1c0ded9bec7f1a1670819833240f027b25eff',
  },
]
const zero = `0x${'0'.repeat(40)}`
/** Stands for the native coin in the orders of several exchanges. */
const coin = `0x${'e'.repeat(40)}`

/**
 * Recognises an order to exchange one token for another.
 *
 * @see https://docs.cow.fi/cow-protocol/reference/core/intents
 */
export const recogniseSwap: Recognise = ({ domain, message, address, chainId, now, assets, tokenOf }) => {
  const exchange = exchanges.find(
    ({ give, gives, get, gets }) =>
      isAddress(message[give]) &&
      isAddress(message[get]) &&
      typeof message[gives] === 'bigint' &&
      typeof message[gets] === 'bigint',
  )
  if (!exchange) return undefined
  const factsOf = (token: string) =>
    token.toLowerCase() === coin ? networkCoin(chainId) : nameToken(token, tokenOf(token))
  const [give, get] = [`${message[exchange.give]}`, `${message[exchange.get]}`]
  const fee = typeof message.feeAmount === 'bigint' ? message.feeAmount : 0n
  const given = (message[exchange.gives] as bigint) + fee
  const got = message[exchange.gets] as bigint
  const [most, least] = [formatAmount(given, factsOf(give)), formatAmount(got, factsOf(get))]
  const worth = (token: string, amount: bigint) =>
    worthOf(
      token.toLowerCase() === coin
        ? { kind: 'coin', amount }
        : { kind: 'erc20', token: token as Hex, amount },
      assets,
    )
  const receiver = receiverOf(message, address)
  const isWhole = message.partiallyFillable === false
  const isDoubted = !isForContract(domain, [exchange.contract])
  const expiry = expiryOf(message)
  const ends = describeExpiry(isWhole ? 'orderOnce' : 'orderParts', expiry, { now })
  const returned = isWhole ? least : typedText('typed.swap.share', { amount: least })
  const recognised: RecognisedTypedData = {
    title: typedText(receiver ? 'typed.swap.titleForOther' : 'typed.swap.title', {
      given: most,
      got: least,
    }),
    facts: [
      nothingNow('nothingUntilFilled'),
      {
        label: typedText(isDoubted ? 'typed.labels.youGive' : 'typed.labels.youGiveMost'),
        value: isDoubted ? effectText('effect.orMore', { amount: most }) : most,
        kind: 'out',
      },
      receiver
        ? { label: typedText('typed.labels.otherGetsLeast'), value: returned }
        : {
            label: typedText(isDoubted ? 'typed.labels.youGetDoubted' : 'typed.labels.youGetLeast'),
            value: returned,
            kind: 'in',
          },
      ...(receiver
        ? [{ label: typedText('typed.labels.recipient'), value: receiver, kind: 'address' } as const]
        : []),
      ...ends.facts,
      { label: typedText('typed.labels.tokenGiven'), value: give, kind: 'address' },
      { label: typedText('typed.labels.tokenGot'), value: get, kind: 'address' },
    ],
    warnings: [
      ...(isNegligible(got, factsOf(get))
        ? [danger(typedText('typed.warnings.swapForNothing'))]
        : dealWarnings({
            gives: worth(give, given),
            gets: worth(get, got),
            deal: receiver ? 'forOthers' : 'signed',
          })),
      ...(receiver ? [danger(typedText('typed.warnings.swapForOther'))] : []),
      {
        level: 'note',
        text: typedText(isNever(expiry) ? 'typed.warnings.swapEndless' : 'typed.warnings.swap'),
      },
      ...ends.warnings,
      ...ownerWarnings(message.maker, address),
    ],
    parties: receiver ? [{ address: receiver, role: 'payee' }] : [],
    taken: give.toLowerCase() === coin ? undefined : [toAmount(give, given, tokenOf(give))],
  }
  return requireContract(recognised, isDoubted)
}

/** The recipient, if it is not the account itself. Zero stands for the account. */
function receiverOf({ receiver }: TypedFields, address: string): Hex | undefined {
  if (!isAddress(receiver) || receiver === zero) return undefined
  return receiver.toLowerCase() === address.toLowerCase() ? undefined : receiver
}

/** Returns when an order ends; undefined if it never does. */
function expiryOf({ validTo, expiry, expiryAndNonce, makerTraits }: TypedFields): bigint | undefined {
  if (typeof validTo === 'bigint') return validTo
  if (typeof expiry === 'bigint') return expiry
  // 0x: the upper 64 bits.
  if (typeof expiryAndNonce === 'bigint') return expiryAndNonce >> 192n
  // 1inch: bits 80 to 119, of which 0 means never.
  if (typeof makerTraits === 'bigint') return (makerTraits >> 80n) & 0xff_ffff_ffffn || undefined
  return undefined
}

/** Whether an amount is less than a millionth of a token; without known decimals, less than 1000 base units. */
function isNegligible(amount: bigint, { decimals }: TokenFacts): boolean {
  return decimals === undefined ? amount < 1000n : amount * 1_000_000n < 10n ** BigInt(decimals)
}
