import { randomBytes } from 'node:crypto'
import { type WalletSessionResponse, walletSessionResponse } from '@portico/protocol/gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAttacker, refusalOf } from '../../test/createAttacker.ts'
import { createDevice, type Device, logIn, requestCode, signHash } from '../../test/createDevice.ts'
import { findInMail, mailIds } from '../../test/findInMail.ts'
import { forEach } from '../../test/forEach.ts'
import { forgetGuesses } from '../../test/forgetGuesses.ts'
import { moveUsers } from '../../test/moveUsers.ts'
import { type Servers, startServers } from '../../test/startServers.ts'
import { type HeldSecret, takeOverVault } from '../../test/takeOver.ts'

// Tests what an attacker can do who has the vault's database, keys and mails, while the owners of wallets log in through the
// real servers. `DRILL_WALLETS=1000` runs the full drill.
const wallets = Number(process.env.DRILL_WALLETS ?? 2)
const minutes = 60_000 * (1 + wallets / 6)

type Owner = {
  email: string
  device: Device
  /** Set at the first login that succeeds. */
  userId: string
  address: string
}

let servers: Servers
const owners: Owner[] = []
/** Wallets that the attacker has opened with the owner's key, by way. */
const opened: string[] = []
const refused = new Map<string, number>()

beforeAll(async () => {
  servers = await startServers({ env: { LIMIT_INTRODUCTIONS: '1000' } })
  for (let index = 0; index < wallets; index++)
    owners.push({
      email: `owner${index}@example.org`,
      device: createDevice(servers),
      userId: '',
      address: '',
    })
}, 60_000)
afterAll(() => servers?.close())

/** Counts what a server answered, and returns it. */
function count(attack: string, code: string): string {
  const name = `${attack}: ${code}`
  refused.set(name, (refused.get(name) ?? 0) + 1)
  return code
}

const newUserId = () => `usr_${randomBytes(16).toString('base64url')}`

