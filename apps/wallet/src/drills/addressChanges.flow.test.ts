import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { changeAddress } from '../../test/changeAddress.ts'
import { createAttacker, hashAddress, refusalOf } from '../../test/createAttacker.ts'
import { createDevice, type Device, logIn, signHash } from '../../test/createDevice.ts'
import { findInMail } from '../../test/findInMail.ts'
import { forEach } from '../../test/forEach.ts'
import { forge } from '../../test/forge.ts'
import { moveUsers } from '../../test/moveUsers.ts'
import { type Servers, startServers } from '../../test/startServers.ts'

// Tests that neither server alone can move a wallet to a mailbox of its own, while owners change their addresses.
// `DRILL_WALLETS=1000` runs the full drill.
const wallets = Number(process.env.DRILL_WALLETS ?? 2)
const minutes = 60_000 * (1 + wallets / 6)

type Owner = { email: string; next: string; mallory: string; device: Device; userId: string; address: string }

let servers: Servers
const owners: Owner[] = []
/** Owners whose wallet the attacker could log in to. */
const moved: string[] = []

beforeAll(async () => {
  servers = await startServers()
  const numbers = Array.from({ length: wallets }, (_, index) => index)
  await forEach(numbers, async (number) => {
    const [email, device] = [`owner${number}@example.org`, createDevice(servers)]
    const { session } = await logIn(servers, await device.load(), email)
    const { userId, address } = session
    owners.push({ email, next: `next.${email}`, mallory: `mallory.${email}`, device, userId, address })
  })
}, minutes)
afterAll(() => servers?.close())

describe('changes of address', () => {
  test(
    'error: a compromised gateway changes no address at the vault',
    async () => {
      await forEach(owners, async ({ email, mallory, userId, address, device }) => {
        const attacker = await createAttacker(servers)
        const call = (path: string, body: object) =>
          refusalOf(attacker.vaultServer.call({ path, body, schema: z.unknown() }))
        const tx = `tx_${'A'.repeat(22)}`
        const statement = await forge(servers, 'gateway', {
          typ: 'address-change+jwt',
          sub: userId,
          jkt: attacker.jkt,
          tx,
          from: hashAddress({ tx, email }),
          address: hashAddress({ tx, email: mallory }),
        })
        const outcomes = [
          await call('/v1/update/start', { userId, email: mallory, origin: 'http://localhost:4400' }),
          await call('/v1/update/link', { tx }),
          await call('/v1/update/finish', { tx, statement }),
        ]
        expect(outcomes).not.toContain('accepted')
        // The owner's address is the same as before.
        const account = await device.load()
        expect((await logIn(servers, account, email)).session.address).toBe(address)
      })
    },
    minutes,
  )

  test(
    'error: a compromised vault changes no address at the gateway, not even while its owner changes it',
    async () => {
      await forEach(owners, async ({ email, next, mallory, device }) => {
        // The vault changes the address, but answers with a statement about the attacker's mailbox.
        const account = await device.load({
          async intercept(step, call) {
            const answer = await call()
            if (step !== 'vault POST /v1/update/finish') return answer
            const { changed } = answer as { changed: string }
            const { sub, jkt, tx } = decodeJwt(changed) as { sub: string; jkt: string; tx: string }
            const address = hashAddress({ tx, email: mallory })
            const forged = { typ: 'email-changed+jwt', sub, jkt, tx, address }
            return { ...answer, email: mallory, changed: await forge(servers, 'vault', forged) }
          },
        })
        await logIn(servers, account, email)
        const { enter } = await changeAddress(servers, account, { email, next })
        expect(await refusalOf(enter())).toBe('address-change-mismatch')
      })
      await moveUsers(
        servers,
        owners.map(({ userId, mallory }) => ({ userId, email: mallory })),
      )
      await forEach(owners, async ({ email, mallory, userId }) => {
        const attacker = await createAttacker(servers)
        const attempt = await attacker.start(mallory)
        await attacker.mail(attempt, userId)
        const outcome = await refusalOf(attacker.enter(attempt, await findInMail(servers, 'code', mallory)))
        if (outcome === 'accepted') moved.push(email)
        expect(outcome).toBe('identity-mismatch')
      })
      expect(moved).toEqual([])

      // Once the vault is honest again, the owner logs in with the new address, which ends the change.
      await moveUsers(
        servers,
        owners.map(({ userId, next }) => ({ userId, email: next })),
      )
      await forEach(owners, async ({ next, address }) => {
        const account = await createDevice(servers).load()
        expect((await logIn(servers, account, next)).session.address).toBe(address)
        expect(await signHash(account)).toBe(address)
      })
    },
    minutes,
  )
})
