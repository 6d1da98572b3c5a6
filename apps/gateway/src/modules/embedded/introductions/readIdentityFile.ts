import { readFileSync } from 'node:fs'
import { BaseError } from '@portico/protocol'
import { type IdentityBatch, identityBatchType } from '@portico/protocol/vault'
import { compactDecrypt } from 'jose'
import { Problem } from '../../../infra/http/Problem.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import type { IntroductionKeys } from '../secrets/loadWalletKeys.ts'

/**
 * Reads the users of a file that the vault exported (`identityBatch`). The vault's signature matters, not who brought the file:
 * anybody can encrypt to the gateway, and a user who is imported under an address belongs to whoever reads its mailbox.
 *
 * @throws {BaseError} if the file cannot be read, is not signed by the vault and encrypted to one of these keys, or is not one
 * complete export.
 * @throws {Problem} `vault-unavailable` if the vault's keys cannot be read.
 */
export async function readIdentityFile({
  file,
  sealing,
  statements,
}: Pick<IntroductionKeys, 'sealing'> & {
  file: string
  statements: Pick<VaultStatements, 'readIdentities'>
}): Promise<IdentityBatch['users']> {
  const batches: IdentityBatch[] = []
  for (const [index, line] of readLines(file).entries()) {
    const signed = await decryptLine(line, sealing)
    const batch = signed && (await readSigned(signed, statements))
    if (!batch)
      throw new BaseError(
        `Line ${index + 1} of ${file} is not an export of the vault, signed by it and encrypted to this gateway's key.`,
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

async function decryptLine(line: string, sealing: IntroductionKeys['sealing']): Promise<string | undefined> {
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
    return protectedHeader.typ === identityBatchType ? new TextDecoder().decode(plaintext) : undefined
  } catch {
    // Whatever is wrong with it, for the operator it is another file.
    return undefined
  }
}

async function readSigned(
  signed: string,
  statements: Pick<VaultStatements, 'readIdentities'>,
): Promise<IdentityBatch | undefined> {
  try {
    return await statements.readIdentities(signed)
  } catch (error) {
    if (error instanceof Problem && error.code === 'statement-invalid') return undefined
    throw error
  }
}
