import { readFileSync } from 'node:fs'
import { BaseError } from '@portico/protocol'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { readPrivateKey } from '../../config/readPrivateKey.ts'

/**
 * Returns the account whose private key is in a file, or in the standard input for `-`. A key is never an argument, because other users
 * can see arguments in the process list.
 *
 * @throws {BaseError} if there is no key; the message does not contain the content.
 */
export function readSigningKey(file: string): PrivateKeyAccount {
  const problems: string[] = []
  const key = file === '-' ? readInput(problems) : readPrivateKey({ name: '--key-file', file, problems })
  if (!key) throw new BaseError(problems[0] ?? 'There is no key.')
  return privateKeyToAccount(key)
}

function readInput(problems: string[]): `0x${string}` | undefined {
  const text = readFileSync(0, 'utf8').trim().replace(/^0x/, '')
  if (/^[0-9a-f]{64}$/i.test(text)) return `0x${text}`
  problems.push('The standard input must contain a private key: 64 hex digits.')
  return undefined
}
