import { randomBytes } from 'node:crypto'
import {
  type SocialIntroductionRequest,
  type SocialIntroductionResponse,
  sealedSocialIntroduction,
} from '@portico/protocol/gateway'
import { type IdentityProvider, socialEndpoints } from '@portico/protocol/social'
import type { Database } from '../../../infra/database/openDatabase.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { RequirePage } from '../sessions/createRequirePage.ts'
import type { ContentCipher } from './createContentCipher.ts'
import { createIntroductionStore } from './createIntroductionStore.ts'
import type { SealedReader } from './createSealedReader.ts'
import { lifetimeMs } from './introductionLimits.ts'

/** Creates the first step of an introduction by a social login. */
export function createSocialStart({
  database,
  contents,
  readSealed,
  isConfigured,
  requirePage,
  sweep,
  now: clock,
}: {
  database: Database
  contents: ContentCipher
  readSealed: SealedReader
  isConfigured: (provider: IdentityProvider) => boolean
  requirePage: RequirePage
  /** Deletes what is over. */
  sweep: (now: number) => Promise<void>
  now: () => number
}) {
  /**
   * Starts an introduction by a social login. Its challenge goes into the nonce of the login, so that an ID token, or a message of
   * Farcaster, is valid for this introduction alone.
   *
   * @throws {Problem} `provider-off`, `sealed-invalid`, `invalid-key` or `origin-not-allowed`
   */
  return async ({
    request: { way, sealed },
    jkt,
  }: {
    request: SocialIntroductionRequest
    jkt: string
  }): Promise<SocialIntroductionResponse> => {
    if (!isConfigured(way)) throw new Problem('provider-off')
    const { origin, projectId, jkt: sealedJkt } = await readSealed(sealed, sealedSocialIntroduction)
    // The key that signed the proof of this request must be the one that encrypted the content.
    if (sealedJkt !== jkt) throw new Problem('sealed-invalid')
    requirePage({ origin, projectId })
    const id = randomBytes(32).toString('base64url')
    const challenge = randomBytes(32).toString('base64url')
    const content = await contents.seal(id, { way, origin, projectId })
    const now = clock()
    await sweep(now)
    await createIntroductionStore({ database }).add({
      id,
      jkt,
      way,
      challenge,
      // The account, the vault's challenge and the user are known only with the proof.
      ix: '',
      tx: '',
      sub: null,
      assertion_id: null,
      step: 'assertion',
      // No code is mailed. Not `digits`, which are for known keys only.
      format: 'long',
      code_mac: null,
      sent_at: null,
      tries: 0,
      window_jkt: null,
      sealed: content.sealed,
      kek_id: content.kekId,
      used_at: null,
      expires_at: now + lifetimeMs,
    })
    return { id, challenge, second: way !== 'farcaster' && socialEndpoints(way).jwks === undefined }
  }
}
