import { readFileSync } from 'node:fs'
import { BaseError } from '@portico/protocol'
import { type IdentityBatch, identityBatch, identityBatchType } from '@portico/protocol/vault'
import { compactDecrypt } from 'jose'
import * as z from 'zod/mini'
import type { IntroductionKeys } from '../secrets/loadWalletKeys.ts'

/**
 * Reads the users of a file that the vault exported (`identityBatch`).
 *
 * @throws {BaseError} if the file cannot be read, is not encrypted to one of these keys, or is not one complete export.
 */
export async function readIdentityFile({
  file,
  sealing,
}: Pick<IntroductionKeys, 'sealing'> & { file: string }): Promise<IdentityBatch['users']> {
  const batches: IdentityBatch[] = []
  for (const [index, line] of readLines(file).entries()) {
    const batch = await readBatch(line, sealing)
    if (!batch)
      throw new BaseError(
        `Line ${index + 1} of ${file} is not an export of the vault that is encrypted to this gateway's key.`,
      )
    batches.push(batch)
  }
  const isComplete =
    batches.length > 0 &&
    batches.every(
      ({ exportId, batch, isLast }, index) =>
        exportId === batches[0]?.exportId && batch === index && isLast === (index === batches.length - 1),
    )
  if (!isComplete)
    throw new BaseError(`${file} is not one complete export: lines are missing, or of another export.`)
  return batches.flatMap(({ users }) => users)
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  } catch (error) {
    throw new BaseError(`Cannot read ${file}: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

async function readBatch(
  line: string,
  sealing: IntroductionKeys['sealing'],
): Promise<IdentityBatch | undefined> {
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(
      line,
      ({ kid }) => {
        const key = sealing.get(kid ?? '')
        if (!key) throw new Error('unknown key ID')
        return key
      },
      { keyManagementAlgorithms: ['ECDH-ES'], contentEncryptionAlgorithms: ['A256GCM'] },
    )
    if (protectedHeader.typ !== identityBatchType) return undefined
    return z.parse(identityBatch, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext)))
  } catch {
    // Not decrypted and not parsed are the same for the operator: it is another file.
    return undefined
  }
}
