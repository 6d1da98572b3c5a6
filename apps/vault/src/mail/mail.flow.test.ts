import { startMailbox } from '@portico/devnet/mailbox'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestVault } from '../testing/createTestVault.ts'
import { describeVaults } from '../testing/describeVaults.ts'
import { page, start } from '../testing/logIn.ts'
import type { Mail } from './composeMail.ts'
import { createSmtpMailer } from './createSmtpMailer.ts'
import { MailRefusedError } from './MailRefusedError.ts'

const email = "o'hara+tag@example.com"

describe('mail', () => {
  test('behavior: logs in over a real mail server', async () => {
    const mailbox = await startMailbox({ port: 0, smtpPort: 0 })
    onTestFinished(() => mailbox.stop())
    const from = 'Shop <login@shop.example>'
    const vault = await createTestVault({ mailer: createSmtpMailer({ url: mailbox.smtpUrl, from }) })
    const key = await vault.newKey()
    const { tx, matchCode } = await start(key, email)
    await vi.waitFor(() => expect(mailbox.messages(email)).toHaveLength(1), { timeout: 15_000 })
    const [linkMail] = mailbox.messages(email)
    expect(linkMail).toMatchObject({ subject: 'Confirm your sign-in', from: '"Shop" <login@shop.example>' })
    expect(linkMail?.text).toContain(`it must be ${matchCode}`)
    expect(linkMail?.html).toContain(page.origin)
    const token = /^http:\/\/wallet\.localhost:4402\/device#(\S+)$/m.exec(linkMail?.text ?? '')?.[1]
    expect((await vault.post('/v1/device/approve', { token })).status).toBe(200)
    await vi.waitFor(() => expect(mailbox.messages(email)).toHaveLength(2), { timeout: 15_000 })
    const [codeMail] = mailbox.messages(email)
    expect(codeMail?.subject).toBe('Your sign-in code')
    const code = /^\d{6}$/m.exec(codeMail?.text ?? '')?.[0] as string
    expect(codeMail?.html).toContain(`>${code}<`)
    const response = await key.call('/v1/email/verify', { sealed: await key.sealCode({ tx, code }) })
    expect(response.status).toBe(200)
    await vi.waitFor(
      async () => {
        const left = await vault.services.database.selectFrom('mails').selectAll().execute()
        expect(left).toEqual([])
      },
      { timeout: 15_000 },
    )
  })

  test('error: an address cannot inject recipients or headers', async () => {
    const mailbox = await startMailbox({ port: 0, smtpPort: 0 })
    onTestFinished(() => mailbox.stop())
    const mailer = createSmtpMailer({ url: mailbox.smtpUrl, from: 'login@shop.example' })
    onTestFinished(() => mailer.close())
    await mailer
      .send({
        id: 'one',
        to: 'ada@example.com\r\nBcc: eve@example.com',
        subject: 'Subject\r\nBcc: eve@example.com',
        text: '.',
        html: '.',
      })
      .catch(() => undefined)
    expect(mailbox.messages('eve@example.com')).toEqual([])
  })

  test('behavior: a permanently refused mail is not retried', async () => {
    const send = vi.fn(async () => {
      throw new MailRefusedError({ cause: Object.assign(new Error(`550 ${email}`), { code: 'EENVELOPE' }) })
    })
    const vault = await createTestVault({ mailer: { send, close: () => undefined } })
    await start(await vault.newKey(), email)
    await vi.waitFor(
      async () => expect(await vault.services.database.selectFrom('mails').selectAll().execute()).toEqual([]),
      { timeout: 15_000 },
    )
    expect(send).toHaveBeenCalledTimes(1)
    const log = vault.logged.join('')
    expect(log).toContain('EENVELOPE')
    expect(log).not.toContain('hara')
  })
})

await describeVaults('mail queue', (open) => {
  test('behavior: sends the same mail again after the mail server was down', async () => {
    const attempts: Mail[] = []
    let isDown = true
    const vault = await open({
      mailer: {
        async send(mail) {
          attempts.push(mail)
          if (isDown) throw Object.assign(new Error('no'), { code: 'ECONNECTION' })
        },
        close: () => undefined,
      },
    })
    await start(await vault.newKey(), email)
    await vi.waitUntil(() => attempts.length > 0, { timeout: 15_000 })
    isDown = false
    await vault.services.mailQueue.idle()
    vault.pass(10_000)
    vault.services.mailQueue.kick()
    await vi.waitUntil(() => attempts.length > 1, { timeout: 15_000 })
    await vault.services.mailQueue.idle()
    expect(attempts[1]).toEqual(attempts[0])
    expect(await vault.services.database.selectFrom('mails').selectAll().execute()).toEqual([])
  })

  /** Opens a vault whose mail server has received a mail but not answered yet. */
  async function openSlow() {
    let release: () => void = () => undefined
    const never = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow = { calls: 0 }
    const vault = await open({
      mailer: {
        async send() {
          slow.calls++
          await never
        },
        close: () => undefined,
      },
    })
    onTestFinished(() => release())
    await start(await vault.newKey(), email)
    await vi.waitUntil(() => slow.calls === 1, { timeout: 15_000 })
    return { vault, slow }
  }

  test('behavior: another worker takes over a mail after its lease has expired', async () => {
    const { vault, slow } = await openSlow()
    vault.services.mailQueue.kick()
    vault.pass(10_001)
    vault.services.mailQueue.kick()
    await vi.waitUntil(() => slow.calls === 2, { timeout: 15_000 })
  })

  test('behavior: the lease of a slow mail is renewed', async () => {
    // Fake only these timers: the database needs the others.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { vault, slow } = await openSlow()
    const { database, mailQueue } = vault.services
    const due = async () => {
      const { next_at } = await database.selectFrom('mails').select('next_at').executeTakeFirstOrThrow()
      return next_at
    }
    for (let round = 0; round < 3; round++) {
      vault.pass(9000)
      vi.advanceTimersByTime(3000)
      await vi.waitFor(async () => expect(await due()).toBe(vault.now() + 10_000), { timeout: 15_000 })
    }
    mailQueue.kick()
    expect(await due()).toBeGreaterThan(vault.now())
    expect(slow.calls).toBe(1)
  })
})
