import { access, constants, mkdir, readdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DataDirUnusableError } from '../errors/DataDirUnusableError.ts'
import { lockFolder } from './lockFolder.ts'

/**
 * Creates and locks the folder of the states, and deletes incomplete files of a killed process.
 *
 * @returns its real path, and a function that releases the lock
 * @throws {DataDirUnusableError} {@link DataDirInUseError}
 */
export async function openFolder({ dataDir }: { dataDir: string }): Promise<{
  folder: string
  unlock: () => Promise<void>
}> {
  const path = join(dataDir, 'devnet')
  let folder: string
  try {
    await mkdir(path, { recursive: true })
    folder = await realpath(path)
    await access(folder, constants.W_OK)
  } catch (error) {
    throw new DataDirUnusableError({ folder: path, cause: error as Error })
  }
  const unlock = await lockFolder({ folder })
  for (const name of await readdir(folder)) {
    if (name.endsWith('.tmp')) await rm(join(folder, name), { force: true })
  }
  return { folder, unlock }
}
