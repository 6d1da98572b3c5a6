import type { IntroductionMailResponse } from '@portico/protocol/gateway'
import { type AuditTrail, createSweep, inTransaction, type Log } from '@portico/server'
import type { FarcasterVerifier } from '@portico/server/farcaster'
import type { MailQueue } from '@portico/server/mail'
import type { AccountReader } from '@portico/server/social'
import type { SocialConfig } from '../../../infra/config/SocialConfig.ts'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import { createAddressRecords } from '../identities/createAddressRecords.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import type { RequirePage } from '../sessions/createRequirePage.ts'
import type { WalletSessions } from '../sessions/service.ts'
import type { CodeMail } from './composeCodeMail.ts'
import { createCodeEntry } from './createCodeEntry.ts'
import { createContentCipher } from './createContentCipher.ts'
import { createGuessingBreaker } from './createGuessingBreaker.ts'
import type { IdentityIndexesOf } from './createIdentityIndexes.ts'
import type { IdTokens } from './createIdTokens.ts'
import type { SignIntroduced } from './createIntroducedStatements.ts'
import { createIntroductionCodes } from './createIntroductionCodes.ts'
import { createIntroductionMail } from './createIntroductionMail.ts'
import type { IntroductionMetrics } from './createIntroductionMetrics.ts'
import { createIntroductionStart } from './createIntroductionStart.ts'
import { createIntroductionStore } from './createIntroductionStore.ts'
import type { SealedReader } from './createSealedReader.ts'
import { createSecondLeg } from './createSecondLeg.ts'
import { createSocialProof } from './createSocialProof.ts'
import { createSocialStart } from './createSocialStart.ts'
import { findOwnIntroduction } from './findOwnIntroduction.ts'
import { requireResend } from './requireResend.ts'
import { toMailResponse } from './toMailResponse.ts'

/**
 * Creates the service that introduces keys of the wallet's frame: the gateway mails a code itself, or verifies the
 * account at a provider itself, so that the vault alone cannot log in as anybody.
 *
 * @param codeSecret HMAC key of codes.
 * @param perDay see `createIntroductionCodes`.
 */
export function createIntroductions({
  database,
  audit,
  envelope,
  readSealed,
  codeSecret,
  indexesOf,
  statements,
  idTokens,
  social,
  farcaster,
  walletOrigin,
  accounts,
  log,
  signIntroduced,
  sessions,
  requirePage,
  mailQueue,
  metrics,
  perDay,
  now: clock,
}: {
  database: Database
  audit: AuditTrail<Tables>
  envelope: LiveEnvelope
  readSealed: SealedReader
  codeSecret: Uint8Array
  indexesOf: IdentityIndexesOf
  statements: VaultStatements
  idTokens: IdTokens
  social: Pick<SocialConfig, 'clientIds'>
  /** Verifies logins with Farcaster; undefined = they are off. */
  farcaster: FarcasterVerifier | undefined
  walletOrigin: string
  accounts: AccountReader
  log: Log
  signIntroduced: SignIntroduced
  sessions: Pick<WalletSessions, 'prepare' | 'respond'>
  requirePage: RequirePage
  mailQueue: Pick<MailQueue<CodeMail>, 'add' | 'kick'>
  metrics: IntroductionMetrics
  perDay: number
  now: () => number
}) {
  const sweep = createSweep({
    database,
    run: async (transaction, now) => {
      await createIntroductionStore({ database: transaction }).removeExpired(now)
      await createGuessingBreaker({ database: transaction }).removeOld(now)
      await createAddressRecords({ transaction }).removeExpired(now)
      await transaction.deleteFrom('uses').where('expires_at', '<=', now).execute()
    },
  })
  const contents = createContentCipher({ envelope })
  const codes = createIntroductionCodes({ codeSecret, mailQueue, perDay })

  const shared = { database, contents, codes, readSealed, indexesOf, mailQueue, now: clock }

  return {
    start: createIntroductionStart({ ...shared, requirePage, sweep }),
    mail: createIntroductionMail({ ...shared, statements }),
    enterCode: createCodeEntry({ ...shared, audit, signIntroduced, sessions, metrics }),
    startSocial: createSocialStart({
      ...shared,
      isConfigured: (provider) =>
        provider === 'farcaster' ? farcaster !== undefined : social.clientIds.has(provider),
      requirePage,
      sweep,
    }),
    ...createSecondLeg({ ...shared, accounts, log }),
    proveSocial: createSocialProof({
      ...shared,
      audit,
      statements,
      idTokens,
      farcaster,
      walletOrigin,
      signIntroduced,
      sessions,
      metrics,
    }),

    /**
     * Mails another code, which invalidates the previous one. The number of tries stays.
     *
     * @throws {Problem} `introduction-expired`, `introduction-mismatch`, `code-burnt`, `too-soon`, `rate-limited` or `busy`
     */
    async resend({ id, jkt }: { id: string; jkt: string }): Promise<IntroductionMailResponse> {
      const content = await contents.openEmail(await findOwnIntroduction({ database, id, jkt, now: clock() }))
      const format = await inTransaction({
        database,
        locks: [{ key: `introduction ${id}` }],
        run: async (transaction) => {
          const now = clock()
          const row = await findOwnIntroduction({ database: transaction, id, jkt, now })
          if (row.sent_at === null) throw new Problem('introduction-expired')
          requireResend(row, now)
          return codes.send(transaction, row, content, now)
        },
      })
      mailQueue.kick()
      return toMailResponse(format)
    },
  }
}

export type Introductions = ReturnType<typeof createIntroductions>
