import { createHash } from 'node:crypto'
import {
  type IntroductionCodeResponse,
  type SealedSocialProof,
  sealedSocialProof,
} from '@portico/protocol/gateway'
import { socialAddressFields, socialEndpoints, socialNonceFields } from '@portico/protocol/social'
import { type AuditTrail, hashFields } from '@portico/server'
import { type FarcasterVerifier, farcasterNonce } from '@portico/server/farcaster'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import { createAuditedTransaction } from '../audit/createAuditedTransaction.ts'
import { hasEndNotice } from '../notices/hasEndNotice.ts'
import type { PreparedSession, WalletSessions } from '../sessions/service.ts'
import type { ContentCipher, SocialContent } from './createContentCipher.ts'
import type { IdentityIndexesOf } from './createIdentityIndexes.ts'
import type { IdTokens } from './createIdTokens.ts'
import type { SignIntroduced } from './createIntroducedStatements.ts'
import type { IntroductionMetrics, ProofOutcome } from './createIntroductionMetrics.ts'
import { createIntroductionStore } from './createIntroductionStore.ts'
import type { SealedReader } from './createSealedReader.ts'
import { createSessionOpener } from './createSessionOpener.ts'
import { findOwnIntroduction } from './findOwnIntroduction.ts'
import { introductionLocks } from './introductionLocks.ts'

type Proof = Pick<SealedSocialProof, 'idToken' | 'siwf'>

/** What the nonce of a login names. */
type ProvenLogin = Parameters<typeof farcasterNonce>[0]

/** Creates the last step of an introduction by a social login. `farcaster`: undefined if such logins are off. */
export function createSocialProof({
  database,
  audit,
  contents,
  readSealed,
  indexesOf,
  statements,
  idTokens,
  farcaster,
  walletOrigin,
  signIntroduced,
  sessions,
  metrics,
  now: clock,
}: {
  database: Database
  audit: AuditTrail<Tables>
  contents: ContentCipher
  readSealed: SealedReader
  indexesOf: IdentityIndexesOf
  statements: Pick<VaultStatements, 'readAssertion'>
  idTokens: Pick<IdTokens, 'readSubject'>
  farcaster: FarcasterVerifier | undefined
  walletOrigin: string
  signIntroduced: SignIntroduced
  sessions: Pick<WalletSessions, 'prepare' | 'respond'>
  metrics: Pick<IntroductionMetrics, 'onProof'>
  now: () => number
}) {
  const inAuditedTransaction = createAuditedTransaction({ database, audit })
  const openSession = createSessionOpener({ audit, sessions })

  function refuse(outcome: Exclude<ProofOutcome, 'accepted'>): Problem {
    metrics.onProof(outcome)
    return new Problem(outcome)
  }

  /** Returns the account of the signed message. */
  async function readFid({ siwf }: Proof, login: ProvenLogin): Promise<string> {
    if (!farcaster) throw new Problem('provider-off')
    if (!siwf) throw refuse('siwf-invalid')
    const verdict = await farcaster.verify({ ...siwf, nonce: farcasterNonce(login), walletOrigin })
    if (verdict.ok) return String(verdict.fid)
    if (verdict.code === 'registry-unavailable') throw new Problem('registry-unavailable')
    throw refuse('siwf-invalid')
  }

  /** Returns the account that the gateway has verified itself: that of the ID token, of the message, or of its own leg. */
  async function readSubject(
    { way, second }: SocialContent,
    proof: Proof,
    login: ProvenLogin,
  ): Promise<string> {
    if (way === 'farcaster') return readFid(proof, login)
    if (socialEndpoints(way).jwks === undefined) {
      if (second?.step !== 'done') throw refuse('introduction-mismatch')
      return second.subject
    }
    const nonce = hashFields(...socialNonceFields(login))
    try {
      return await idTokens.readSubject({ provider: way, token: proof.idToken ?? '', nonce })
    } catch (error) {
      if (error instanceof Problem && error.code === 'id-token-invalid') metrics.onProof(error.code)
      throw error
    }
  }

  /**
   * Verifies that the vault's assertion and the gateway's own proof (ID token, message of Farcaster or finished leg) are about the
   * same account and, if it may use the key as the user whom the vault named, creates a session.
   *
   * @throws {Problem} `sealed-invalid`, `introduction-expired`, `introduction-mismatch`, `assertion-invalid`,
   * `assertion-expired`, `assertion-used`, `jwt-not-yet-valid`, `vault-unavailable`, `id-token-invalid`, `siwf-invalid`,
   * `registry-unavailable`, `provider-off`, `provider-unavailable` or `identity-mismatch`
   */
  return async ({
    id,
    sealed,
    jkt,
  }: {
    id: string
    sealed: string
    jkt: string
  }): Promise<IntroductionCodeResponse> => {
    const proof = await readSealed(sealed, sealedSocialProof)
    if (proof.jkt !== jkt || proof.id !== id) throw new Problem('sealed-invalid')
    const before = await findOwnIntroduction({ database, id, jkt, now: clock() })
    const content = await contents.openSocial(before)
    const { way, origin, projectId } = content
    const claims = await statements.readAssertion(proof.assertion)
    if (claims.jkt !== jkt) throw new Problem('assertion-invalid')
    const isSame = claims.method === way && claims.origin === origin && claims.projectId === projectId
    if (!isSame) throw refuse('introduction-mismatch')
    const { sub, tx } = claims
    const subject = await readSubject(content, proof, { challenge: before.challenge ?? '', tx, jkt })
    // The vault states which account it saw: it must be the one that the gateway saw.
    const address = hashFields(...socialAddressFields({ tx, provider: way, subject }))
    if (claims.address !== address) throw refuse('introduction-mismatch')
    const assertionId = createHash('sha256').update(`${claims.iss} ${claims.jti}`).digest('base64url')
    const indexes = indexesOf({ way, subject })
    const locks = [
      ...introductionLocks({ id, way, indexes }),
      { key: `user ${sub}` },
      { key: `assertion ${assertionId}` },
    ]
    const opened = await inAuditedTransaction(
      async (transaction, note): Promise<PreparedSession | undefined> => {
        const store = createIntroductionStore({ database: transaction })
        const now = clock()
        const row = await findOwnIntroduction({ database: transaction, id, jkt, now })
        if (await store.isAssertionUsed(assertionId)) throw new Problem('assertion-used')
        // Until the vault knows that the owner ended this key, it takes it for an old device, which need not wait. Throw, so that the
        // proof can be repeated.
        if (await hasEndNotice(transaction, { userId: sub, jkt })) throw new Problem('vault-unavailable')
        await store.finishSocial({ id, sub, assertionId, now })
        return openSession({
          transaction,
          note,
          introduction: { ...row, way, sub },
          page: content,
          device: { heldUntil: claims.heldUntil, deviceSince: claims.deviceSince },
          indexes,
          now,
        })
      },
      locks,
    )
    // Throw outside the transaction: an error inside would make assertion and introduction usable again.
    if (!opened) throw refuse('identity-mismatch')
    metrics.onProof('accepted')
    const introduced = await signIntroduced({ sub, jkt, tx, way, address })
    return { ...(await sessions.respond(opened)), introduced }
  }
}
