import { startMailbox } from '@portico/devnet/mailbox'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSmtpMailer } from './createSmtpMailer.ts'

describe('createSmtpMailer', () => {
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
})
