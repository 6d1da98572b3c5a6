import type { Hex } from 'viem'
import type { Fact, Warning } from '../../approve/Description.ts'
import { dealWarnings } from '../dealWarnings.ts'
import type { Asset } from '../Effect.ts'
import { formatAmount } from '../formatAmount.ts'
import { formatNft } from '../formatNft.ts'
import type { TypedValue } from '../hashTypedData.ts'
import { joinNames } from '../joinNames.ts'
import { listedAtMost } from '../listedAtMost.ts'
import { networkCoin } from '../networkCoin.ts'
import { nftNote } from '../nftNote.ts'
import { sumWorth } from '../sumWorth.ts'
import { unlistedWarning } from '../unlistedWarning.ts'
import { danger } from './danger.ts'
import { describeExpiry } from './describeExpiry.ts'
import { isAddress } from './isAddress.ts'
import { nameToken } from './nameToken.ts'
import { nothingUntilFilled } from './nothingUntilFilled.ts'
import { ownerWarnings } from './ownerWarnings.ts'
import type {
  Recognise,
  RecognisedTypedData,
  RecogniseParameters,
  TypedFields,
} from './RecognisedTypedData.ts'
import { requireContract } from './requireContract.ts'
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
  const { primaryType, message } = parameters
  if (isOrder(message))
    return requireContract(recogniseOne(message, parameters), { domain: parameters.domain, contracts })
  if (primaryType !== 'BulkOrder') return undefined
  // Unused leaves of the tree are empty orders.
  const orders = findOrders(message).filter(({ offerer }) => offerer !== zero)
  const described = orders.slice(0, maxOrders).map((order) => recogniseOne(order, parameters))
  const more = orders.length - described.length
  return {
    title: `Sign ${orders.length} orders at once`,
    facts: [
      ...described.flatMap(({ title, facts }, index): Fact[] => [
        { label: `Order ${index + 1}`, value: title },
        ...facts.filter((fact) => fact !== nothingUntilFilled || index === 0),
      ]),
      ...(more > 0 ? [{ label: 'And', value: `${more} more orders; see Details` }] : []),
    ],
    warnings: [
      danger('Each of these orders can be filled without asking you again.'),
      ...distinct(described.flatMap(({ warnings }) => warnings)),
    ],
    taken: undefined,
  }
}

function recogniseOne(order: TypedFields, parameters: RecogniseParameters): RecognisedTypedData {
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
  const how = isWhole ? 'by anyone, once' : 'by anyone, at once or in parts'
  const ends = describeExpiry('order', order.endTime, { now, how })
  const isSale = given.length > 0 && given.every(({ fields }) => isNft(fields))
  const toAssets = (items: readonly Item[], isGiven: boolean) =>
    items.map(({ fields }) => toAsset(fields, isGiven, parameters))
  const gives = sumWorth(toAssets(given, true), parameters.assets)
  const gets = sumWorth(toAssets(own, false), parameters.assets)
  const nothing = 'nothing'
  const title = (items: readonly Item[], isGiven: boolean) =>
    joinNames(items.map(({ fields }) => describeItem(fields, isGiven, parameters).short)) || nothing
  return {
    title: `Give ${title(given, true)} for ${isForNothing ? nothing : title(own, false)}`,
    facts: [
      nothingUntilFilled,
      ...given.slice(0, listedAtMost).map(
        ({ fields }): Fact => ({
          label: 'You give',
          value: describeItem(fields, true, parameters).full,
          kind: 'out',
        }),
      ),
      ...(given.length > listedAtMost
        ? [{ label: 'You give', value: `${given.length - listedAtMost} more things`, kind: 'out' } as const]
        : []),
      ...(isForNothing ? [{ label: 'You get', value: nothing }] : []),
      ...[...own, ...others].slice(0, listedAtMost).map(({ fields, isOwn }): Fact => {
        const what = describeItem(fields, false, parameters).full
        return isOwn
          ? { label: 'You get', value: isSale ? `${what}, paid by the buyer` : what, kind: 'in' }
          : {
              label: `${isSale ? 'The buyer' : 'Whoever fills it'} ${isForNothing ? '' : 'also '}pays`,
              value: `${what}, to ${fields.recipient}, not to you`,
            }
      }),
      ...(got.length > listedAtMost
        ? [{ label: 'And', value: `${got.length - listedAtMost} more payments; see Details` }]
        : []),
      ...(typeof order.endTime === 'bigint' ? ends.facts : []),
    ],
    warnings: [
      {
        level: 'note',
        text: 'Whoever fills the order gets what you give. Anyone who has this signature can do it, without asking you again.',
      },
      ...(isForNothing ? [danger('You would get nothing in return.')] : dealWarnings({ gives, gets })),
      ...(given.some(({ fields }) => isNft(fields)) ? [nftNote] : []),
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
    return { full: `${text}, token ${token}`, short: text }
  }
  const count = amount === 1n ? '' : `${formatAmount(amount, { decimals: 0 })} copies of `
  if (itemType === 2n || itemType === 3n) {
    const text = formatNft(
      identifierOrCriteria,
      isAddress(token) ? nameToken(token, tokenOf(token)) : {},
      amount,
    )
    return { full: `${text}, collection ${token}`, short: text }
  }
  // The other types leave the choice of the NFT to whoever fills the order.
  const { symbol } = isAddress(token) ? tokenOf(token) : {}
  const which = `${count}${identifierOrCriteria === 0n ? 'any NFT' : 'one of several NFTs'} of `
  return {
    full: `${which}the collection ${token}, chosen by whoever fills the order`,
    short: `${which}${symbol ? symbol.slice(0, 24) : 'a collection'}`,
  }
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
