import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { writeAtomically } from '../files/writeAtomically.ts'
import type { Anvil } from './startAnvil.ts'

const unzip = promisify(gunzip)

/**
 * Writes the state of a chain to a file for `--load-state`: accounts, blocks, transactions and receipts, without past
 * account states.
 */
export async function writeState({ anvil, file }: { anvil: Anvil; file: string }): Promise<void> {
  const dump = await anvil.rpc<string>('anvil_dumpState')
  await writeAtomically({ file, text: await unzip(Buffer.from(dump.slice(2), 'hex')) })
}
