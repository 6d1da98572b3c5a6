import type { Ledger } from '../ledger/createLedger.ts'
import { localSolana } from '../localSolana.ts'
import { localSolanaTwo } from '../localSolanaTwo.ts'
import { seedSolana } from './seedSolana.ts'
import { seedSolanaTwo } from './seedSolanaTwo.ts'

type Seed = (parameters: { ledger: Ledger; at: (time: number) => void }) => void | Promise<void>

/** The seed of each network, by genesis hash. */
export const seeds: Readonly<Record<string, Seed | undefined>> = {
  [localSolana.genesisHash]: seedSolana,
  [localSolanaTwo.genesisHash]: seedSolanaTwo,
}
