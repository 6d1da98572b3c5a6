import type { BitcoinChainName } from '../chain/addressParams.ts'
import type { BitcoinEngine } from '../engine/BitcoinEngine.ts'
import { seedBitcoin } from './seedBitcoin.ts'
import { seedSignet } from './seedSignet.ts'

/** The seed of each chain; resolves with the id of the transaction that is left unconfirmed, if any. */
export const seeds: Readonly<
  Record<BitcoinChainName, (engine: Pick<BitcoinEngine, 'call'>) => Promise<string | undefined>>
> = { regtest: seedBitcoin, signet: seedSignet }
