import type { EmailClaimResponse, ExportKind, ExportResponse } from '@portico/protocol/vault'
import { hashAddress } from '@portico/server'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { createFakeGateway } from '../../testing/createFakeGateway.ts'
import type { TestKey } from '../../testing/createTestKey.ts'
import { createTestVault } from '../../testing/createTestVault.ts'
import { approve, page } from '../../testing/logIn.ts'
import { readProblem } from '../../testing/readProblem.ts'

const email = 'ada@example.com'
const minute = 60_000
const hour = 60 * minute

/** A vault with the founding device of a user. */
async function open(env: Readonly<Record<string, string>> = {}) {
  const gateway = await createFakeGateway()
  const vault = await createTestVault({ gateway, env: { LIMIT_PER_EMAIL: '1000', ...env } })

  /** Logs in with the link, also with a key that the vault knows. By default the gateway confirms the login. */
  async function logInByLink(key: TestKey, { isConfirmed = true } = {}): Promise<EmailClaimResponse> {
    const started = await key.call('/v1/email/start', { email, ...page })
    const { tx, action, matchCode: first } = await started.json()
    const { matchCode = first } =
      action === 'VERIFY_OTP' ? await (await key.call('/v1/email/link', { tx })).json() : {}
    await approve(vault, email, matchCode)
    const sealed = await key.seal({ tx, jkt: key.jkt, releaseKey: key.releaseKey })
    const claimed: EmailClaimResponse = await (await key.call('/v1/email/claim', { sealed })).json()
    if (isConfirmed) await confirm(key, tx, claimed)
    return claimed
  }

  const introduce = (key: TestKey, tx: string, userId: string) =>
    gateway.introduce(
      { sub: userId, jkt: key.jkt, tx, address: hashAddress({ tx, email }) },
      { now: vault.now() },
    )

  async function confirm(key: TestKey, tx: string, { userId, grant }: EmailClaimResponse): Promise<void> {
    const introduced = await introduce(key, tx, userId)
    expect((await key.call('/v1/grants/activate', { grant, introduced })).status).toBe(200)
  }

  /** Logs in without a link: both servers know the key. */
  async function logInByCode(key: TestKey, userId: string): Promise<EmailClaimResponse> {
    const { tx } = await (await key.call('/v1/email/start', { email, ...page })).json()
    const sealed = await key.seal({ tx, jkt: key.jkt, releaseKey: key.releaseKey })
    const introduced = await introduce(key, tx, userId)
    return (await key.call('/v1/email/claim', { sealed, introduced })).json()
  }

  const owner = await vault.newKey()
  const { userId } = await logInByLink(owner)
  const notice = (key: TestKey, kind: ExportKind, grant?: string) =>
    key.call('/v1/exports', { userId, kind, ...(grant === undefined ? {} : { grant }) })
  const codeOf = async (response: Response) =>
    response.status === 200 ? '200' : String((await readProblem(response)).code)
  return { vault, owner, userId, logInByLink, logInByCode, notice, codeOf }
}

describe('notices about exports', () => {
  test.each([
    ['backup', 'A backup file was made'],
    ['code', 'A recovery code was made'],
    ['import', 'Another wallet is being imported'],
  ] as const)(
    'behavior: %s: the owner gets a mail, the gateway a statement that is valid once',
    async (kind, subject) => {
      const { vault, owner, userId, notice } = await open()
      const { statement } = (await (await notice(owner, kind)).json()) as ExportResponse
      expect(decodeProtectedHeader(statement).typ).toBe('export-noticed+jwt')
      const claims = decodeJwt(statement)
      expect(claims).toMatchObject({ sub: userId, jkt: owner.jkt, kind, aud: 'portico-gateway' })
      expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(120)
      const again = (await (await notice(owner, kind)).json()) as ExportResponse
      expect(decodeJwt(again.statement).jti).not.toBe(claims.jti)
      expect((await vault.mailTo(email)).subject).toBe(subject)
      const events = await vault.services.database
        .selectFrom('audit')
        .select('event')
        .where('event', '=', `export-${kind}`)
        .execute()
      expect(events).toHaveLength(2)
    },
  )

  test('behavior: the words need a login by link that both servers have verified, at most ten minutes ago', async () => {
    const { vault, owner, userId, logInByLink, logInByCode, notice, codeOf } = await open()
    await vault.services.mailQueue.idle()
    const mails = vault.mails.length
    // The page asks without a grant to learn whether it may export at all: nothing is mailed or counted.
    for (let call = 0; call < 12; call++)
      expect(await codeOf(await notice(owner, 'words'))).toBe('grant-invalid')
    await vault.services.mailQueue.idle()
    expect(vault.mails).toHaveLength(mails)
    const byCode = await logInByCode(owner, userId)
    expect(await codeOf(await notice(owner, 'words', byCode.grant))).toBe('grant-invalid')
    const unconfirmed = await logInByLink(owner, { isConfirmed: false })
    expect(await codeOf(await notice(owner, 'words', unconfirmed.grant))).toBe('grant-invalid')
    const { grant } = await logInByLink(owner)
    const response = await notice(owner, 'words', grant)
    expect(decodeJwt((await response.json()).statement)).toMatchObject({ kind: 'words', sub: userId })
    const mail = await vault.mailTo(email)
    expect(mail.subject).toBe('Your words were shown')
    expect(mail.text).toContain('The twelve words and the key of your wallet were shown')
    vault.pass(10 * minute)
    expect(await codeOf(await notice(owner, 'words', grant))).toBe('grant-invalid')
  })
})

