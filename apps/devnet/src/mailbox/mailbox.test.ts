import { request } from 'node:http'
import { createServer } from 'node:net'
import { createTransport } from 'nodemailer'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PortTakenError } from '../errors/PortTakenError.ts'
import { type Mailbox, startMailbox } from './startMailbox.ts'

async function open(): Promise<Mailbox> {
  const mailbox = await startMailbox({ port: 0, smtpPort: 0 })
  onTestFinished(() => mailbox.stop())
  return mailbox
}

async function send(mailbox: Mailbox, mail: Record<string, unknown>): Promise<void> {
  const transport = createTransport(mailbox.smtpUrl)
  await transport.sendMail({ from: 'Portico <login@portico.example>', ...mail })
  transport.close()
}

describe('startMailbox', () => {
  test('behavior: returns received mails, newest first, all or by recipient', async () => {
    const mailbox = await open()
    await send(mailbox, { to: 'Ada@example.com', subject: 'One', text: 'first\n', html: '<b>first</b>' })
    await send(mailbox, { to: 'bob@example.com', subject: 'Two ✓', text: 'zweite Zeile: äöü\n' })
    await send(mailbox, { to: 'ada@example.com', subject: 'Three', text: '123456\n' })

    const health = await Promise.all(
      ['livez', 'readyz', 'metrics'].map(async (path) => (await fetch(`${mailbox.url}/${path}`)).text()),
    )
    expect(health).toEqual(['ok\n', 'ok\n', expect.stringMatching(/^process_resident_memory_bytes \d+$/m)])
    const allMails = await (await fetch(`${mailbox.url}/api/messages`)).json()
    expect(allMails).toMatchObject([{ subject: 'Three' }, { subject: 'Two ✓' }, { subject: 'One' }])
    expect(allMails[1]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      to: 'bob@example.com',
      from: '"Portico" <login@portico.example>',
      subject: 'Two ✓',
      text: 'zweite Zeile: äöü\n',
      html: '',
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    const mailsToAda = await (await fetch(`${mailbox.url}/api/messages?to=ADA%40example.com`)).json()
    expect(mailsToAda.map(({ subject }: { subject: string }) => subject)).toEqual(['Three', 'One'])
    expect(mailsToAda[1].html).toContain('<b>first</b>')

    expect((await fetch(`${mailbox.url}/api/messages`, { method: 'DELETE' })).status).toBe(204)
    expect(mailbox.messages()).toEqual([])
  })

  test('behavior: keeps the last two hundred mails', async () => {
    const mailbox = await open()
    const transport = createTransport({ url: mailbox.smtpUrl, pool: true, maxConnections: 4 } as object)
    onTestFinished(() => transport.close())
    await Promise.all(
      Array.from({ length: 205 }, (_, index) =>
        transport.sendMail({ from: 'a@a.example', to: 'b@b.example', subject: `${index}`, text: '.' }),
      ),
    )
    expect(mailbox.messages()).toHaveLength(200)
  })

  test('behavior: every response has a strict policy and allows no other origin', async () => {
    const mailbox = await open()
    for (const path of ['/', '/mailbox.js', '/readMail.js', '/mailbox.css', '/api/messages', '/nothing']) {
      const { headers } = await fetch(`${mailbox.url}${path}`, {
        headers: { origin: 'https://evil.example' },
      })
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
    const page = await (await fetch(mailbox.url)).text()
    expect(page).not.toMatch(/<script(?![^>]*src=)|style=|onclick/)
  })

  test('error: a request with a foreign host name (DNS rebinding)', async () => {
    const mailbox = await open()
    const status = await new Promise((resolve, reject) =>
      request(`${mailbox.url}/api/messages`, { headers: { host: 'evil.example:4404' } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end(),
    )
    expect(status).toBe(421)
  })

  test('error: an oversized mail, an unsupported method, an unknown path', async () => {
    const mailbox = await open()
    await expect(
      send(mailbox, { to: 'ada@example.com', subject: 'Large', text: 'x'.repeat(300_000) }),
    ).rejects.toThrow(/552/)
    expect(mailbox.messages()).toEqual([])
    expect((await fetch(mailbox.url, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${mailbox.url}/..%2f..%2fpackage.json`)).status).toBe(404)
  })

  test.each(['port', 'smtpPort'] as const)(
    'error: a %s in use is reported with its variable',
    async (name) => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => void server.close())
      const { port } = server.address() as { port: number }
      const started = startMailbox({ port: 0, smtpPort: 0, [name]: port })
      await expect(started).rejects.toBeInstanceOf(PortTakenError)
      await expect(started).rejects.toThrow(name === 'port' ? 'MAIL_PORT' : 'SMTP_PORT')
    },
  )
})
