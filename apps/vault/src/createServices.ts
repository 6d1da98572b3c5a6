import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createAuditTrail,
  createClockWatch,
  createDatabaseWatch,
  createDpopNonces,
  createDpopVerifier,
  createRateLimit,
  createSeenProofs,
  createSweep,
  type Log,
  readDatabaseClock,
  readServerClock,
} from '@portico/server'
import { createFarcasterVerifier } from '@portico/server/farcaster'
import {
  createMailLimiter,
  createMailQueue,
  createSmtpMailer,
  hashMailHost,
  type Mailer,
} from '@portico/server/mail'
import { createAccountReader } from '@portico/server/social'
import type { Config } from './config/Config.ts'
import { openVaultDatabase } from './database/openVaultDatabase.ts'
import type { Tables } from './database/Tables.ts'
import { composeMail } from './mail/composeMail.ts'
import { createMetrics } from './metrics/createMetrics.ts'
import { createAutoService } from './modules/auto/service.ts'
import { createChallenges } from './modules/challenges/createChallenges.ts'
import { createEmailLogins } from './modules/claims/createEmailLogins.ts'
import { createLoginCompletion } from './modules/claims/createLoginCompletion.ts'
import { createClaimService } from './modules/claims/service.ts'
import { createDeviceService } from './modules/device/service.ts'
import { createEmailService } from './modules/email/service.ts'
import { createExportService } from './modules/exports/service.ts'
import { createFarcasterService } from './modules/farcaster/service.ts'
import { createHealthService } from './modules/health/service.ts'
import { createRequireTrusted } from './modules/holds/createRequireTrusted.ts'
import { createHoldService } from './modules/holds/service.ts'
import { createLinkService } from './modules/links/service.ts'
import { createAddEmail } from './modules/logins/createAddEmail.ts'
import { createRequireMayAdd } from './modules/logins/createRequireMayAdd.ts'
import { createLoginService } from './modules/logins/service.ts'
import { createMoveService } from './modules/moves/service.ts'
import { createNoticeService } from './modules/notices/service.ts'
import { createAccountClaim } from './modules/social/createAccountClaim.ts'
import { createAttach } from './modules/social/createAttach.ts'
import { createSocialService } from './modules/social/service.ts'
import { createGatewayStatements } from './modules/statements/createGatewayStatements.ts'
import { createUpdateService } from './modules/update/service.ts'
import { createListAddresses } from './modules/users/createListAddresses.ts'
import { createNotifyOwner } from './modules/users/createNotifyOwner.ts'
import { createWorkProofs } from './modules/work/createWorkProofs.ts'
import { createBlindIndexes } from './secrets/createBlindIndexes.ts'
import { createCipher } from './secrets/createCipher.ts'
import { createJose } from './secrets/createJose.ts'
import { loadSecrets } from './secrets/loadSecrets.ts'
import { openLiveRing } from './secrets/openLiveRing.ts'

/** The services that the routes use. */
export type Services = Awaited<ReturnType<typeof createServices>>

/** How long an expired challenge is stored, so that a late request gets the right problem. */
const retentionMs = 3_600_000

/**
 * Creates the services: reads the secrets, opens the database and starts sending queued mails.
 *
 * @throws {DatabaseError} {SecretFileError}
 */
