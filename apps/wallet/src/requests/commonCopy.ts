import { createText } from '../language/createText.ts'

/** The texts that requests of all kinds have: amounts, names, networks. */
const commonCopy = {
  'common.smallestUnits': '{amount} smallest units of {name}',
  'common.smallestUnitsOfUnnamed': '{amount} smallest units of a token',
  'common.coins': '{amount} coins',
  /** In a list of names: the coin of a network that the wallet does not know. */
  'common.coinName': 'coins',
  'common.nft': 'NFT #{id}',
  'common.nftOf': 'NFT #{id} ({symbol})',
  'common.nftCopies': {
    plural: 'count',
    one: '{copies} copy of NFT #{id}',
    other: '{copies} copies of NFT #{id}',
  },
  'common.nftCopiesOf': {
    plural: 'count',
    one: '{copies} copy of NFT #{id} ({symbol})',
    other: '{copies} copies of NFT #{id} ({symbol})',
  },
  /** The last entry of a list of names. */
  'common.more': { plural: 'count', one: '{count} more', other: '{count} more' },
  'common.moreNfts': { plural: 'count', one: '{count} more NFT', other: '{count} more NFTs' },
  'common.unlisted': {
    plural: 'count',
    one: '{count} more is not listed here. Open Details and read it before you approve.',
    other: '{count} more are not listed here. Open Details and read them before you approve.',
  },
  'common.networks.unknown': 'number {number}, which this wallet does not know',
  'common.networks.test': '{name} (test network: nothing here has real value)',
} as const

export const commonText = createText('approve', commonCopy)
