import { readFileSync } from 'node:fs'
import { BaseError } from '@portico/protocol'
import { UsageError } from './UsageError.ts'

const shortest = 12

/**
 * The passphrase of backups: `BACKUP_PASSPHRASE`, or the first line of the file `BACKUP_PASSPHRASE_FILE`. Never an
 * argument, as those are seen in the list of processes.
 *
 * @throws {UsageError} if there is none, or it is too short.
 */
export function readPassphrase(env: NodeJS.ProcessEnv): string {
  const passphrase = env.BACKUP_PASSPHRASE || fromFile(env.BACKUP_PASSPHRASE_FILE)
  if (!passphrase) throw new UsageError('Set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE to a file with it.')
  if (passphrase.length < shortest)
    throw new UsageError(
      `The passphrase has ${passphrase.length} characters: at least ${shortest} are needed.`,
    )
  return passphrase
}

function fromFile(file: string | undefined): string | undefined {
  if (!file) return undefined
  try {
    return readFileSync(file, 'utf8').split('\n')[0]?.trim()
  } catch (cause) {
    throw new BaseError(`BACKUP_PASSPHRASE_FILE is ${file}, which cannot be read.`, { cause })
  }
}
