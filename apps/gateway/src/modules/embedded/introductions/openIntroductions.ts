import { type AuditTrail, type EnvelopePlace, type Log, SecretFileError } from '@portico/server'
import { createFarcasterVerifier } from '@portico/server/farcaster'
import {
  createMailQueue,
  createSmtpMailer,
  type MailCipher,
  type Mailer,
  type MailPlace,
} from '@portico/server/mail'
import { createAccountReader } from '@portico/server/social'
import type { Registry } from 'prom-client'
import type { IntroductionsConfig } from '../../../infra/config/Config.ts'
import type { SocialConfig } from '../../../infra/config/SocialConfig.ts'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import type { WalletKeys } from '../secrets/loadWalletKeys.ts'
import type { RequirePage } from '../sessions/createRequirePage.ts'
import type { WalletSessions } from '../sessions/service.ts'
import { composeCodeMail } from './composeCodeMail.ts'
import { createIdentityIndexes } from './createIdentityIndexes.ts'
import { createIdTokens } from './createIdTokens.ts'
import { createIntroducedStatements } from './createIntroducedStatements.ts'
import { createIntroductionMetrics } from './createIntroductionMetrics.ts'
import { createSealedReader } from './createSealedReader.ts'
import { createIntroductions, type Introductions } from './service.ts'

/** The service of introductions, with the mail queue that it sends codes from. */
export type OpenIntroductions = {
  service: Introductions
  /** What changes of address have in common with introductions. */
  shared: Pick<
    Parameters<typeof createIntroductions>[0],
    'readSealed' | 'codeSecret' | 'indexesOf' | 'mailQueue' | 'metrics' | 'perDay'
  >
  /** The public keys to which the wallet's frame encrypts. */
  publicKeys: NonNullable<WalletKeys['introductions']>['published']
  /** Resolves once no mail is being sent. */
  idle(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the service of introductions.
 *
 * @param issuer of the gateway's statements.
 * @param mailer sends the mails; by default through the configured mail server.
 * @throws {SecretFileError} if the secrets file is from before introductions.
 */
export function openIntroductions({
  config: { smtpUrl, mailFrom, perDay },
  social: { farcasterRpcUrls: rpcUrls, ...social },
  isLocal,
  walletOrigin,
  keys,
  keysFile,
  database,
  audit,
  envelope,
  statements,
  sessions,
  requirePage,
  issuer,
  registry,
  mailer = createSmtpMailer({ url: smtpUrl, from: mailFrom }),
  log,
  now,
}: {
  config: IntroductionsConfig
  social: SocialConfig
  /** Whether Farcaster's registries are those of a local network. */
  isLocal: boolean
  walletOrigin: string
  keys: WalletKeys
  /** Path of the secrets, for the message. */
  keysFile: string
  database: Database
  audit: AuditTrail<Tables>
  envelope: LiveEnvelope
  statements: VaultStatements
  sessions: WalletSessions
  requirePage: RequirePage
  issuer: string
  registry: Registry
  mailer?: Mailer | undefined
  log: Log
  now: () => number
}): OpenIntroductions {
  const secrets = keys.introductions
  if (!secrets)
    throw new SecretFileError(
      `The secrets file ${keysFile} has no secrets for introductions: add them with \`npm run gateway -- keys wallet\`.`,
    )
  const metrics = createIntroductionMetrics({ registry, database, now })
  const mailQueue = createMailQueue({
    database,
    cipher: mailCipher(envelope),
    compose: composeCodeMail,
    mailer,
    log,
    onMail: metrics.onMail,
    now,
  })
  const shared = {
    readSealed: createSealedReader(secrets),
    codeSecret: secrets.codes,
    indexesOf: createIdentityIndexes({ peppers: secrets.identityPeppers }),
    mailQueue,
    metrics,
    perDay,
  }
  return {
    shared,
    service: createIntroductions({
      ...shared,
      database,
      audit,
      envelope,
      statements,
      idTokens: createIdTokens({ config: social, now }),
      social,
      farcaster: rpcUrls && createFarcasterVerifier({ rpcUrls, isAnyChain: isLocal, now }),
      walletOrigin,
      accounts: createAccountReader({
        ...social,
        redirectUri: (provider) => `${walletOrigin}/social/${provider}/second`,
        now,
      }),
      log,
      signIntroduced: createIntroducedStatements({ keys, issuer, now }),
      sessions,
      requirePage,
      now,
    }),
    publicKeys: secrets.published,
    idle: mailQueue.idle,
    close: mailQueue.close,
  }
}

/** Encrypts queued mails with the gateway's envelope. */
function mailCipher(envelope: LiveEnvelope): MailCipher {
  const envelopePlace = (place: MailPlace): EnvelopePlace => ({ ...place, user: '', slot: '', version: '1' })
  return {
    async seal(place, text) {
      const { kekId, sealed } = await envelope.seal({
        value: Buffer.from(text, 'utf8'),
        place: envelopePlace(place),
      })
      return { sealed, kek_id: kekId }
    },
    async open(place, { sealed, kek_id: kekId }) {
      return Buffer.from(await envelope.open({ kekId, sealed, place: envelopePlace(place) })).toString('utf8')
    },
  }
}
