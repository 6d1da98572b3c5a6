import type { Hex } from 'viem'
import type { Fact, Warning } from '../../approve/Description.ts'
import { dealWarnings } from '../dealWarnings.ts'
import type { Asset } from '../Effect.ts'
import { effectText } from '../effectCopy.ts'
import { formatAmount } from '../formatAmount.ts'
import { formatNft } from '../formatNft.ts'
import type { TypedValue } from '../hashTypedData.ts'
import { joinNames } from '../joinNames.ts'
import { listedAtMost } from '../listedAtMost.ts'
import { networkCoin } from '../networkCoin.ts'
import { nftNote } from '../nftNote.ts'
import { sumWorth } from '../sumWorth.ts'
import { unlistedWarning } from '../unlistedWarning.ts'
import { typedText } from './copy.ts'
import { danger } from './danger.ts'
import { describeExpiry } from './describeExpiry.ts'
import { isAddress } from './isAddress.ts'
import { nameToken } from './nameToken.ts'
import { nothingNow } from './nothingNow.ts'
import { ownerWarnings } from './ownerWarnings.ts'
import type {
  Recognise,
  RecognisedTypedData,
  RecogniseParameters,
  TypedFields,
} from './RecognisedTypedData.ts'
import { isForContract, requireContract } from './requireContract.ts'
import { toAmount } from './toAmount.ts'

type Item = { fields: TypedFields; isOwn: boolean }

/** Seaport 1.5 and 1.6. */
const contracts = ['0x00000000000000adc04c56bf30ac9d3c0aaf14dc', '0x0000000000000068f116a894984e2db1123eb395']
const zero = `0x${'0'.repeat(40)}`
const maxOrders = 3

/**
 * Recognises an order of Seaport, or several under one signature (BulkOrder).
 *
 * @see https://github.com/ProjectOpenSea/seaport/blob/main/docs/SeaportDocumentation.md
 */
export const recogniseOrder: Recognise = (parameters) => {
  const { primaryType, domain, message } = parameters
  const isDoubted = !isForContract(domain, contracts)
  if (isOrder(message)) return requireContract(recogniseOne(message, parameters, isDoubted), isDoubted)
  if (primaryType === 'BulkOrder') return requireContract(recogniseAll(parameters, isDoubted), isDoubted)
  return undefined
}

function recogniseAll(parameters: RecogniseParameters, isDoubted: boolean): RecognisedTypedData {
  // Unused leaves of the tree are empty orders.
  const orders = findOrders(parameters.message).filter(({ offerer }) => offerer !== zero)
  const described = orders.slice(0, maxOrders).map((order) => recogniseOne(order, parameters, isDoubted))
  const more = orders.length - described.length
  return {
    title: typedText('typed.order.several', { count: orders.length }),
    facts: [
      ...described.flatMap(({ title, facts }, index): Fact[] => [
        { label: typedText('typed.labels.order', { number: index + 1 }), value: title },
        // That nothing leaves now is said once.
        ...(index === 0 ? facts : facts.slice(1)),
      ]),
      ...(more > 0
        ? [
            {
              label: effectText('effect.labels.and'),
              value: typedText('typed.more.orders', { count: more }),
            },
          ]
        : []),
    ],
    warnings: [
      danger(typedText('typed.warnings.orders')),
      ...distinct(described.flatMap(({ warnings }) => warnings)),
    ],
    taken: undefined,
  }
}

function recogniseOne(
  order: TypedFields,
  parameters: RecogniseParameters,
  isDoubted: boolean,
): RecognisedTypedData {
  const { address, now } = parameters
  const offerer = `${order.offerer}`.toLowerCase()
  const toItem = (fields: TypedFields): Item => ({
    fields,
    isOwn: `${fields.recipient}`.toLowerCase() === offerer,
  })
  const given = listItems(order.offer).map(toItem)
  const got = listItems(order.consideration).map(toItem)
  const own = got.filter(({ isOwn }) => isOwn)
  const others = got.filter(({ isOwn }) => !isOwn)
  const isForNothing = own.every(({ fields }) => amountOf(fields, false) === 0n)
  const isWhole = order.orderType === 0n || order.orderType === 2n
  const ends = describeExpiry(isWhole ? 'orderOnce' : 'orderParts', order.endTime, { now })
  const isSale = given.length > 0 && given.every(({ fields }) => isNft(fields))
  const toAssets = (items: readonly Item[], isGiven: boolean) =>
    items.map(({ fields }) => toAsset(fields, isGiven, parameters))
  const gives = sumWorth(toAssets(given, true), parameters.assets)
  const gets = sumWorth(toAssets(own, false), parameters.assets)
  const short = (items: readonly Item[], isGiven: boolean) =>
    joinNames(items.map(({ fields }) => describeItem(fields, isGiven, parameters).short))
  const title = { given: short(given, true), got: isForNothing ? '' : short(own, false) }
  const give = (amount: string): Fact => ({
    label: typedText('typed.labels.youGive'),
    value: isDoubted ? effectText('effect.orMore', { amount }) : amount,
    kind: 'out',
  })
  const pays = typedText(`typed.labels.${isSale ? 'buyer' : 'filler'}${isForNothing ? 'Pays' : 'AlsoPays'}`)
  return {
    title:
      title.got === ''
        ? typedText(title.given === '' ? 'typed.order.titleNothing' : 'typed.order.titleForNothing', title)
        : typedText(title.given === '' ? 'typed.order.titleOfNothing' : 'typed.order.title', title),
    facts: [
      nothingNow('nothingUntilFilled'),
      ...given
        .slice(0, listedAtMost)
        .map(({ fields }): Fact => give(describeItem(fields, true, parameters).full)),
      ...(given.length > listedAtMost
        ? [give(typedText('typed.more.things', { count: given.length - listedAtMost }))]
        : []),
      ...(isForNothing
        ? [{ label: typedText('typed.labels.youGet'), value: typedText('typed.order.nothing') }]
        : []),
      ...[...own, ...others].slice(0, listedAtMost).map(({ fields, isOwn }): Fact => {
        const what = describeItem(fields, false, parameters).full
        return isOwn
          ? {
              label: typedText(isDoubted ? 'typed.labels.youGetDoubted' : 'typed.labels.youGet'),
              value: isSale ? typedText('typed.order.byBuyer', { what }) : what,
              kind: 'in',
            }
          : {
              label: pays,
              value: typedText('typed.order.notToYou', { what, recipient: `${fields.recipient}` }),
            }
      }),
      ...(got.length > listedAtMost
        ? [
            {
              label: effectText('effect.labels.and'),
              value: typedText('typed.more.payments', { count: got.length - listedAtMost }),
            },
          ]
        : []),
      ...(typeof order.endTime === 'bigint' ? ends.facts : []),
    ],
    warnings: [
      { level: 'note', text: typedText('typed.warnings.order') },
      ...(isForNothing
        ? [danger(typedText('typed.warnings.orderForNothing'))]
        : dealWarnings({ gives, gets })),
      ...(given.some(({ fields }) => isNft(fields)) ? [nftNote()] : []),
      ...(given.length > listedAtMost ? [unlistedWarning(given.length - listedAtMost)] : []),
      ...(typeof order.endTime === 'bigint' ? ends.warnings : []),
      ...ownerWarnings(order.offerer, address),
    ],
    taken: listTaken(given, parameters),
  }
}

