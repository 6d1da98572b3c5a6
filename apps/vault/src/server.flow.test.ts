import { randomInt } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { type Mailbox, startMailbox } from '@portico/devnet/mailbox'
import type { EmailClaimResponse, EmailStartResponse } from '@portico/protocol/vault'
import { hashAddress } from '@portico/server'
import { freePort, tempFolder } from '@portico/server/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { FakeGateway } from './testing/createFakeGateway.ts'
import type { TestKey } from './testing/createTestKey.ts'
import { claim, page } from './testing/logIn.ts'
import { serveFakeGateway } from './testing/serveFakeGateway.ts'
import { startVault, type VaultProcess } from './testing/startVault.ts'

const email = 'ada@example.com'
/** Longer than the lease of a mail that a killed process has taken. */
const mailTimeout = { timeout: 45_000, interval: 5 }
/** Steps of the flow at which the vault is killed: start, link, approval, claim and activation, store, release. */
const steps = 6
/** The full campaign has 200 kills: `VAULT_KILLS=200`. */
const kills = Number(process.env.VAULT_KILLS ?? 6)

async function openInbox(smtpPort = 0): Promise<Mailbox> {
  const mailbox = await startMailbox({ port: 0, smtpPort })
  onTestFinished(() => mailbox.stop())
  return mailbox
}

/** Waits for a new mail to an address that matches `pattern`, and returns the first group. */
async function waitForMail(
  mailbox: Mailbox,
  email: string,
  seen: Set<string>,
  pattern: RegExp,
): Promise<string> {
  let found: string | undefined
  await vi.waitUntil(() => {
    for (const { id, text } of mailbox.messages(email)) {
      const match = seen.has(id) ? undefined : pattern.exec(text)?.[1]
      if (match === undefined) continue
      seen.add(id)
      found = match
      return true
    }
    return false
  }, mailTimeout)
  return found as string
}

async function answer<Value>(response: Response): Promise<Value> {
  if (response.status !== 200) throw new Error(await response.text())
  return (await response.json()) as Value
}

