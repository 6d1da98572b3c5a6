import { createLog } from '@portico/server'
import type { Mail, Mailer } from '@portico/server/mail'
import { tempFolder } from '@portico/server/testing'
import type { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import { readConfig } from '../config/readConfig.ts'
import { createApp } from '../createApp.ts'
import { createServices, type Services } from '../createServices.ts'
import type { AppEnv } from '../http/AppEnv.ts'
import { createFakeGateway, type FakeGateway } from './createFakeGateway.ts'
import { createTestKey, type TestKey } from './createTestKey.ts'
import { vaultUrl } from './vaultUrl.ts'

export const walletOrigin = 'http://wallet.localhost:4402'

/** A vault without a port, with a clock that the test controls. */
export type TestVault = {
  app: Hono<AppEnv>
  services: Services
  gateway: FakeGateway
  /** Advances the clock. */
  pass(ms: number): void
  now(): number
  /** Sent mails, oldest first. */
  mails: Mail[]
  /** Waits until the queue is idle and returns the newest mail to an address. */
  mailTo(email: string): Promise<Mail>
  linkTo(email: string): Promise<string>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  newKey(): Promise<TestKey>
  /** Lines of the log. */
  logged: string[]
}

/** Creates a vault with its own data folder. It is closed after the test. */
export async function createTestVault({
  env = {},
  databaseUrl,
  dataDir = tempFolder(),
  mailer,
  gateway: given,
  now = 1_800_000_000_000,
}: {
  env?: Readonly<Record<string, string>>
  databaseUrl?: string | undefined
  dataDir?: string
  mailer?: Mailer
  /** The gateway that the vault trusts. */
  gateway?: FakeGateway | undefined
  now?: number
} = {}): Promise<TestVault> {
  let time = now
  const gateway = given ?? (await createFakeGateway())
  const mails: Mail[] = []
  const config = readConfig({
    PORTICO_DATA_DIR: dataDir,
    VAULT_URL: vaultUrl,
    LOG_LEVEL: 'trace',
    LIMIT_PER_EMAIL: '5',
    LIMIT_PER_ADDRESS: '20',
    LIMIT_PER_PROJECT: '1000',
    ...(databaseUrl === undefined ? {} : { VAULT_DATABASE_URL: databaseUrl }),
    ...env,
  })
  const logged: string[] = []
  const services = await createServices({
    config,
    log: createLog({ level: config.logLevel, destination: { write: (line) => void logged.push(line) } }),
    now: () => time,
    fetch: gateway.fetch,
    mailer: mailer ?? { send: async (mail) => void mails.push(mail), close: () => undefined },
    // Waiting advances the clock.
    wait: async (ms) => {
      await new Promise((resolve) => setImmediate(resolve))
      time += ms
    },
  })
  onTestFinished(() => services.close())
  const app = createApp(services)
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  async function mailTo(email: string): Promise<Mail> {
    services.mailQueue.kick()
    await services.mailQueue.idle()
    const mail = mails.findLast(({ to }) => to === email)
    if (!mail) throw new Error(`no mail to ${email}`)
    return mail
  }

  return {
    app,
    services,
    gateway,
    pass: (ms) => {
      time += ms
    },
    now: () => time,
    mails,
    mailTo,
    async linkTo(email) {
      const { text } = await mailTo(email)
      const token = /\/device#(\S+)$/m.exec(text)?.[1]
      if (token === undefined) throw new Error(`no link in ${text}`)
      return token
    },
    post,
    newKey: () =>
      createTestKey({
        post,
        now: () => time,
        nonce: () => services.dpop.nonce(),
        sealingKey: services.jwks.keys.find(({ use }) => use === 'enc') as never,
      }),
    logged,
  }
}
