import { localBitcoin } from '../bitcoin/localBitcoin.ts'
import { localSignet } from '../bitcoin/localSignet.ts'
import { localSolana } from '../solana/localSolana.ts'
import { localSolanaTwo } from '../solana/localSolanaTwo.ts'

// Plain values.

/** An asset that the local provider sells. */
export interface OnrampAsset {
  /** CAIP-2. */
  chainId: string
  chainName: string
  /** Null: the network's coin. */
  token: string | null
  symbol: string
  name: string
  decimals: number
  /** Micro-dollars per whole unit. */
  price: bigint
}

/** The two local EVM chains and their first tokens; the manifest has the same addresses. */
const evm = [
  { chainId: 'eip155:31337', chainName: 'Local One' },
  { chainId: 'eip155:31338', chainName: 'Local Two' },
].flatMap((chain): OnrampAsset[] => [
  { ...chain, token: null, symbol: 'ETH', name: 'Ether', decimals: 18, price: 3_200_000_000n },
  {
    ...chain,
    token: '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35',
    symbol: 'DUSD',
    name: 'Dev USD',
    decimals: 6,
    price: 1_000_000n,
  },
])

/** The local provider, which sells for play money. Its secret is public and valid on this machine only. */
export const localOnramp = {
  portVariable: 'ONRAMP_PORT',
  defaultPort: 4410,
  secret: 'local-onramp-secret',
  assets: [
    ...evm,
    ...[localSolana, localSolanaTwo].map(({ caip2, name }) => ({
      ...{ chainId: caip2, chainName: name, token: null },
      ...{ symbol: 'SOL', name: 'Solana', decimals: 9, price: 150_000_000n },
    })),
    ...[localBitcoin, localSignet].map(({ caip2, name, coin }) => ({
      ...{ chainId: caip2, chainName: name, token: null },
      ...{ ...coin, price: 60_000_000_000n },
    })),
  ] as readonly OnrampAsset[],
  /** Micro-dollars per unit of a currency. */
  currencies: { USD: 1_000_000n, EUR: 1_100_000n, GBP: 1_250_000n } as Readonly<Record<string, bigint>>,
  /** Limits in every currency. */
  minimum: '5',
  maximum: '2000',
}
