import { randomBytes } from 'node:crypto'
import { walletSessionsResponse } from '@portico/protocol/gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { approveLink } from '../../test/approveLink.ts'
import { createAttacker, refusalOf } from '../../test/createAttacker.ts'
import { createDevice, logIn, signHash } from '../../test/createDevice.ts'
import { findInMail, mailIds } from '../../test/findInMail.ts'
import { type Servers, startServers } from '../../test/startServers.ts'

// Tests what somebody can do who reads the owner's mailbox, with link and code, while `HOLD_HOURS` has not passed.
const email = 'owner@example.org'
const random = (bytes: number) => randomBytes(bytes).toString('base64url')

let servers: Servers

beforeAll(async () => {
  servers = await startServers({ env: { HOLD_HOURS: '24' } })
}, 60_000)
afterAll(() => servers?.close())

/** Logs in with link and code, as somebody who reads the mailbox. */
async function logInAsThief() {
  const thief = await createAttacker(servers)
  const seen = mailIds(servers, email)
  const { tx, matchCode: digits } = await thief.startAtVault(email)
  const introduction = await thief.start(email, tx)
  const token = await findInMail(servers, 'link', email, seen)
  expect(await approveLink(servers, { token, digits })).toBe('approved')
  const claimed = await thief.claim(tx)
  await thief.gateway.mailCode(introduction.id, claimed.assertion)
  const tokens = await thief.enter(introduction, await findInMail(servers, 'code', email, seen))
  await thief.vault.activateGrant({ grant: claimed.grant, introduced: tokens.introduced })
  return { thief, claimed, tokens }
}

describe('a mailbox thief on a device on hold', () => {
  test('error: gets no share and no secret, and ends, deletes, adds, moves and changes nothing', async () => {
    const device = createDevice(servers)
    const account = await device.load()
    const { session: owned } = await logIn(servers, account, email)
    const { thief, claimed, tokens } = await logInAsThief()
    const { accessToken, userId } = tokens
    expect(userId).toBe(owned.userId)
    const before = await thief.gateway.readWallet(accessToken, userId)
    const { walletId } = before?.record ?? { walletId: '' }
    const slots = before?.slots ?? []
    const auto = slots.find(({ kind }) => kind === 'auto')?.slotId ?? ''
    const call = (method: 'POST' | 'DELETE' | 'GET', path: string, body?: object) =>
      thief.server.call({ method, path: `/wallet/v1${path}`, accessToken, body, schema: z.unknown() })
    const sessions = await thief.server.call({
      method: 'GET',
      path: '/wallet/v1/sessions',
      accessToken,
      schema: walletSessionsResponse,
    })
    const others = sessions.data.filter(({ current }) => !current)
    expect([others.length, slots.length]).toEqual([1, 2])

    const newSlot = () => ({
      slotId: `slt_${random(12)}`,
      kind: 'device',
      wrap: random(60),
      share: random(32),
      epoch: before?.record.epoch,
    })
    const attempts: Record<string, () => Promise<unknown>> = {
      'end the owner’s session': () => call('DELETE', `/sessions/${others[0]?.id}`),
      'recovery share': () => thief.gateway.readShare(accessToken, walletId, auto),
      'recovery secret': () => thief.release(claimed, { walletId, slotId: auto }),
      'move to another device': () => call('POST', '/moves', { id: random(32) }),
      'change the address at the vault': () =>
        thief.vaultServer.call({
          path: '/v1/update/start',
          body: { userId, email: 'thief@example.org', origin: 'http://localhost:4400' },
          schema: z.unknown(),
        }),
    }
    for (const { slotId } of slots)
      attempts[`delete ${slotId}`] = () => call('DELETE', `/wallets/${walletId}/slots/${slotId}`)
    for (let count = 0; count < 70; count++)
      attempts[`add a slot ${count}`] = () => call('POST', `/wallets/${walletId}/slots`, newSlot())
    for (const [name, attempt] of Object.entries(attempts))
      expect({ name, code: await refusalOf(attempt()) }).toEqual({
        name,
        code: expect.stringMatching(/^(device-)?held$/),
      })

    // The owner noticed nothing: same session, same slots, same address.
    expect((await thief.gateway.readWallet(accessToken, userId))?.slots).toHaveLength(2)
    expect(await signHash(account)).toBe(owned.address)
    expect((await logIn(servers, await device.load(), email)).session.address).toBe(owned.address)
  }, 60_000)
})
