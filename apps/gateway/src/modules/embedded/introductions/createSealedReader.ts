import { compactDecrypt } from 'jose'
import * as z from 'zod/mini'
import { Problem } from '../../../infra/http/Problem.ts'
import type { IntroductionKeys } from '../secrets/loadWalletKeys.ts'

/**
 * Creates a function that decrypts what the wallet's frame encrypted to one of the gateway's keys (JWE, RFC 7516), and
 * parses it. Only ECDH-ES and A256GCM are accepted, whatever a header says.
 */
export function createSealedReader({ sealing }: Pick<IntroductionKeys, 'sealing'>) {
  /** @throws {Problem} `sealed-invalid`, also if the content does not match the schema. */
  return async function readSealed<Schema extends z.ZodMiniType>(
    sealed: string,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    try {
      const { plaintext } = await compactDecrypt(
        sealed,
        ({ kid }) => {
          const key = sealing.get(kid ?? '')
          if (!key) throw new Error('unknown key ID')
          return key
        },
        { keyManagementAlgorithms: ['ECDH-ES'], contentEncryptionAlgorithms: ['A256GCM'] },
      )
      return z.parse(schema, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext)))
    } catch (cause) {
      // One problem for all failures, so that an attacker does not learn which step failed.
      throw new Problem('sealed-invalid', { cause })
    }
  }
}

export type SealedReader = ReturnType<typeof createSealedReader>
