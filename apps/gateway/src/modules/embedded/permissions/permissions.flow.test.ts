import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import type { WalletClient } from '../../../testing/createWalletClient.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'

const path = '/wallet/v1/permissions'
const chainId = 'eip155:31337'
const hour = 3600
const now = 1_800_000_000
const hashOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}`

function body(delegator: string, index = 1, more: object = {}) {
  const caveats = [{ enforcer: `0x${'22'.repeat(20)}`, terms: '0x0102' }]
  const delegation = { delegate: `0x${'11'.repeat(20)}`, delegator, caveats, salt: '0x7' }
  return { chainId, hash: hashOf(index), delegation, expiresAt: now + hour, ...more }
}

async function open() {
  const gateway = await createWalletGateway()
  const user = await gateway.device()
  await user.login()
  const { address } = await user.makeWallet()
  const add = async (client: WalletClient, request: object) =>
    codeOf(await client.call('POST', path, { body: request }))
  const list = async (client: WalletClient) => (await (await client.call('GET', path)).json()).permissions
  return { ...gateway, user, address, add, list }
}

describe('/wallet/v1/permissions', () => {
  test('behavior: what one browser grants, another one of the user sees, also once it is revoked', async () => {
    const { user, address, add, list, device, wait, services } = await open()
    expect(await add(user, body(address, 1))).toBe('204')
    wait(1000)
    expect(await add(user, body(address.toUpperCase().replace('0X', '0x'), 2))).toBe('204')
    // The same one again changes nothing.
    expect(await add(user, body(address, 1, { expiresAt: now + 2 * hour }))).toBe('204')
    const other = await device({ userId: user.userId })
    await other.login()
    const seen = await list(other)
    expect(seen.map(({ hash }: { hash: string }) => hash)).toEqual([hashOf(2), hashOf(1)])
    expect(seen[1]).toEqual({ ...body(address, 1), origin: expect.stringMatching(/^https?:/) })
    await other.call('DELETE', `${path}/${hashOf(1)}`)
    expect(await codeOf(await other.call('DELETE', `${path}/${hashOf(9)}`))).toBe('204')
    const events = await services.database
      .selectFrom('audit')
      .select(['event', 'subject'])
      .where('event', 'like', 'permission-%')
      .orderBy('seq')
      .execute()
    expect(events.map(({ event, subject }) => [event, subject?.split(' ').slice(0, 2).join(' ')])).toEqual([
      ['permission-granted', `${chainId} ${hashOf(1)}`],
      ['permission-granted', `${chainId} ${hashOf(2)}`],
      ['permission-revoked', `${chainId} ${hashOf(1)}`],
    ])
    expect((await list(user))[1].revokedAt).toBe(new Date(now * 1000 + 1000).toISOString())
  })

  test('error: other users see, store and revoke none of them', async () => {
    const { user, address, add, list, device } = await open()
    await add(user, body(address))
    const attacker = await device()
    await attacker.login()
    expect(await add(attacker, body(address, 2))).toBe('no-wallet')
    await attacker.makeWallet()
    expect(await add(attacker, body(address, 2))).toBe('no-wallet')
    await attacker.call('DELETE', `${path}/${hashOf(1)}`)
    expect(await list(attacker)).toEqual([])
    const [remaining, ...more] = await list(user)
    expect([remaining.revokedAt, more]).toEqual([undefined, []])
    const stranger = await device()
    for (const [method, at] of [
      ['GET', path],
      ['POST', path],
      ['DELETE', `${path}/${hashOf(1)}`],
    ] as const)
      expect(await codeOf(await stranger.call(method, at))).toBe('session-missing')
  })

  test('error: malformed ones, unknown networks, and ends that no permission has', async () => {
    const { user, address, add, list } = await open()
    const { delegation } = body(address)
    const wrong = [
      { hash: '0x1' },
      { hash: hashOf(1).toUpperCase() },
      { expiresAt: now },
      { expiresAt: now + 9 * 24 * hour },
      { expiresAt: 1.5 },
      { delegation: { ...delegation, signature: '0x11' } },
      { delegation: { ...delegation, salt: 7 } },
      { delegation: { ...delegation, delegate: 'you' } },
      { delegation: { ...delegation, caveats: Array(17).fill(delegation.caveats[0]) } },
      { delegation: { ...delegation, caveats: [{ enforcer: delegation.delegate, terms: '0x1' }] } },
      { delegation: { ...delegation, caveats: [{ ...delegation.caveats[0], args: '0x' }] } },
      { origin: 'https://other.example' },
    ]
    for (const more of wrong)
      expect([more, await add(user, body(address, 1, more))]).toEqual([more, 'invalid-request'])
    expect(await add(user, body(address, 1, { chainId: 'eip155:99' }))).toBe('chain-not-supported')
    expect(await list(user)).toEqual([])
  })

  test('error: at most 100 at a time, from any number of requests; expired ones are forgotten after a week', async () => {
    const { user, address, add, list, wait, services } = await open()
    const codes = await Promise.all(
      Array.from({ length: 104 }, (_, index) => add(user, body(address, index))),
    )
    expect(codes.filter((code) => code === '204')).toHaveLength(100)
    expect(codes.filter((code) => code === 'too-many-permissions')).toHaveLength(4)
    wait(hour * 1000)
    const later = { expiresAt: now + 9 * 24 * hour }
    wait(7 * 24 * hour * 1000)
    await user.login()
    expect(await add(user, body(address, 200, later))).toBe('204')
    expect(await list(user)).toHaveLength(1)
    const rows = await services.database.selectFrom('wallet_permissions').select('delegation_hash').execute()
    expect(rows).toHaveLength(1)
  })
})
