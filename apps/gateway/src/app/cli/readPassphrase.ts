import { readFileSync } from 'node:fs'
import { BaseError } from '@portico/protocol'
import { UsageError } from '@portico/server'

const minLength = 12

/**
 * Reads the passphrase of backups: `BACKUP_PASSPHRASE`, or the first line of the file `BACKUP_PASSPHRASE_FILE`. It is
 * never an argument, because other users can see arguments in the process list.
 *
 * @throws {UsageError} if there is no passphrase, or it is shorter than 12 characters.
 * @throws {BaseError} if the file cannot be read.
 */
export function readPassphrase(env: NodeJS.ProcessEnv): string {
  const passphrase = env.BACKUP_PASSPHRASE || fromFile(env.BACKUP_PASSPHRASE_FILE)
  if (!passphrase)
    throw new UsageError('Set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE to a file that contains it.')
  if (passphrase.length < minLength)
    throw new UsageError(
      `The passphrase must have at least ${minLength} characters; it has ${passphrase.length}.`,
    )
  return passphrase
}

function fromFile(file: string | undefined): string | undefined {
  if (!file) return undefined
  try {
    return readFileSync(file, 'utf8').split('\n')[0]?.trim()
  } catch (cause) {
    throw new BaseError(`Cannot read ${file}, the file in BACKUP_PASSPHRASE_FILE.`, { cause })
  }
}
