import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createFakeGateway } from '../../testing/createFakeGateway.ts'
import { createTestVault, type TestVault } from '../../testing/createTestVault.ts'
import { claim, logIn, start } from '../../testing/logIn.ts'
import { readProblem } from '../../testing/readProblem.ts'

const email = 'ada@example.com'
const hour = 3_600_000

/** A vault with the founding device of a user, and a gateway that sends any notice. */
async function open(env: Readonly<Record<string, string>> = {}) {
  const gateway = await createFakeGateway()
  const vault = await createTestVault({ gateway, env: { LIMIT_PER_EMAIL: '1000', ...env } })
  const owner = await vault.newKey()
  const { userId } = await logIn(vault, owner, email)
  const sign = (claims: Record<string, unknown>, typ = 'notice+jwt', by = gateway) =>
    by.introduce({ sub: userId, ...claims } as never, { now: vault.now(), typ })
  const send = (statement: string) => vault.post('/v1/notices', { statement })
  const ended = (jkt: string, more = {}) => ({ event: 'device-ended', jkt, ...more })
  return { gateway, vault, owner, userId, sign, send, ended }
}

const codeUsed = { event: 'code-used', browser: 'Firefox', system: 'Linux' }

async function eventsOf({ services: { database } }: TestVault, event: string) {
  const rows = await database.selectFrom('audit').selectAll().where('event', '=', event).execute()
  return rows.map(({ user_id, subject }) => ({ user_id, subject }))
}

async function mailsAbout(vault: TestVault, subject: string): Promise<string[]> {
  vault.services.mailQueue.kick()
  await vault.services.mailQueue.idle()
  return vault.mails.filter((mail) => mail.subject === subject).map(({ to, text }) => `${to} ${text}`)
}

describe('a notice that a recovery code was used', () => {
  test('behavior: the owner gets a mail, and the audit trail an entry, once, however often it is sent', async () => {
    const { vault, userId, sign, send } = await open()
    const jti = randomUUID()
    expect((await send(await sign({ ...codeUsed, jti }))).status).toBe(200)
    // The gateway signs a notice again each time it sends it.
    vault.pass(6 * 24 * hour)
    expect((await send(await sign({ ...codeUsed, jti }))).status).toBe(200)
    const mails = await mailsAbout(vault, 'Your recovery code was used')
    expect(mails).toEqual([expect.stringContaining(`${email} Your wallet was opened`)])
    expect(mails[0]).toContain('in Firefox on Linux')
    expect(await eventsOf(vault, 'code-used')).toEqual([{ user_id: userId, subject: '' }])
    await send(await sign(codeUsed))
    expect(await mailsAbout(vault, 'Your recovery code was used')).toHaveLength(2)
  })

  test('error: a compromised gateway mails an owner at most ten times a day', async () => {
    const { vault, sign, send } = await open()
    for (let count = 0; count < 15; count++) expect((await send(await sign(codeUsed))).status).toBe(200)
    expect(await mailsAbout(vault, 'Your recovery code was used')).toHaveLength(10)
    expect(await eventsOf(vault, 'code-used')).toHaveLength(15)
  })
})

describe('a notice that a device was ended', () => {
  test('attack: a device that its owner ended logs in again as a new one: on hold, and announced', async () => {
    const { vault, owner: stolen, userId, sign, send, ended } = await open({ HOLD_HOURS: '24' })
    vault.pass(100 * 24 * hour)
    expect((await send(await sign(ended(stolen.jkt)))).status).toBe(200)
    expect(await eventsOf(vault, 'device-ended')).toEqual([{ user_id: userId, subject: stolen.jkt }])
    // The thief has the device, which even founded the user, and its mailbox.
    const { grant } = await logIn(vault, stolen, email)
    const place = { walletId: 'wlt_1234567', slotId: 'slt_1234567' }
    const sealed = await stolen.seal({ ...place, secret: 'A'.repeat(43), jkt: stolen.jkt })
    expect((await stolen.call('/v1/auto/store', { grant, sealed })).status).toBe(200)
    const released = await stolen.call('/v1/auto/release', { grant, ...place })
    expect(await readProblem(released)).toMatchObject({ code: 'held' })
    expect(await mailsAbout(vault, 'A new device has logged in')).toHaveLength(1)
    for (const [path, body] of [
      ['/v1/exports', { userId, kind: 'backup' }],
      ['/v1/move', { userId, jkt: 'A'.repeat(43) }],
    ] as const)
      expect(await readProblem(await stolen.call(path, body))).toMatchObject({ code: 'held' })
  })

  test('attack: what an ended device had before is worth nothing', async () => {
    const { vault, owner, userId, sign, send, ended } = await open()
    const { grant } = await logIn(vault, owner, email)
    const { tx } = await start(owner, email)
    await send(await sign(ended(owner.jkt)))
    const released = await owner.call('/v1/auto/release', {
      grant,
      walletId: 'wlt_1234567',
      slotId: 'slt_1234567',
    })
    expect(released.status).not.toBe(200)
    for (const kind of ['backup', 'code'] as const)
      expect(await readProblem(await owner.call('/v1/exports', { userId, kind }))).toMatchObject({
        code: 'device-unknown',
      })
    expect((await owner.call('/v1/links/allow', { userId })).status).toBe(403)
    // A challenge from before needs the gateway's statement, and the gateway does not know the key.
    expect((await claim(owner, tx)).status).toBe(410)
  })

  test('behavior: other devices stay as they are', async () => {
    const { vault, owner, userId, sign, send, ended } = await open()
    const second = await vault.newKey()
    await logIn(vault, second, email)
    await send(await sign(ended(second.jkt)))
    expect((await owner.call('/v1/exports', { userId, kind: 'backup' })).status).toBe(200)
  })
})

describe('attacks on notices', () => {
  test('error: only the gateway’s, in time, for the vault; a user who does not exist changes nothing', async () => {
    const { vault, owner, userId, sign, send, ended } = await open()
    const foreign = await createFakeGateway()
    const content = ended(owner.jkt)
    const late = await sign(content)
    for (const statement of [
      'nonsense',
      await sign(content, 'notice+jwt', foreign),
      await sign(content, 'introduced+jwt'),
      await sign({ ...content, aud: 'portico-gateway' }),
      await sign({ ...content, exp: Math.floor(vault.now() / 1000) + 3600 }),
      await sign({ ...content, jti: undefined }),
      await sign({ ...content, event: 'other' }),
      await sign({ event: 'device-ended' }),
    ])
      expect(await readProblem(await send(statement))).toMatchObject({ code: 'introduced-invalid' })
    expect((await send(await sign({ ...content, sub: `usr_${'A'.repeat(22)}` }))).status).toBe(200)
    vault.pass(4 * 60_000)
    expect(await readProblem(await send(late))).toMatchObject({ code: 'introduced-invalid' })
    expect(await eventsOf(vault, 'device-ended')).toEqual([])
    expect((await owner.call('/v1/exports', { userId, kind: 'backup' })).status).toBe(200)
  })
})
