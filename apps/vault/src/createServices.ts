import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createAuditTrail,
  createDpopNonces,
  createDpopVerifier,
  createRateLimit,
  createSeenProofs,
  createSweep,
  type Log,
} from '@portico/server'
import type { Config } from './config/Config.ts'
import { openVaultDatabase } from './database/openVaultDatabase.ts'
import type { Tables } from './database/Tables.ts'
import { createBudgets } from './limits/createBudgets.ts'
import { createMailQueue } from './mail/createMailQueue.ts'
import { createSmtpMailer } from './mail/createSmtpMailer.ts'
import type { Mailer } from './mail/Mailer.ts'
import { createMetrics } from './metrics/createMetrics.ts'
import { createAutoService } from './modules/auto/service.ts'
import { createDeviceService } from './modules/device/service.ts'
import { createEmailService } from './modules/email/service.ts'
import { createHealthService } from './modules/health/service.ts'
import { createHoldService } from './modules/holds/service.ts'
import { createCodes } from './modules/transactions/createCodes.ts'
import { createUpdateService } from './modules/update/service.ts'
import { createBlinds } from './secrets/createBlinds.ts'
import { createCipher } from './secrets/createCipher.ts'
import { createSeals } from './secrets/createSeals.ts'
import { loadSecrets } from './secrets/loadSecrets.ts'
import { openLiveRing } from './secrets/openLiveRing.ts'

/** Everything the routes need. */
export type Services = Awaited<ReturnType<typeof createServices>>

/** How long an ended transaction is remembered, so that a late code hears what became of it. */
const rememberMs = 3_600_000

/**
 * Makes the services from the configuration: reads the secrets, opens the database, begins to send what waits.
 *
 * @throws {DatabaseError} {SecretFileError}
 */
export async function createServices({
  config,
  log,
  now = Date.now,
  mailer = createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom }),
  wait = async (ms, signal) => sleep(ms, undefined, { signal }),
}: {
  config: Config
  log: Log
  now?: () => number
  mailer?: Mailer
  /** How long polls wait between two looks. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}) {
  const { databaseUrl, dataDir, databaseConnections: connections, secretsDir, walletOrigin } = config
  // In production they are made on purpose (`vault keys`): a vault that finds its folder empty must not begin anew.
  const create = !config.production
  const secrets = await loadSecrets({ file: join(secretsDir, 'secrets.json'), create })
  const ring = await openLiveRing({ file: join(secretsDir, 'keks.json'), create, log })
  const database = await openVaultDatabase({ databaseUrl, dataDir, connections, now }).catch((error) => {
    ring.close()
    throw error
  })
  const metrics = createMetrics({ now })
  const cipher = createCipher({ ring })
  const origins = config.publicUrls.length > 0 ? config.publicUrls : [`http://localhost:${config.port}`]
  const seals = createSeals({ secrets, issuer: origins[0] as string, now })
  const audit = createAuditTrail<Tables>({ database, secret: secrets.audit })
  const mails = createMailQueue({ database, cipher, mailer, log, onMail: metrics.onMail, now })
  const blinds = createBlinds({ secrets })
  const budgets = createBudgets({ limits: config.limits, blind: blinds.blind })
  const codes = createCodes({ database, cipher, secrets, seals, mails, walletOrigin, metrics, now })
  const shared = { database, cipher, seals, codes, mails, budgets, audit, ...blinds, walletOrigin, now }
  const holds = createHoldService({ ...shared, holdMs: config.holdMs })
  const sweep = createSweep<Tables>({
    database,
    async run(transaction, now) {
      await transaction
        .deleteFrom('transactions')
        .where('expires_at', '<=', now - rememberMs)
        .execute()
      await transaction.deleteFrom('grants').where('expires_at', '<=', now).execute()
      await transaction.deleteFrom('reverts').where('expires_at', '<=', now).execute()
      await transaction.deleteFrom('holds').where('expires_at', '<=', now).execute()
      await transaction.deleteFrom('uses').where('expires_at', '<=', now).execute()
    },
  })
  const sweeping = setInterval(
    () => void sweep(now()).catch((error) => log.error({ error }, 'what has expired was not removed')),
    60_000,
  )
  sweeping.unref()
  const stopping = new AbortController()

  return {
    config,
    database,
    log,
    metrics,
    cipher,
    audit,
    mails,
    sweep,
    jwks: secrets.jwks,
    dpop: createDpopVerifier({
      origins,
      seen: createSeenProofs({ database }),
      nonces: createDpopNonces({ secret: secrets.nonce }),
      now,
    }),
    email: createEmailService({ ...shared, holds, sleep: wait }),
    device: createDeviceService(shared),
    holds,
    update: createUpdateService({ ...shared, deviceAgeMs: config.deviceAgeMs }),
    auto: createAutoService({ ...shared, holdMs: config.holdMs }),
    health: createHealthService({ database, now }),
    requests: createRateLimit({
      name: 'address',
      burst: config.requestsPerMinute,
      perSecond: config.requestsPerMinute / 60,
      now,
    }),
    stopping: stopping.signal,
    /** Ends what waits for something to happen. */
    drain() {
      stopping.abort()
    },
    async close() {
      stopping.abort()
      clearInterval(sweeping)
      ring.close()
      await mails.close()
      await database.destroy()
    },
  }
}
