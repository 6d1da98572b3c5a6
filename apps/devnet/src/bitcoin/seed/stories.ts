import type { BitcoinChainName } from '../chain/addressParams.ts'
import type { BitcoinEngine } from '../engine/BitcoinEngine.ts'
import { seedBitcoin } from './seedBitcoin.ts'
import { seedSignet } from './seedSignet.ts'

/** What has happened on each chain before anyone comes; gives the id of a transaction that is left unconfirmed. */
export const stories: Readonly<
  Record<BitcoinChainName, (engine: Pick<BitcoinEngine, 'call'>) => Promise<string | undefined>>
> = { regtest: seedBitcoin, signet: seedSignet }