/** Lists what is given; undefined with an NFT, whose worth is not known. */
function listTaken(given: readonly Item[], parameters: RecogniseParameters): Asset[] | undefined {
  return given.some(({ fields }) => isNft(fields))
    ? undefined
    : given.map(({ fields }) => toAsset(fields, true, parameters))
}

/** Any other type than a coin and a token stands for an NFT. */
function isNft({ itemType, token }: TypedFields): boolean {
  return itemType !== 0n && !(itemType === 1n && isAddress(token))
}

function toAsset(fields: TypedFields, isGiven: boolean, { tokenOf }: RecogniseParameters): Asset {
  const { itemType, token, identifierOrCriteria } = fields
  const amount = amountOf(fields, isGiven)
  if (itemType === 0n) return { kind: 'coin', amount }
  if (!isNft(fields) && isAddress(token)) return toAmount(token, amount, tokenOf(token))
  const id = typeof identifierOrCriteria === 'bigint' ? identifierOrCriteria : 0n
  return { kind: 'nft', token: `${token}` as Hex, id, amount }
}

/** Describes an item: with its contract, and short for a title. */
function describeItem(
  item: TypedFields,
  isGiven: boolean,
  { chainId, tokenOf }: RecogniseParameters,
): { full: string; short: string } {
  const { itemType, token, identifierOrCriteria } = item
  const amount = amountOf(item, isGiven)
  if (itemType === 0n) {
    const text = formatAmount(amount, networkCoin(chainId))
    return { full: text, short: text }
  }
  if (itemType === 1n) {
    const text = formatAmount(amount, isAddress(token) ? nameToken(token, tokenOf(token)) : {})
    return { full: typedText('typed.order.token', { amount: text, token: `${token}` }), short: text }
  }
  if (itemType === 2n || itemType === 3n) {
    const text = formatNft(
      identifierOrCriteria,
      isAddress(token) ? nameToken(token, tokenOf(token)) : {},
      amount,
    )
    return {
      full: typedText('typed.order.collection', { nft: text, token: `${token}` }),
      short: text,
    }
  }
  // The other types leave the choice of the NFT to whoever fills the order.
  const { symbol } = isAddress(token) ? tokenOf(token) : {}
  const id =
    `typed.order.${identifierOrCriteria === 0n ? 'any' : 'oneOf'}${amount === 1n ? '' : 'Copies'}` as const
  const values = {
    token: `${token}`,
    name: symbol?.slice(0, 24) ?? '',
    copies: formatAmount(amount, { decimals: 0 }),
    count: Number(amount),
  }
  return { full: typedText(id, values), short: typedText(`${id}Short${symbol ? '' : 'Unnamed'}`, values) }
}

/** Amounts change from start to end while the order is open: returns the worst case for the visitor. */
function amountOf({ startAmount, endAmount }: TypedFields, isGiven: boolean): bigint {
  const ends = [startAmount, endAmount].filter((end) => typeof end === 'bigint')
  const ascending = ends.toSorted((a, b) => (a < b ? -1 : 1))
  return (isGiven ? ascending.at(-1) : ascending[0]) ?? 0n
}

function isOrder({ offer, consideration }: TypedFields): boolean {
  return Array.isArray(offer) && Array.isArray(consideration)
}

function listItems(value: TypedValue | undefined): TypedFields[] {
  if (!Array.isArray(value)) return []
  return value.map((item) => (typeof item === 'object' ? item : {}) as TypedFields)
}

function findOrders(value: TypedValue): TypedFields[] {
  if (typeof value !== 'object') return []
  if (!Array.isArray(value) && isOrder(value as TypedFields)) return [value as TypedFields]
  return Object.values(value).flatMap(findOrders)
}

function distinct(warnings: readonly Warning[]): Warning[] {
  return [...new Map(warnings.map((warning) => [warning.text, warning])).values()]
}
