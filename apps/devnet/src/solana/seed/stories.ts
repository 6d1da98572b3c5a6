import type { Ledger } from '../ledger/createLedger.ts'
import { localSolana } from '../localSolana.ts'
import { localSolanaTwo } from '../localSolanaTwo.ts'
import { seedSolana } from './seedSolana.ts'
import { seedSolanaTwo } from './seedSolanaTwo.ts'

type Story = (parameters: { ledger: Ledger; at: (time: number) => void }) => void | Promise<void>

/** What has happened on each network before anyone comes, by genesis hash. */
export const stories: Readonly<Record<string, Story | undefined>> = {
  [localSolana.genesisHash]: seedSolana,
  [localSolanaTwo.genesisHash]: seedSolanaTwo,
}
