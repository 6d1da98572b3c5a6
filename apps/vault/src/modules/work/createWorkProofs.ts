import { createHash, randomBytes } from 'node:crypto'
import { hasZeroBits, type WorkProof, workText } from '@portico/protocol/vault'
import { createUsageCounter, isEqualSecret } from '@portico/server'
import type { Database } from '../../database/openVaultDatabase.ts'
import { Problem } from '../../problems/Problem.ts'
import { macOf } from '../../secrets/loadSecrets.ts'

/** Proofs of work, which make many requests expensive without refusing any. */
export type WorkProofs = {
  /**
   * Accepts a proof of at least `bits` for this request, once; it is used if and only if the transaction commits.
   *
   * @param request the fields of the request that the proof is bound to
   * @throws {Problem} `work-required` with a new challenge, if there is no such proof.
   */
  require(
    transaction: Database,
    call: { bits: number; proof: WorkProof | undefined; request: readonly string[]; now: number },
  ): Promise<void>
}

/** How long a challenge can be answered. Short, so that answers cannot be collected for later. */
const lifetimeMs = 300_000
/** How many bits the difficulty may have risen while the browser was working. */
const tolerance = 1

/**
 * Creates proofs of work by counting (hashcash). A challenge is its own record: difficulty, expiry and a random value with an
 * HMAC over them and the request. Only used ones are stored, until they expire.
 */
export function createWorkProofs({ secret }: { secret: Uint8Array }): WorkProofs {
  const sign = (facts: string, request: readonly string[]) =>
    macOf(secret, ['work', facts, ...request])
      .toString('base64url')
      .slice(0, 22)

  function issue(bits: number, request: readonly string[], now: number): string {
    // Short, so that a browser has to hash a single block of SHA-256 (55 bytes of text).
    const expiresAt = Math.floor((now + lifetimeMs) / 1000).toString(36)
    const facts = `${bits}.${expiresAt}.${randomBytes(8).toString('base64url')}`
    return `${facts}.${sign(facts, request)}`
  }

  /** Returns the signed part of a solved challenge, and when it expires. */
  function read(proof: WorkProof, request: readonly string[]) {
    const end = proof.challenge.lastIndexOf('.')
    const facts = proof.challenge.slice(0, Math.max(0, end))
    if (!isEqualSecret(proof.challenge.slice(end + 1), sign(facts, request))) return undefined
    const [bits = '', expiresAt = ''] = facts.split('.')
    const hash = createHash('sha256').update(workText(proof)).digest()
    if (!hasZeroBits(hash, Number(bits))) return undefined
    return { facts, bits: Number(bits), expiresAt: Number.parseInt(expiresAt, 36) * 1000 }
  }

  return {
    async require(transaction, { bits, proof, request, now }) {
      if (bits === 0) return
      const solved = proof && read(proof, request)
      if (solved && solved.bits >= bits - tolerance && solved.expiresAt > now) {
        const { facts, expiresAt } = solved
        const uses = createUsageCounter({ database: transaction })
        if (await uses.takeOnce({ key: `work ${facts}`, now, expiresAt })) return
      }
      throw new Problem('work-required', {
        extra: { workChallenge: issue(bits, request, now), workBits: bits },
      })
    },
  }
}
