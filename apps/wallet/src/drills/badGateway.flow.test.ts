import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveLink } from '../../test/approveLink.ts'
import { type Attacker, createAttacker, refusalOf } from '../../test/createAttacker.ts'
import { createDevice, logIn, requestCode, signHash } from '../../test/createDevice.ts'
import { findInMail, mailIds } from '../../test/findInMail.ts'
import { forEach } from '../../test/forEach.ts'
import { type Servers, startServers } from '../../test/startServers.ts'
import { fromBase64Url, type HeldWallet, openWith, takeOverGateway } from '../../test/takeOver.ts'

// Tests what an attacker can do who has the gateway's database and keys, knows the addresses of the owners, and asks the vault
// for recovery secrets while the owners log in. `DRILL_WALLETS=1000` runs the full drill.
const wallets = Number(process.env.DRILL_WALLETS ?? 2)
const minutes = 60_000 * (1 + wallets / 6)

type Owner = { email: string; userId: string; address: string }

let servers: Servers
let held: HeldWallet[]
const owners: Owner[] = []
/** Wallets that the attacker has opened with the owner's key, by way. */
const opened: string[] = []
const refused = new Map<string, number>()

beforeAll(async () => {
  servers = await startServers()
  const numbers = Array.from({ length: wallets }, (_, index) => index)
  await forEach(numbers, async (number) => {
    const email = `owner${number}@example.org`
    const { session } = await logIn(servers, await createDevice(servers).load(), email)
    owners.push({ email, userId: session.userId, address: session.address })
  })
  held = await takeOverGateway(servers)
}, minutes)
afterAll(() => servers?.close())

/** Opens a wallet with the gateway's share and a recovery secret that the vault releases for a grant. */
async function openWithGrant(
  attacker: Attacker,
  { userId }: Owner,
  claimed: Awaited<ReturnType<Attacker['claim']>>,
): Promise<string | undefined> {
  const wallet = held.find((each) => each.userId === userId) as HeldWallet
  const slot = wallet.slots.find(({ kind }) => kind === 'auto') as HeldWallet['slots'][number]
  const place = { walletId: wallet.walletId, slotId: slot.slotId }
  const secret = fromBase64Url(await attacker.release(claimed, place))
  return openWith(wallet, slot, { share: fromBase64Url(slot.share as string), secret })
}

describe('a compromised gateway', () => {
  test(
    'error: opens no wallet with statements of its own, challenges of its choice and owners who approve blindly',
    async () => {
      expect(held).toHaveLength(wallets)
      await forEach(owners, async (owner) => {
        const { email, userId, address } = owner
        const attacker = await createAttacker(servers)
        /** Opens the wallet if the vault completes a login of the attacker. */
        async function attempt(name: string, claim: ReturnType<Attacker['claim']>): Promise<string> {
          const code = await refusalOf(claim)
          if (code === 'accepted') {
            const secret = await openWithGrant(attacker, owner, await claim).catch(() => undefined)
            if (secret === address) opened.push(`${name} ${email}`)
          }
          refused.set(`${name}: ${code}`, (refused.get(`${name}: ${code}`) ?? 0) + 1)
          return code
        }

        // The owner logs in on a new browser, and the attacker at the same time: two links in one mailbox.
        const account = await createDevice(servers).load()
        const digitsTried: string[] = []
        const seen = mailIds(servers, email)
        const { tx, matchCode } = await attacker.startAtVault(email)
        const introduced = await attacker.introduce({ userId, tx, email })
        expect(await attempt('statement for a login without approval', attacker.claim(tx, introduced))).toBe(
          'transaction-expired',
        )
        const token = await findInMail(servers, 'link', email, seen)
        const { code } = await requestCode(servers, account, email, async (step) => {
          if (step !== 'link approved') return
          // She opens the attacker's link as well, and types the digits that her own window shows.
          const digits = account.challenge()?.matchCode ?? ''
          digitsTried.push(await approveLink(servers, { token, digits }))
          digitsTried.push(await approveLink(servers, { token, digits }))
          expect(digits).not.toBe(matchCode)
        })
        expect(digitsTried).toEqual(['digits-wrong', 'digits-burnt'])
        expect(await attempt('login approved blindly', attacker.claim(tx))).toMatch(
          /^(transaction-expired|digits-burnt)$/,
        )
        await account.enterCode(code)
        expect(await signHash(account)).toBe(address)

        // Statements for a grant that the attacker guesses, and for another user's challenge.
        const other = await attacker.startAtVault(`mallory.${email}`)
        const link = await findInMail(servers, 'link', `mallory.${email}`)
        expect(await approveLink(servers, { token: link, digits: other.matchCode })).toBe('approved')
        const wrong = await attacker.introduce({ userId, tx: other.tx, email })
        expect(await attempt('statement about another address', attacker.claim(other.tx, wrong))).toBe(
          'introduced-mismatch',
        )
        const own = await attacker.claim(other.tx)
        const named = await attacker.introduce({ userId, tx: other.tx, email: `mallory.${email}` })
        const activated = await refusalOf(
          attacker.vault.activateGrant({ grant: own.grant, introduced: named }),
        )
        expect(activated).toBe('introduced-mismatch')
        expect(await refusalOf(openWithGrant(attacker, owner, own))).toBe('grant-invalid')
        const right = { userId: own.userId, tx: other.tx, email: `mallory.${email}` }
        await attacker.vault.activateGrant({ grant: own.grant, introduced: await attacker.introduce(right) })
        // A valid grant of the attacker's own user does not open the owner's wallet either.
        expect(await refusalOf(openWithGrant(attacker, owner, own))).toMatch(
          /^(auto-missing|not-found|no-auto)/,
        )
      })
      expect(opened).toEqual([])
    },
    minutes,
  )

  test(
    'behavior: with the links of the vault, too, it opens every wallet, so this drill would notice',
    async () => {
      const both: string[] = []
      await forEach(owners, async (owner) => {
        const { email, userId, address } = owner
        const attacker = await createAttacker(servers)
        const seen = mailIds(servers, email)
        const { tx, matchCode: digits } = await attacker.startAtVault(email)
        const token = await findInMail(servers, 'link', email, seen)
        expect(await approveLink(servers, { token, digits })).toBe('approved')
        const claimed = await attacker.claim(tx, await attacker.introduce({ userId, tx, email }))
        if ((await openWithGrant(attacker, owner, claimed)) === address) both.push(email)
      })
      expect(both).toHaveLength(wallets)
      if (process.env.DRILL_WALLETS)
        console.log(
          `gateway alone: ${opened.length} of ${wallets} opened; with the vault's links ${both.length}: ${JSON.stringify(Object.fromEntries(refused))}`,
        )
    },
    minutes,
  )
})
