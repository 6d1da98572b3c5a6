import { startMailbox } from '@portico/devnet/mailbox'
import { createSmtpMailer } from '@portico/server/mail'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestVault } from '../testing/createTestVault.ts'
import { claim, page, start } from '../testing/logIn.ts'

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
    expect(linkMail?.html).toContain(page.origin)
    const token = /^http:\/\/wallet\.localhost:4402\/device#(\S+)$/m.exec(linkMail?.text ?? '')?.[1]
    expect((await vault.post('/v1/device/approve', { token, digits: matchCode })).status).toBe(200)
    expect((await claim(key, tx)).status).toBe(200)
    await vi.waitFor(
      async () => {
        const left = await vault.services.database.selectFrom('mails').selectAll().execute()
        expect(left).toEqual([])
      },
      { timeout: 15_000 },
    )
  })
})
