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
  test('behavior: a whole login over a real mail server', async () => {
    const mailbox = await startMailbox({ port: 0, smtpPort: 0 })
    onTestFinished(() => mailbox.stop())
    const from = 'Shop <login@shop.example>'
    const vault = await createTestVault({ mailer: createSmtpMailer({ url: mailbox.smtpUrl, from }) })
    const key = await vault.newKey()
    const { tx, matchCode } = await start(key, email)
    await vi.waitFor(() => expect(mailbox.messages(email)).toHaveLength(1), { timeout: 15_000 })
    const [asked] = mailbox.messages(email)
    expect(asked).toMatchObject({ subject: 'Confirm your sign-in', from: '"Shop" <login@shop.example>' })
    expect(asked?.text).toContain(`it must be ${matchCode}`)
    expect(asked?.html).toContain(page.origin)
    const token = /^http:\/\/wallet\.localhost:4402\/device#(\S+)$/m.exec(asked?.text ?? '')?.[1]
    expect((await vault.post('/v1/device/approve', { token })).status).toBe(200)
    await vi.waitFor(() => expect(mailbox.messages(email)).toHaveLength(2), { timeout: 15_000 })
    const [sent] = mailbox.messages(email)
    expect(sent?.subject).toBe('Your sign-in code')
    const code = /^\d{6}$/m.exec(sent?.text ?? '')?.[0] as string
    expect(sent?.html).toContain(`>${code}<`)
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

  test('error: an address that would be more than one, or another header', async () => {
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

  test('behavior: what the server refuses for good is not tried again', async () => {
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

await describeVaults('queue of mails', (open) => {
  test('behavior: a mail server that is down gets the same mail later', async () => {
    const tried: Mail[] = []
    let isDown = true
    const vault = await open({
      mailer: {
        async send(mail) {
          tried.push(mail)
          if (isDown) throw Object.assign(new Error('no'), { code: 'ECONNECTION' })
        },
        close: () => undefined,
      },
    })
    await start(await vault.newKey(), email)
    await vi.waitUntil(() => tried.length > 0, { timeout: 15_000 })
    isDown = false
    await vault.services.mails.idle()
    vault.pass(10_000)
    vault.services.mails.kick()
    await vi.waitUntil(() => tried.length > 1, { timeout: 15_000 })
    await vault.services.mails.idle()
    expect(tried[1]).toEqual(tried[0])
    expect(await vault.services.database.selectFrom('mails').selectAll().execute()).toEqual([])
  })

  /** A vault whose mail server has not answered yet, after it was asked. */
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

  test('behavior: nobody waits for the mail server, and who takes a mail and dies leaves it to the others', async () => {
    const { vault, slow } = await openSlow()
    vault.services.mails.kick()
    vault.pass(10_001)
    vault.services.mails.kick()
    await vi.waitUntil(() => slow.calls === 2, { timeout: 15_000 })
  })

  test('behavior: who takes a mail and is only slow keeps it', async () => {
    // Only these: the database goes on by the others.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { vault, slow } = await openSlow()
    const { database, mails } = vault.services
    const due = async () => {
      const { next_at } = await database.selectFrom('mails').select('next_at').executeTakeFirstOrThrow()
      return next_at
    }
    for (let round = 0; round < 3; round++) {
      vault.pass(9000)
      vi.advanceTimersByTime(3000)
      await vi.waitFor(async () => expect(await due()).toBe(vault.now() + 10_000), { timeout: 15_000 })
    }
    mails.kick()
    expect(await due()).toBeGreaterThan(vault.now())
    expect(slow.calls).toBe(1)
  })
})
