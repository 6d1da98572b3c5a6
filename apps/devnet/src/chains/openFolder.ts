import { access, constants, mkdir, readdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DataDirUnusableError } from '../errors/DataDirUnusableError.ts'
import { lockFolder } from './lockFolder.ts'

/**
 * Makes the folder of the states, takes it for this process and clears what a killed one left half written.
 *
 * @returns its real path, and what gives it back
 * @throws {DataDirUnusableError} {@link DataDirInUseError}
 */
export async function openFolder({ dataDir }: { dataDir: string }): Promise<{
  folder: string
  unlock: () => Promise<void>
}> {
  const wanted = join(dataDir, 'devnet')
  let folder: string
  try {
    await mkdir(wanted, { recursive: true })
    folder = await realpath(wanted)
    await access(folder, constants.W_OK)
  } catch (error) {
    throw new DataDirUnusableError({ folder: wanted, cause: error as Error })
  }
  const unlock = await lockFolder({ folder })
  for (const name of await readdir(folder)) {
    if (name.endsWith('.tmp')) await rm(join(folder, name), { force: true })
  }
  return { folder, unlock }
}