describe('attacks on exports', () => {
  test('error: a key that is no device of the user, and a grant of another key or user, get nothing', async () => {
    const { vault, owner, userId, logInByLink, notice, codeOf } = await open({ DEVICE_AGE_HOURS: '0' })
    const stranger = await vault.newKey()
    for (const kind of ['words', 'backup', 'code'] as const)
      expect(await codeOf(await notice(stranger, kind))).toBe('device-unknown')
    const { grant } = await logInByLink(owner)
    expect(await codeOf(await notice(stranger, 'words', grant))).toBe('device-unknown')
    const second = await vault.newKey()
    await logInByLink(second)
    expect(await codeOf(await notice(second, 'words', grant))).toBe('grant-invalid')
    const foreign = await owner.call('/v1/exports', { userId: `usr_${'A'.repeat(22)}`, kind: 'words', grant })
    expect(await codeOf(foreign)).toBe('device-unknown')
    expect(userId).not.toBe(`usr_${'A'.repeat(22)}`)
  })

  test('error: a held device and a new one get nothing', async () => {
    const held = await open({ HOLD_HOURS: '24', DEVICE_AGE_HOURS: '0' })
    const thief = await held.vault.newKey()
    const { grant } = await held.logInByLink(thief)
    for (const kind of ['words', 'backup', 'code'] as const)
      expect(await held.codeOf(await held.notice(thief, kind, grant))).toBe('held')
    const young = await open({ DEVICE_AGE_HOURS: '72' })
    const second = await young.vault.newKey()
    await young.logInByLink(second)
    for (const kind of ['words', 'backup', 'code'] as const)
      expect(await young.codeOf(await young.notice(second, kind))).toBe('device-too-new')
    young.vault.pass(72 * hour)
    expect(await young.codeOf(await young.notice(second, 'backup'))).toBe('200')
  })

  test('error: more than ten notices a day are refused, so that a device cannot flood the mailbox', async () => {
    const { vault, owner, notice, codeOf } = await open()
    const answers: (string | undefined)[] = []
    for (let call = 0; call < 12; call++) answers.push(await codeOf(await notice(owner, 'backup')))
    expect(answers).toEqual([...Array.from({ length: 10 }, () => '200'), 'rate-limited', 'rate-limited'])
    vault.pass(24 * hour)
    expect(await codeOf(await notice(owner, 'backup'))).toBe('200')
  })

  test('attack: a trusted device that uses up its exports leaves those of the owner’s others', async () => {
    const { vault, owner, logInByLink, notice, codeOf } = await open({ DEVICE_AGE_HOURS: '0' })
    const stolen = await vault.newKey()
    await logInByLink(stolen)
    for (let call = 0; call < 12; call++) await notice(stolen, 'backup')
    expect(await codeOf(await notice(stolen, 'backup'))).toBe('rate-limited')
    expect(await codeOf(await notice(owner, 'backup'))).toBe('200')
  })

  test('error: a request without a proof, or with the proof of another one, gets nothing', async () => {
    const { vault, owner, userId, codeOf } = await open()
    const body = { userId, kind: 'backup' }
    expect(await codeOf(await vault.post('/v1/exports', body))).toBe('dpop-missing')
    const dpop = await owner.proof('/v1/exports')
    expect(await codeOf(await vault.post('/v1/exports', body, { dpop }))).toBe('200')
    expect(await codeOf(await vault.post('/v1/exports', body, { dpop }))).toBe('dpop-invalid')
  })
})
