import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveLink } from '../../test/approveLink.ts'
import { createAttacker, refusalOf } from '../../test/createAttacker.ts'
import { createDevice, logIn, requestCode } from '../../test/createDevice.ts'
import { findInMail, mailIds } from '../../test/findInMail.ts'
import { forEach } from '../../test/forEach.ts'
import { forgetGuesses } from '../../test/forgetGuesses.ts'
import { type Servers, startServers } from '../../test/startServers.ts'

// Tests what an attacker can do who reads all mails of one server: its mail provider. `DRILL_WALLETS=1000` runs the full
// drill.
const wallets = Number(process.env.DRILL_WALLETS ?? 2)
const minutes = 60_000 * (1 + wallets / 6)

type Owner = { email: string; userId: string; address: string }

let servers: Servers
const owners: Owner[] = []
const harvested: string[] = []

beforeAll(async () => {
  servers = await startServers()
  const numbers = Array.from({ length: wallets }, (_, index) => index)
  await forEach(numbers, async (number) => {
    const email = `owner${number}@example.org`
    const { session } = await logIn(servers, await createDevice(servers).load(), email)
    owners.push({ email, userId: session.userId, address: session.address })
  })
}, minutes)
afterAll(() => servers?.close())

/** Starts a login with the attacker's key at both servers, and approves its link, which the vault's provider reads. */
async function approveOwnLink(email: string) {
  const attacker = await createAttacker(servers)
  const seen = mailIds(servers, email)
  const { tx, matchCode: digits } = await attacker.startAtVault(email)
  const introduction = await attacker.start(email, tx)
  const token = await findInMail(servers, 'link', email, seen)
  expect(await approveLink(servers, { token, digits })).toBe('approved')
  return { attacker, introduction, claimed: await attacker.claim(tx) }
}

describe('the mail provider of one server', () => {
  test(
    'error: the vault’s gets the vault’s assertion, but no recovery secret and no session',
    async () => {
      await forEach(owners, async ({ email, userId }) => {
        forgetGuesses(servers)
        const { attacker, introduction, claimed } = await approveOwnLink(email)
        expect(claimed.userId).toBe(userId)
        const place = { walletId: 'wallet-0001', slotId: 'slot-000001' }
        const released = await refusalOf(attacker.release(claimed, place))
        const introduced = randomBytes(64).toString('base64url')
        const activated = await refusalOf(attacker.vault.activateGrant({ grant: claimed.grant, introduced }))
        await attacker.gateway.mailCode(introduction.id, claimed.assertion)
        const entered: string[] = []
        for (const guess of ['000000', 'AAAAAA', 'ZZZZZZ'])
          entered.push(await refusalOf(attacker.enter(introduction, guess)))
        if ([released, activated, ...entered].includes('accepted')) harvested.push(`vault’s ${email}`)
        expect([released, activated, ...entered]).toEqual([
          'grant-invalid',
          'introduced-invalid',
          'code-wrong',
          'code-wrong',
          'code-burnt',
        ])
      })
      expect(harvested).toEqual([])
    },
    minutes,
  )

  test(
    'error: the gateway’s gets no code for its own key, and those of owners are not valid for it',
    async () => {
      await forEach(owners, async ({ email, address }) => {
        const attacker = await createAttacker(servers)
        const { tx } = await attacker.startAtVault(email)
        const introduction = await attacker.start(email, tx)
        const account = await createDevice(servers).load()
        const { code } = await requestCode(servers, account, email)
        const outcomes = [
          await refusalOf(attacker.claim(tx)),
          await refusalOf(attacker.gateway.resendCode(introduction.id)),
          await refusalOf(attacker.enter(introduction, code)),
        ]
        if (outcomes.includes('accepted')) harvested.push(`gateway’s ${email}`)
        expect(outcomes).toEqual(['transaction-expired', 'introduction-expired', 'introduction-expired'])
        expect((await account.enterCode(code)).address).toBe(address)
      })
      expect(harvested).toEqual([])
    },
    minutes,
  )

  test(
    'behavior: one provider for both servers opens every wallet, so this drill would notice',
    async () => {
      const opened: string[] = []
      await forEach(owners, async ({ email, address }) => {
        const { attacker, introduction, claimed } = await approveOwnLink(email)
        const seen = mailIds(servers, email)
        await attacker.gateway.mailCode(introduction.id, claimed.assertion)
        const code = await findInMail(servers, 'code', email, seen)
        const session = await attacker.enter(introduction, code)
        await attacker.vault.activateGrant({ grant: claimed.grant, introduced: session.introduced })
        const wallet = await attacker.gateway.readWallet(session.accessToken, session.userId)
        const slotId = wallet?.slots.find(({ kind }) => kind === 'auto')?.slotId ?? ''
        const place = { userId: session.userId, walletId: wallet?.record.walletId ?? '', slotId }
        const secret = await attacker.release(claimed, place)
        if ((await attacker.open(session, { ...place, secret })) === address) opened.push(email)
      })
      expect(opened).toHaveLength(wallets)
      if (process.env.DRILL_WALLETS)
        console.log(`one provider: ${harvested.length} of ${wallets}; provider of both: ${opened.length}`)
    },
    minutes,
  )
})