describe('a compromised vault', () => {
  test(
    'error: prepares no wallet: a user with a wallet of the attacker is not accepted for the address of its owner',
    async () => {
      const prepared = new Map<string, string>()
      const bait: { userId: string; email: string }[] = []
      await forEach(owners, async ({ email }) => {
        const own = `mallory.${email}`
        const { session } = await logIn(servers, await createDevice(servers).load(), own)
        prepared.set(session.userId, session.address)
        bait.push({ userId: session.userId, email: own })
      })
      // The vault names these users for the owners, who have not come yet.
      await moveUsers(
        servers,
        bait.map(({ userId, email }) => ({ userId, email: email.replace('mallory.', '') })),
      )
      await forEach(owners, async ({ email, device }) => {
        const outcome = await refusalOf(logIn(servers, await device.load(), email))
        expect(count('prepared user', outcome)).toBe('identity-mismatch')
      })
      await moveUsers(servers, bait)
      await forEach(owners, async (owner) => {
        const { session } = await logIn(servers, await owner.device.load(), owner.email)
        owner.userId = session.userId
        owner.address = session.address
        expect(prepared.has(session.userId)).toBe(false)
        expect([...prepared.values()]).not.toContain(session.address)
      })
    },
    minutes,
  )

  test(
    'error: opens no wallet while the owner logs in, on a new browser and on a known one',
    async () => {
      const secrets = await takeOverVault(servers)
      expect(secrets).toHaveLength(2 * wallets)
      await forEach(owners, async ({ email, userId, address, device }) => {
        forgetGuesses(servers)
        const attacker = await createAttacker(servers)
        const secret = secrets.find((each) => each.userId === userId) as HeldSecret
        /** Opens the wallet if the gateway gives the attacker a session. */
        async function attempt(name: string, session: Promise<WalletSessionResponse>): Promise<string> {
          const code = await refusalOf(session)
          if (code === 'accepted' && (await attacker.open(await session, secret)) === address)
            opened.push(`${name} ${email}`)
          return count(name, code)
        }

        // The vault's assertion alone.
        const { id, tx } = await attacker.start(email)
        const assertion = await attacker.assert({ userId, email, tx })
        const path = '/wallet/v1/sessions'
        const session = attacker.server.call({ path, body: { assertion }, schema: walletSessionResponse })
        expect(await attempt('assertion', session)).toBe('introduction-required')

        // The code for the attacker's key arrives while the owner waits for hers, and she types it in her own frame.
        const sealedByOwner: string[] = []
        const fresh = createDevice(servers, {
          onRequest(url, _headers, body) {
            if (/\/introductions\/[^/]+\/code$/.test(url))
              sealedByOwner.push(JSON.parse(body as string).sealed)
          },
        })
        const account = await fresh.load()
        const own = { id, tx, email, known: false }
        const { code, nextCode } = await requestCode(servers, account, email, async (step) => {
          if (step !== 'link approved') return
          const seen = mailIds(servers, email)
          await attacker.mail(own, userId)
          await findInMail(servers, 'code', email, seen)
        })
        const typed = await refusalOf(account.enterCode(code))
        expect(count('code of the attacker, typed by the owner', typed)).toBe('code-wrong')
        const owned = await account.enterCode(await nextCode())
        expect(owned.address).toBe(address)
        // What she typed is of no use to the attacker, who relays it and guesses the rest.
        for (const sealed of sealedByOwner)
          expect(await attempt('relayed code', attacker.gateway.enterCode(id, sealed))).toBe('sealed-invalid')
        for (const guess of ['000000', 'AAAAAA', '0A0A0A'])
          expect(await attempt('guessed code', attacker.enter(own, guess))).toMatch(/^code-(wrong|burnt)$/)
        expect(await attempt('code after three guesses', attacker.enter(own, code))).toMatch(
          /^(code-burnt|introduction-expired)$/,
        )

        // On a known browser the vault can keep back its own mail; the code is for that browser's key only.
        const known = await device.load()
        const forwarded = await requestCode(servers, known, email)
        const other = await attacker.start(email)
        expect([forwarded.action, other.known]).toEqual(['VERIFY_OTP', false])
        expect(await attempt('forwarded code, early', attacker.enter(other, forwarded.code))).toBe(
          'introduction-expired',
        )
        await attacker.mail(other, userId)
        expect(await attempt('forwarded code', attacker.enter(other, forwarded.code))).toBe('code-wrong')
        await known.enterCode(forwarded.code)
        expect(await signHash(known)).toBe(address)
      })
      expect(opened).toEqual([])
    },
    minutes,
  )

  test(
    'error: names a user to another address, or to two at once, in vain',
    async () => {
      const secrets = await takeOverVault(servers)
      let both = 0
      await forEach(owners, async ({ email, userId, address }) => {
        // A mailbox of the attacker, who reads its codes, and the user of the owner.
        const attacker = await createAttacker(servers)
        const mailbox = `reader.${email}`
        const attempt = await attacker.start(mailbox)
        await attacker.mail(attempt, userId)
        const session = attacker.enter(attempt, await findInMail(servers, 'code', mailbox))
        if ((await refusalOf(session)) === 'accepted') {
          const secret = secrets.find((each) => each.userId === userId) as HeldSecret
          if ((await attacker.open(await session, secret)) === address) opened.push(`other address ${email}`)
        }
        expect(count('user of somebody else', await refusalOf(session))).toBe('identity-mismatch')

        // Two addresses at once for one new user: the attacker's, and that of somebody who logs in.
        const [newcomer, racer] = [await createAttacker(servers), await createAttacker(servers)]
        const fresh = newUserId()
        const tries = await Promise.all(
          [newcomer, racer].map(async (one, index) => {
            const to = `racer${index}.${email}`
            const started = await one.start(to)
            await one.mail(started, fresh)
            const code = await findInMail(servers, 'code', to)
            return () => refusalOf(one.enter(started, code))
          }),
        )
        const outcomes = await Promise.all(tries.map((enter) => enter()))
        if (outcomes.every((outcome) => outcome === 'accepted')) both += 1
        expect(outcomes.toSorted()).toEqual(['accepted', 'identity-mismatch'])
      })
      expect({ opened, both }).toEqual({ opened: [], both: 0 })
    },
    minutes,
  )

  test(
    'behavior: with the codes of the gateway, too, it opens every wallet, so this drill would notice',
    async () => {
      const secrets = await takeOverVault(servers)
      const both: string[] = []
      await forEach(owners, async ({ email, userId, address }) => {
        const attacker = await createAttacker(servers)
        const attempt = await attacker.start(email)
        const seen = mailIds(servers, email)
        await attacker.mail(attempt, userId)
        const session = await attacker.enter(attempt, await findInMail(servers, 'code', email, seen))
        const secret = secrets.find((each) => each.userId === userId) as HeldSecret
        if ((await attacker.open(session, secret)) === address) both.push(email)
      })
      expect(both).toHaveLength(wallets)
      if (process.env.DRILL_WALLETS)
        console.log(
          `vault alone: ${opened.length} of ${wallets} opened or prepared; with the gateway's codes ${both.length}: ${JSON.stringify(Object.fromEntries(refused))}`,
        )
    },
    minutes,
  )
})