export async function createServices({
  config,
  log,
  now = Date.now,
  mailer = createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom }),
  wait = async (ms, signal) => sleep(ms, undefined, { signal }),
  fetch,
}: {
  config: Config
  log: Log
  now?: () => number
  mailer?: Mailer
  /** Waits between two polls of the database. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Loads the gateway's public keys. */
  fetch?: typeof globalThis.fetch
}) {
  const { databaseUrl, dataDir, databaseConnections: connections, secretsDir, walletOrigin } = config
  // In production, secrets are created with `vault keys` only: a vault with an empty folder must not create new ones.
  const create = !config.production
  const secrets = await loadSecrets({ file: join(secretsDir, 'secrets.json'), create })
  const ring = await openLiveRing({ file: join(secretsDir, 'keks.json'), create, log })
  const metrics = createMetrics()
  const watch = createDatabaseWatch({ name: 'vault', log, registry: metrics.registry })
  const database = await openVaultDatabase({ databaseUrl, dataDir, connections, watch, now }).catch(
    (error) => {
      ring.close()
      throw error
    },
  )
  const clocks = createClockWatch({
    name: 'vault',
    log,
    registry: metrics.registry,
    others: {
      database: () => readDatabaseClock(database),
      gateway: () => readServerClock({ url: config.gatewayUrl, fetch }),
    },
  })
  const cipher = createCipher({ ring })
  const jose = createJose({ secrets, issuer: config.publicUrls[0], now })
  const audit = createAuditTrail<Tables>({ database, secret: secrets.audit })
  const mailQueue = createMailQueue({
    database,
    cipher,
    compose: composeMail,
    mailer,
    log,
    onMail: metrics.onMail,
    now,
  })
  const blindIndexes = createBlindIndexes({ secrets })
  const mailLimiter = createMailLimiter({ limits: config.limits, blind: blindIndexes.blind })
  const challenges = createChallenges({ cipher, mailQueue, walletOrigin, ...blindIndexes })
  const shared = {
    database,
    cipher,
    jose,
    challenges,
    mailQueue,
    mailLimiter,
    audit,
    ...blindIndexes,
    walletOrigin,
    now,
  }
  const statements = createGatewayStatements({ gatewayUrl: config.gatewayUrl, fetch, now })
  const holds = createHoldService({ ...shared, holdMs: config.holdMs })
  const requireTrusted = createRequireTrusted({ holds, deviceAgeMs: config.deviceAgeMs })
  const listAddresses = createListAddresses(shared)
  const notifyOwner = createNotifyOwner({ ...shared, listAddresses })
  const requireMayAdd = createRequireMayAdd({ requireTrusted, listAddresses })
  const completeLogin = createLoginCompletion({ audit, holds, notifyOwner })
  const claimAccount = createAccountClaim({ ...shared, completeLogin })
  const { farcasterRpcUrls: rpcUrls, ...socials } = config.socials
  const sweep = createSweep<Tables>({
    database,
    async run(transaction, now) {
      await transaction
        .deleteFrom('transactions')
        .where('expires_at', '<=', now - retentionMs)
        .execute()
      // At once, as they may contain an ID token.
      await transaction.deleteFrom('socials').where('expires_at', '<=', now).execute()
      await transaction.deleteFrom('grants').where('expires_at', '<=', now).execute()
      await transaction.deleteFrom('reverts').where('expires_at', '<=', now).execute()
      await transaction.deleteFrom('holds').where('expires_at', '<=', now).execute()
      await transaction.deleteFrom('uses').where('expires_at', '<=', now).execute()
    },
  })
  const sweeping = setInterval(
    () => void sweep(now()).catch((error) => log.error({ error }, 'expired rows not removed')),
    60_000,
  )
  sweeping.unref()
  const stopping = new AbortController()

  return {
    config,
    database,
    log,
    metrics,
    clocks,
    cipher,
    audit,
    mailQueue,
    sweep,
    /** Authenticates `--check`. */
    checkSecret: secrets.nonce,
    jwks: { ...secrets.jwks, mailHost: hashMailHost(config.smtpUrl) },
    dpop: createDpopVerifier({
      origins: config.publicUrls,
      seen: createSeenProofs({ database }),
      nonces: createDpopNonces({ secret: secrets.nonce }),
      now,
    }),
    email: createEmailService({
      ...shared,
      work: createWorkProofs({ secret: secrets.nonce }),
      sleep: wait,
    }),
    claims: createClaimService({
      ...shared,
      completeLogin,
      describeLogin: createEmailLogins(shared),
      addEmail: createAddEmail({ ...shared, requireMayAdd, notifyOwner }),
      statements,
    }),
    social: createSocialService({
      ...shared,
      accounts: createAccountReader({
        ...socials,
        redirectUri: (provider) => `${walletOrigin}/social/${provider}`,
        now,
      }),
      claimAccount,
      attach: createAttach({ ...shared, completeLogin, requireMayAdd, notifyOwner }),
      metrics,
      log,
      sleep: wait,
    }),
    farcaster: createFarcasterService({
      ...shared,
      // Local networks have copies of the registries.
      verifier: rpcUrls && createFarcasterVerifier({ rpcUrls, isAnyChain: !config.production, now }),
      claimAccount,
      metrics,
      log,
    }),
    device: createDeviceService(shared),
    links: createLinkService(shared),
    logins: createLoginService({ ...shared, requireTrusted, listAddresses, notifyOwner }),
    notices: createNoticeService({ ...shared, statements, notifyOwner }),
    holds,
    moves: createMoveService({ ...shared, holds, requireTrusted, notifyOwner }),
    exports: createExportService({ ...shared, requireTrusted, notifyOwner }),
    update: createUpdateService({ ...shared, requireTrusted, statements }),
    auto: createAutoService({ ...shared, holds }),
    health: createHealthService({ database, now }),
    requests: createRateLimit({
      name: 'address',
      burst: config.requestsPerMinute,
      perSecond: config.requestsPerMinute / 60,
      now,
    }),
    stopping: stopping.signal,
    /** Ends long polls. */
    drain() {
      stopping.abort()
    },
    async close() {
      stopping.abort()
      clearInterval(sweeping)
      clocks.close()
      ring.close()
      await mailQueue.close()
      await database.destroy()
    },
  }
}
