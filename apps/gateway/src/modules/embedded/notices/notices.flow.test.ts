import { randomBytes } from 'node:crypto'
import { walletSiteProject } from '@portico/protocol/gateway'
import { createProofKey, type ProofKey } from '@portico/server/testing'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { walletOrigin } from '../../../testing/createWalletClient.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'

const minute = 60_000
const walletPage = { origin: walletOrigin, projectId: walletSiteProject }
const random = (bytes = 32) => randomBytes(bytes).toString('base64url')
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A user with a wallet, and the notices that the vault gets. */
async function founded() {
  const gateway = await createWalletGateway()
  const { vault, now, device } = gateway
  const owner = await device()
  await owner.login({ ...walletPage, deviceSince: 0 })
  const { walletId } = await owner.makeWallet()

  /** Stores the slot of a recovery code. */
  async function storeCode({ jkt: proofKey }: ProofKey): Promise<void> {
    const { epoch } = await (await owner.call('GET', '/wallet/v1/wallet')).json()
    const { userId, key } = owner
    const statement = await vault.noticeExport({
      userId,
      jkt: key.jkt,
      now: now(),
      claims: { kind: 'code' },
    })
    const slot = { slotId: `slt_${random(12)}`, wrap: random(60), share: random() }
    const body = { ...slot, proofKey, epoch, statement }
    const answer = await owner.call('POST', `/wallet/v1/wallets/${walletId}/code`, { body })
    expect(answer.status).toBe(200)
  }
  async function recover(key: ProofKey): Promise<void> {
    const headers = { 'user-agent': userAgent }
    const client = await device({ key })
    const answer = await client.call('POST', '/wallet/v1/recovery', { body: {}, headers })
    expect(answer.status).toBe(200)
  }
  const waiting = () => gateway.services.database.selectFrom('vault_notices').selectAll().execute()
  /** Waits until no notice is left, and returns all that the vault has got. */
  async function sent() {
    await expect.poll(waiting).toEqual([])
    return vault.notices.map((statement) => decodeJwt(statement))
  }
  return { ...gateway, owner, storeCode, recover, waiting, sent }
}

describe('notices about recovery codes', () => {
  test('behavior: the vault is notified of each use, except for the check by the page that made the code', async () => {
    const { vault, owner, storeCode, recover, sent } = await founded()
    const key = await createProofKey()
    await storeCode(key)
    await recover(key)
    expect(await sent()).toEqual([])
    await recover(key)
    const [notice] = await sent()
    const { userId: sub } = owner
    const about = { event: 'code-used', sub, browser: 'Firefox', system: 'Linux', aud: 'portico-vault' }
    expect(notice).toMatchObject(about)
    expect((notice?.exp ?? 0) - (notice?.iat ?? 0)).toBe(120)
    expect(decodeProtectedHeader(vault.notices[0] ?? '').typ).toBe('notice+jwt')
    await recover(key)
    const all = await sent()
    expect(all).toMatchObject([about, about])
    expect(new Set(all.map(({ jti }) => jti)).size).toBe(2)
  })

  test('attack: whoever opens the wallet before that page, or with it, or later, is not taken for it', async () => {
    const { storeCode, recover, sent, wait } = await founded()
    const key = await createProofKey()
    await storeCode(key)
    await Promise.all(Array.from({ length: 5 }, () => recover(key)))
    expect(await sent()).toHaveLength(4)
    const unused = await createProofKey()
    await storeCode(unused)
    wait(10 * minute)
    await recover(unused)
    expect(await sent()).toHaveLength(5)
  })

  test('attack: a use while the vault cannot be reached is reported later, as the same notice', async () => {
    const { vault, storeCode, recover, waiting, sent, wait } = await founded()
    const key = await createProofKey()
    await storeCode(key)
    await recover(key)
    vault.isUnreachable = true
    await recover(key)
    await expect.poll(async () => (await waiting())[0]?.attempts).toBe(1)
    const [{ id } = { id: '' }] = await waiting()
    vault.isUnreachable = false
    wait(3 * 24 * 60 * minute)
    expect(await sent()).toMatchObject([{ event: 'code-used', jti: id }])
  })
})

describe('notices about devices', () => {
  test('behavior: the vault is notified of a device that was ended, and not of one that signs out', async () => {
    const { owner, device, sent } = await founded()
    const other = await device({ userId: owner.userId })
    await other.login()
    const { data } = await (await owner.call('GET', '/wallet/v1/sessions')).json()
    const { id } = data.find(({ current }: { current: boolean }) => !current)
    expect((await owner.call('DELETE', `/wallet/v1/sessions/${id}`)).status).toBe(204)
    const about = { event: 'device-ended', sub: owner.userId, jkt: other.key.jkt }
    expect(await sent()).toMatchObject([about])
    expect((await owner.call('DELETE', '/wallet/v1/sessions/current')).status).toBe(204)
    expect(await sent()).toMatchObject([about])
  })
})
