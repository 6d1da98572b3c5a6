import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDevice, logIn } from '../../test/createDevice.ts'
import { type Servers, startServers } from '../../test/startServers.ts'

// Both key rings rotate while users log in and sign. `ROTATIONS=10` runs the whole drill.
const rotations = Number(process.env.ROTATIONS ?? 1)
const hash = `0x${'12'.repeat(32)}` as const

let servers: Servers

beforeAll(async () => {
  servers = await startServers()
}, 60_000)
afterAll(() => servers?.close())

/** Counts the rows of a table, and the keys that encrypt them. */
function countKeys(server: 'gateway' | 'vault', table: string): { keys: number; rows: number } {
  const database = new DatabaseSync(join(servers.dataDir, server, `${server}.sqlite`), { readOnly: true })
  const row = database.prepare(`select count(distinct kek_id) keys, count(*) rows from ${table}`).get()
  database.close()
  return { ...row } as ReturnType<typeof countKeys>
}

describe('rotation', () => {
  test(
    'behavior: key rings of both servers rotate while users log in and sign, and no request is refused',
    async () => {
      const counts = { signatures: 0, logins: 0, recoveries: 0 }
      let isOver = false

      /** Logs in once and keeps signing. */
      async function sign(name: string): Promise<void> {
        const page = await createDevice(servers).load()
        const { address } = (await logIn(servers, page, `${name}@example.org`)).session
        while (!isOver) {
          const signer = await page.openSigner()
          await signer.signHash(hash)
          signer.close()
          expect(signer.address).toBe(address)
          counts.signatures += 1
        }
      }

      /** Keeps creating wallets, each opened on a second device. */
      async function createAndRecover(name: string): Promise<void> {
        for (let number = 0; !isOver; number += 1) {
          const email = `${name}-${number}@example.org`
          const made = await logIn(servers, await createDevice(servers).load(), email)
          const second = await logIn(servers, await createDevice(servers).load(), email)
          expect(second.session.address).toBe(made.session.address)
          counts.logins += 1
          counts.recoveries += 1
        }
      }

      async function rotate(): Promise<void> {
        // Rotations may be faster than a login, and must have been tested with one.
        const isTested = () => counts.signatures > rotations && counts.recoveries > 0
        for (let round = 0; round < rotations || !isTested(); round += 1)
          await Promise.all([
            servers.run('gateway', ['keys', 'rotate']).output,
            servers.run('vault', ['rotate']).output,
          ])
      }

      await Promise.all([
        sign('ada'),
        sign('grace'),
        createAndRecover('joan'),
        rotate().finally(() => {
          isOver = true
        }),
      ])
      // Rows written during the last rotation may still use the previous key. After re-encrypting, none does.
      await Promise.all([
        servers.run('gateway', ['keys', 'rewrap']).output,
        servers.run('vault', ['rotate', '--resume']).output,
      ])
      expect(countKeys('gateway', 'wallet_slots')).toEqual({ keys: 1, rows: expect.any(Number) })
      expect(countKeys('vault', 'autos')).toEqual({ keys: 1, rows: expect.any(Number) })
      if (process.env.ROTATIONS)
        console.log(
          `${2 * rotations} rotations during ${JSON.stringify(counts)}: none failed; ` +
            `${countKeys('gateway', 'wallet_slots').rows} shares, ${countKeys('vault', 'autos').rows} secrets`,
        )
    },
    60_000 + rotations * 60_000,
  )
})