async function logIn({
  vault,
  gateway,
  key,
  mailbox,
  email,
  reach = () => undefined,
}: {
  vault: Pick<VaultProcess, 'post'>
  gateway: FakeGateway
  key: TestKey
  mailbox: Mailbox
  email: string
  /** Called before each step. */
  reach?: (step: number) => void
}): Promise<{ grant: string; userId: string }> {
  const seen = new Set(mailbox.messages(email).map(({ id }) => id))
  reach(0)
  const started = await key.call('/v1/email/start', { email, ...page })
  const { tx, matchCode: digits } = await answer<EmailStartResponse>(started)
  reach(1)
  for (;;) {
    const token = await waitForMail(mailbox, email, seen, /\/device#([\w-]{43})$/m)
    reach(2)
    const response = await vault.post('/v1/device/approve', { token, digits })
    // Mails that an earlier process could not send arrive, too; the digits are wrong for their links.
    if (response.status !== 403) {
      await answer(response)
      break
    }
  }
  reach(3)
  const claimed = await answer<EmailClaimResponse>(await claim(key, tx))
  const statement = { sub: claimed.userId, jkt: key.jkt, tx, address: hashAddress({ tx, email }) }
  const introduced = await gateway.introduce(statement, { now: Date.now() })
  await answer(await key.call('/v1/grants/activate', { grant: claimed.grant, introduced }))
  return claimed
}

describe('server', () => {
  test(
    `behavior: killed ${kills} times during logins, releases every stored secret and creates one user`,
    async () => {
      const mailbox = await openInbox()
      const gateway = await serveFakeGateway()
      const env = {
        PORTICO_DATA_DIR: tempFolder(),
        SMTP_URL: mailbox.smtpUrl,
        GATEWAY_URL: gateway.url,
      }
      for (let round = 0; round < kills / steps; round++) {
        const email = `ada${round}@example.com`
        const users = new Set<string>()
        const stored = new Map<string, string>()
        // Killed at another step each time, while its request is being handled.
        for (let step = 0; step < steps; step++) {
          const vault = startVault({ env })
          await vault.ready
          const reach = (reached: number) => {
            if (reached === step) setTimeout(() => vault.child.kill('SIGKILL'), randomInt(15))
          }
          const flow = async () => {
            const key = await vault.newKey()
            const { grant, userId } = await logIn({ vault, gateway, key, mailbox, email, reach })
            users.add(userId)
            const secret = String(step).padStart(43, 'A')
            const place = { walletId: 'wallet-0001', slotId: `slot-${String(step).padStart(6, '0')}` }
            const sealed = await key.seal({ secret, ...place, jkt: key.jkt })
            reach(4)
            await answer(await key.call('/v1/auto/store', { grant, sealed }))
            stored.set(place.slotId, secret)
            reach(5)
            await key.call('/v1/auto/release', { grant, ...place })
          }
          // The flow may wait for a mail that a killed vault has not sent.
          await Promise.race([flow().catch(() => undefined), vault.ended])
          vault.child.kill('SIGKILL')
          await vault.ended
        }
        const vault = startVault({ env })
        await vault.ready
        const key = await vault.newKey()
        const { grant, userId } = await logIn({ vault, gateway, key, mailbox, email })
        users.add(userId)
        expect(users.size).toBe(1)
        for (const [slotId, secret] of stored) {
          const place = { walletId: 'wallet-0001', slotId }
          const { sealed } = await answer<{ sealed: string }>(
            await key.call('/v1/auto/release', { grant, ...place }),
          )
          expect(await key.open(sealed)).toEqual({ secret, ...place })
        }
        vault.child.kill('SIGTERM')
        expect(await vault.ended).toBe(0)
      }
      const audit = startVault({ env, args: ['audit', 'verify'] })
      expect(await audit.ended).toBe(0)
      expect(audit.output()).toMatch(/^\d+ rows, all unchanged\.\n$/)
    },
    60_000 + kills * 8000,
  )

  test('behavior: the next process sends a mail that a killed one could not send', async () => {
    const smtpPort = await freePort()
    const env = { PORTICO_DATA_DIR: tempFolder(), SMTP_URL: `smtp://127.0.0.1:${smtpPort}` }
    const first = startVault({ env })
    await first.ready
    const key = await first.newKey()
    const response = await key.call('/v1/email/start', { email, ...page })
    const { matchCode: digits } = await answer<EmailStartResponse>(response)
    first.child.kill('SIGKILL')
    await first.ended
    const mailbox = await openInbox(smtpPort)
    const second = startVault({ env })
    await second.ready
    const token = await waitForMail(mailbox, email, new Set(), /\/device#(\S+)$/m)
    await answer(await second.post('/v1/device/approve', { token, digits }))
  }, 90_000)

  test('error: prints one sentence if the port is taken', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const vault = startVault({ env: { PORTICO_DATA_DIR: tempFolder(), VAULT_PORT: String(port) } })
    expect(await vault.ended).toBe(1)
    expect(vault.output()).toBe(
      `Port ${port} is taken: stop the program that has it, or choose another one with VAULT_PORT.\n`,
    )
  })

  test('behavior: with VAULT_METRICS_PORT, metrics are served on that port of the loopback address, never on the public one', async () => {
    const env = { PORTICO_DATA_DIR: tempFolder(), HOST: '127.0.0.2', VAULT_METRICS_PORT: '0' }
    const vault = startVault({ env })
    const url = await vault.ready
    expect((await fetch(`${url}/livez`)).status).toBe(200)
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
    const printed = /^vault metrics (http:\/\/127\.0\.0\.1:\d+\/metrics)$/m.exec(vault.output())
    expect(await (await fetch(printed?.[1] ?? '')).text()).toContain('vault_request_seconds_count')
  })

  test('error: more connections of one address than LIMIT_CONNECTIONS; another address is answered', async () => {
    const env = {
      PORTICO_DATA_DIR: tempFolder(),
      HOST: '0.0.0.0',
      LIMIT_CONNECTIONS: '20',
      VAULT_METRICS_PORT: '0',
    }
    const vault = startVault({ env })
    const { port } = new URL(await vault.ready)
    const open = new Set(
      Array.from({ length: 200 }, () => {
        const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.0.0.2' })
        socket.on('close', () => open.delete(socket)).on('error', () => undefined)
        onTestFinished(() => void socket.destroy())
        return socket.resume()
      }),
    )
    await vi.waitFor(() => expect(open.size).toBe(20), { timeout: 10_000 })
    expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200)
    const [, metricsUrl = ''] = /^vault metrics (\S+)$/m.exec(vault.output()) ?? []
    const metrics = await (await fetch(metricsUrl)).text()
    expect(metrics).toContain('vault_refused_total{kind="connection"} 180')
  })

  test('behavior: in production, requires existing secrets that only their owner can read', async () => {
    const dataDir = tempFolder()
    const env = {
      PORTICO_DATA_DIR: dataDir,
      NODE_ENV: 'production',
      WALLET_ORIGIN: 'https://wallet.example',
      GATEWAY_URL: 'https://gateway.example',
      SMTP_URL: 'smtps://mail.example',
      MAIL_FROM: 'login@shop.example',
      VAULT_URL: 'https://vault.example',
    }
    const before = startVault({ env })
    expect(await before.ended).toBe(1)
    expect(before.output()).toContain('secrets.json')
    const made = startVault({ env, args: ['keys'] })
    expect(await made.ended).toBe(0)
    expect(made.output()).not.toContain(
      JSON.parse(readFileSync(join(dataDir, 'vault/secrets.json'), 'utf8')).audit,
    )
    const running = startVault({ env })
    await running.ready
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)

    const file = join(dataDir, 'vault/secrets.json')
    chmodSync(file, 0o644)
    const readable = startVault({ env })
    expect(await readable.ended).toBe(1)
    expect(readable.output()).toContain('chmod 600')
    chmodSync(file, 0o600)

    const content = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...content, audit: content.emailPepper }))
    const equal = startVault({ env })
    expect(await equal.ended).toBe(1)
    expect(equal.output()).toContain('contains the same secret twice')
    writeFileSync(file, JSON.stringify({ ...content, audit: content.audit.slice(0, 20) }))
    const short = startVault({ env })
    expect(await short.ended).toBe(1)
    expect(short.output()).toContain('cannot be used')
  })

  test('error: prints all configuration problems at once, without passwords', async () => {
    const vault = startVault({
      env: {
        NODE_ENV: 'production',
        SMTP_URL: 'http://user:geheim@mail',
        WALLET_ORIGIN: 'https://wallet.example/path',
        MAIL_FROM: 'nobody',
        HOLD_HOURS: 'long',
        LOG_LEVEL: 'loud',
        VAULT_DATABASE_URL: 'mysql://user:geheim@db',
        COUNTRY_HEADER: 'a b',
      },
      args: ['--check'],
    })
    expect(await vault.ended).toBe(1)
    for (const name of [
      'SMTP_URL',
      'WALLET_ORIGIN',
      'MAIL_FROM',
      'HOLD_HOURS',
      'LOG_LEVEL',
      'VAULT_DATABASE_URL',
      'COUNTRY_HEADER',
    ])
      expect(vault.output()).toContain(`- ${name} must be`)
    expect(vault.output()).not.toContain('geheim')
  })

  test('param: --check tries everything that the vault needs, and exits with 1 if something would not work', async () => {
    const dead = `127.0.0.1:${await freePort()}`
    const vault = startVault({
      env: {
        PORTICO_DATA_DIR: tempFolder(),
        SMTP_URL: `smtp://login:geheim@${dead}`,
        VAULT_DATABASE_URL: `postgres://vault:geheim@${dead}/vault`,
        VAULT_SECRETS_DIR: tempFolder(),
      },
      args: ['--check'],
    })
    expect(await vault.ended).toBe(1)
    const lines = vault.output().split('\n')
    for (const start of [
      'ok       secrets: ',
      'problem  database: ',
      `problem  mail at ${dead}: nothing listens there`,
    ])
      expect(lines).toContainEqual(expect.stringContaining(start))
    for (const name of ['gateway at ', 'wallet site at ', 'address '])
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^(problem|warning) +${name}http`)))
    expect(vault.output()).not.toContain('geheim')
  })

  test('behavior: ends with its parent process', async () => {
    const vault = startVault({ env: { PORTICO_DATA_DIR: tempFolder(), PORTICO_PARENT_PIPE: '1' } })
    await vault.ready
    vault.child.stdin?.end()
    expect(await vault.ended).toBe(0)
  })
})
