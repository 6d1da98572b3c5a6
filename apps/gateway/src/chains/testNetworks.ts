import { type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import { localNetworks } from '../infra/config/localNetworks.ts'
import { bitcoinNetworks } from './bitcoin/bitcoinNetworks.ts'
import { isDevelopmentChain } from './shared/isDevelopmentChain.ts'

/**
 * Test networks of the EVM by chain ID. Only these and local chains: a network whose coins have a value must not get on a list by
 * mistake, as its name or a flag could.
 */
const evm = new Set([
  // Sepolia, Hoodi, Holesky.
  ...['11155111', '560048', '17000'],
  // Sepolia networks of OP, Base, Arbitrum, Unichain, World Chain, Ink, Zora, Blast, Scroll, Linea, ZKsync, Mantle, Celo.
  ...[
    '11155420',
    '84532',
    '421614',
    '1301',
    '4801',
    '763373',
    '999999999',
    '168587773',
    '534351',
    '59141',
    '300',
  ],
  ...['5003', '11142220'],
  // BNB testnet, Amoy, Fuji, Chiado, Bepolia, Monad testnet, Minato.
  ...['97', '80002', '43113', '10200', '80069', '10143', '1946'],
])
/** Devnet, testnet and the local networks, by the beginning of their genesis hashes. */
const solana = new Set<string>([
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3',
  localNetworks.solana,
  localNetworks.solanaTwo,
])
const bitcoinMainnet = '000000000019d6689c085ae165831e93'

/**
 * Whether the coins of a network have no value, by its chain ID or genesis hash. The gateway sends requests only to upstreams that
 * return the same.
 */
export function isTestNetwork(chain: CaipNetworkId): boolean {
  const { namespace, reference } = parseCaipNetworkId(chain)
  if (namespace === 'eip155') return evm.has(reference) || isDevelopmentChain({ reference })
  if (namespace === 'solana') return solana.has(chain)
  return namespace === 'bip122' && reference !== bitcoinMainnet && Object.hasOwn(bitcoinNetworks, reference)
}
