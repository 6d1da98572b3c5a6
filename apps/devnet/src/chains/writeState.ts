import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { writeWhole } from '../files/writeWhole.ts'
import type { Anvil } from './startAnvil.ts'

const unzip = promisify(gunzip)

/** Writes a chain to a file `--load-state` reads. Blocks, transactions and receipts are in it, past account states are not. */
export async function writeState({ anvil, file }: { anvil: Anvil; file: string }): Promise<void> {
  const dump = await anvil.rpc<string>('anvil_dumpState')
  await writeWhole({ file, text: await unzip(Buffer.from(dump.slice(2), 'hex')) })
}
