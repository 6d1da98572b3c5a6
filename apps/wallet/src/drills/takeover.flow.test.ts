import { createHash, randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createBrowserFetch, createDevice, logIn, readSealingKey } from '../../test/createDevice.ts'
import { forge } from '../../test/forge.ts'
import { type Servers, startServers } from '../../test/startServers.ts'
import {
  fromBase64Url,
  type HeldSecret,
  type HeldWallet,
  openWith,
  openWithMasterKey,
  takeOverGateway,
  takeOverVault,
} from '../../test/takeOver.ts'
import { encodeFields } from '../keys/encodeFields.ts'
import { sealToServer } from '../keys/sealToServer.ts'
import { createDpopProver, makeDpopKeys } from '../session/createDpopProver.ts'
import { createServerClient } from '../session/createServerClient.ts'
import { makeReleaseKeys } from '../session/makeReleaseKeys.ts'
import { ServerError } from '../session/ServerError.ts'

// Tests which wallets an attacker who controls one server can open. `TAKEOVER_WALLETS=1000` runs the full drill.
const wallets = Number(process.env.TAKEOVER_WALLETS ?? 3)
const minutes = 60_000 * (1 + wallets / 20)

let servers: Servers
/** Wallet address by user id. */
const addresses = new Map<string, string>()
const emails = new Map<string, string>()
/** Tokens, assertions and proofs that were sent to the gateway. */
const received: { proof: string; accessToken: string | undefined; assertion: string | undefined }[] = []
let heldWallets: HeldWallet[]
let secrets: HeldSecret[]

beforeAll(async () => {
  servers = await startServers()
  const numbers = Array.from({ length: wallets }, (_, index) => index)
  await Promise.all(Array.from({ length: Math.min(6, wallets) }, makeWallets))
  heldWallets = await takeOverGateway(servers)
  secrets = await takeOverVault(servers)

  async function makeWallets(): Promise<void> {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const email = `owner${number}@example.org`
      const device = createDevice(servers, {
        onRequest(url, { dpop = '', authorization }, body) {
          if (!url.startsWith(servers.gatewayUrl)) return
          const { assertion } = typeof body === 'string' ? JSON.parse(body) : {}
          received.push({ proof: dpop, accessToken: authorization?.slice('DPoP '.length), assertion })
        },
      })
      const { session } = await logIn(servers, await device.load(), email)
      addresses.set(session.userId, session.address)
      emails.set(session.userId, email)
    }
  }
}, minutes)
afterAll(() => servers?.close())

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const secretsOf = (file: string) => JSON.parse(readFileSync(join(servers.dataDir, file), 'utf8'))

/** Returns the first and last 32 bytes of every base64url string in a JSON value that has at least 32 bytes. */
function bytesIn(value: unknown): Uint8Array[] {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value, 'base64url')
    return bytes.length < 32 ? [] : [bytes.subarray(0, 32), bytes.subarray(-32)]
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(bytesIn) : []
}

async function createIntruder() {
  const dpop = await createDpopProver({ keys: await makeDpopKeys() })
  const fetch = createBrowserFetch(servers)
  const { call } = createServerClient({ origin: servers.vaultUrl, dpop, fetch })
  return { dpop, fetch, call }
}

describe('takeover', () => {
  test(
    'behavior: an attacker on the gateway has every share, but can open no wallet',
    async () => {
      expect(heldWallets).toHaveLength(wallets)
      const rings = [
        ...bytesIn(secretsOf('gateway/wallet-kek.json')),
        ...bytesIn(secretsOf('gateway/wallet-keys.json')),
      ]
      expect(rings.length).toBeGreaterThan(8)
      const opened: string[] = []
      let tries = 0
      for (const wallet of heldWallets) {
        const { userId, walletId, slots, check, confirmNonce } = wallet
        const shares = slots.map(({ share }) => fromBase64Url(share as string))
        expect(slots.map(({ kind }) => kind).toSorted()).toEqual(['auto', 'device'])
        expect(shares.every(({ length }) => length === 32)).toBe(true)
        const guesses = [
          ...shares,
          ...bytesIn([check, confirmNonce, slots.map(({ wrap }) => wrap), wallet.vault]),
          ...rings,
          ...[userId, walletId, ...slots.map(({ slotId }) => slotId)].map(sha256),
          new Uint8Array(32),
        ]
        for (const secret of guesses) {
          tries += 1 + slots.length
          if (await openWithMasterKey(wallet, secret)) opened.push(walletId)
          for (const [index, slot] of slots.entries())
            if (await openWith(wallet, slot, { share: shares[index] as Uint8Array, secret }))
              opened.push(walletId)
        }
      }
      expect(opened).toEqual([])
      report(`gateway data alone: ${tries} tries at ${heldWallets.length} wallets, ${opened.length} opened`)
    },
    minutes,
  )

  test(
    'behavior: the vault releases nothing to that attacker for forged, replayed or guessed input',
    async () => {
      const sealTo = await readSealingKey(servers)
      const intruder = await createIntruder()
      const { jkt } = intruder.dpop
      const refused = new Map<string, number>()
      const opened: unknown[] = []
      const count = (name: string) => refused.set(name, (refused.get(name) ?? 0) + 1)
      async function callVault(path: string, body: unknown): Promise<unknown> {
        try {
          const answer = await intruder.call({ path, body, schema: z.unknown() })
          opened.push({ path, body, answer })
          return answer
        } catch (error) {
          if (!(error instanceof ServerError)) throw error
          expect(error.problem.status, `${path} ${error.code}`).toBeLessThan(500)
          count(`${path} ${error.code}`)
          return undefined
        }
      }
      async function tryAll(index: number): Promise<void> {
        const { userId, walletId, slots, check } = heldWallets[index] as HeldWallet
        const slotRef = { walletId, slotId: slots.find(({ kind }) => kind === 'auto')?.slotId as string }
        const claims = { iss: servers.vaultUrl, aud: 'portico-gateway', sub: userId, method: 'email', jkt }
        const login = {
          ...claims,
          tx: 'tx_AAAAAAAAAAAAAAAAAAAAAA',
          projectId: 'local',
          origin: 'http://localhost:4400',
        }
        const tokens = [
          await forge(servers, 'gateway', { typ: 'identity+jwt', ...login }),
          await forge(servers, 'gateway', {
            typ: 'at+jwt',
            ...claims,
            aud: 'portico-wallet',
            sid: 'wss_A',
            cnf: { jkt },
          }),
          ...slots.map(({ share }) => share as string),
          check,
          randomBytes(32).toString('base64url'),
          sha256(userId).toString('base64url'),
          ...Object.values(received[index % received.length] ?? {}).filter((text) => text !== undefined),
        ]
        for (const grant of tokens) await callVault('/v1/auto/release', { grant, ...slotRef })
        for (const grant of tokens.slice(1, 3)) {
          const secret = randomBytes(32).toString('base64url')
          const sealed = await sealToServer(sealTo, { secret, ...slotRef, jkt })
          await callVault('/v1/auto/store', { grant, sealed })
          await callVault('/v1/device/approve', { token: grant, digits: '42' })
          await callVault('/v1/update/revert', { token: grant })
        }
        const update = { userId, email: 'intruder@example.org', origin: 'http://localhost:4400' }
        await callVault('/v1/update/start', update)
        // The gateway has no e-mail addresses, but the attacker may know one, and signs any statement of the gateway.
        const { tx, matchCode } = (await intruder.call({
          path: '/v1/email/start',
          body: { email: emails.get(userId), origin: 'http://localhost:4400', projectId: 'local' },
          schema: z.object({ tx: z.string(), action: z.literal('VERIFY_DEVICE'), matchCode: z.string() }),
        })) as { tx: string; matchCode: string }
        const { publicKey: releaseKey } = await makeReleaseKeys()
        const sealed = await sealToServer(sealTo, { tx, jkt, releaseKey })
        const fields = encodeFields('portico/address', tx, emails.get(userId) as string)
        const address = createHash('sha256').update(fields).digest('base64url')
        const stated = {
          iss: servers.gatewayUrl,
          aud: 'portico-vault',
          sub: userId,
          jkt,
          tx,
          way: 'email',
          address,
        }
        const introduced = await forge(servers, 'gateway', { typ: 'introduced+jwt', ...stated })
        for (const body of [{ sealed }, { sealed, introduced }]) await callVault('/v1/email/claim', body)
        // Asking for the link again repeats what the start answered.
        const linked = await intruder.call({
          path: '/v1/email/link',
          body: { tx },
          schema: z.object({ matchCode: z.string() }),
        })
        expect(linked).toMatchObject({ matchCode })
        for (const grant of tokens.slice(1, 3)) await callVault('/v1/grants/activate', { grant, introduced })
        const change = await forge(servers, 'gateway', {
          typ: 'address-change+jwt',
          ...stated,
          from: address,
        })
        await callVault('/v1/update/link', { tx })
        await callVault('/v1/update/finish', { tx, statement: change })
        // Replay at the vault what the owner has sent to the gateway.
        const { proof = '', accessToken = '' } = received[index] ?? {}
        const answer = await intruder.fetch(`${servers.vaultUrl}/v1/auto/release`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', dpop: proof, authorization: `DPoP ${accessToken}` },
          body: JSON.stringify({ grant: tokens[2], ...slotRef }),
        })
        expect(answer.status).toBe(401)
        count('replayed proof')
      }
      const indexes = heldWallets.map((_, index) => index)
      const work = async () => {
        for (let index = indexes.pop(); index !== undefined; index = indexes.pop()) await tryAll(index)
      }
      await Promise.all(Array.from({ length: 4 }, work))
      expect(opened).toEqual([])
      expect(
        [...refused.keys()].filter((name) => name.startsWith('/v1/auto/release')).length,
      ).toBeGreaterThan(0)
      const total = [...refused.values()].reduce((sum, each) => sum + each, 0)
      report(
        `vault: ${total} calls refused, ${opened.length} answered: ${JSON.stringify(Object.fromEntries(refused))}`,
      )
    },
    minutes,
  )

  test('behavior: the gateway’s files contain no e-mail address', () => {
    const file = readFileSync(join(servers.dataDir, 'gateway/gateway.sqlite')).toString('latin1')
    const log = readFileSync(join(servers.dataDir, 'gateway/gateway.sqlite-wal')).toString('latin1')
    for (const email of emails.values()) expect(file.includes(email) || log.includes(email)).toBe(false)
  })

  test(
    'behavior: both servers together open every wallet, so this drill would detect a leak',
    async () => {
      expect(secrets).toHaveLength(wallets)
      for (const { userId, walletId, slotId, secret } of secrets) {
        const wallet = heldWallets.find((each) => each.walletId === walletId) as HeldWallet
        const slot = wallet.slots.find((each) => each.slotId === slotId) as HeldWallet['slots'][number]
        const halves = { share: fromBase64Url(slot.share as string), secret: fromBase64Url(secret as string) }
        expect(await openWith(wallet, slot, halves)).toBe(addresses.get(userId))
      }
    },
    minutes,
  )

  test('behavior: an attacker on the vault, who can forge any login, gets no session and no share', async () => {
    const [{ userId }] = secrets as [HeldSecret]
    const { dpop, fetch } = await createIntruder()
    const { call } = createServerClient({ origin: servers.gatewayUrl, dpop, fetch })
    const claims = {
      iss: servers.vaultUrl,
      aud: 'portico-gateway',
      sub: userId,
      method: 'email',
      jkt: dpop.jkt,
    }
    const login = {
      ...claims,
      tx: 'tx_AAAAAAAAAAAAAAAAAAAAAA',
      projectId: 'local',
      origin: 'http://localhost:4400',
    }
    const assertion = await forge(servers, 'vault', { typ: 'identity+jwt', ...login })
    await expect(
      call({ path: '/wallet/v1/sessions', body: { assertion }, schema: z.unknown() }),
    ).rejects.toMatchObject({ code: 'introduction-required' })
  })

  test(
    'behavior: both databases without the key files open no wallet',
    async () => {
      const from = servers.dataDir
      const to = servers.moveAway()
      for (const server of ['gateway', 'vault']) {
        mkdirSync(join(to, server))
        for (const end of ['', '-wal'])
          copyFileSync(
            join(from, server, `${server}.sqlite${end}`),
            join(to, server, `${server}.sqlite${end}`),
          )
      }
      // Create new keys, so that the servers' own code can be run on the rows.
      await servers.run('gateway', ['keys', 'wallet']).output
      await servers.run('vault', ['keys']).output
      const without = await takeOverGateway(servers)
      expect(without).toHaveLength(wallets)
      expect(without.flatMap(({ slots }) => slots.map(({ share }) => share)).filter(Boolean)).toEqual([])
      expect((await takeOverVault(servers)).filter(({ secret }) => secret !== undefined)).toEqual([])

      const rows = { gateway: readRows(to, 'gateway'), vault: readRows(to, 'vault') }
      const dump = JSON.stringify(rows)
      for (const { slots } of heldWallets)
        for (const { share = '?' } of slots) expect(dump.includes(share)).toBe(false)
      for (const { secret = '?' } of secrets) expect(dump.includes(secret)).toBe(false)
      const opened: string[] = []
      let tries = 0
      const ofUser = (all: readonly Row[], { userId, walletId }: HeldWallet) => {
        const userRows = all.filter((row) =>
          Object.values(row).some((value) => value === userId || value === walletId),
        )
        return [...new Map(bytesIn(userRows).map((bytes) => [`${bytes}`, bytes])).values()]
      }
      // Try each value of a user's rows as each half. The cost is quadratic, so only a sample of users is tested.
      for (const wallet of heldWallets.slice(0, Math.ceil(wallets / 50))) {
        const shares = ofUser(rows.gateway, wallet)
        const guesses = [...shares, ...ofUser(rows.vault, wallet)]
        expect(shares.length).toBeGreaterThan(8)
        for (const secret of guesses) {
          if (await openWithMasterKey(wallet, secret)) opened.push(wallet.walletId)
          for (const share of shares)
            for (const slot of wallet.slots) {
              tries += 1
              if (await openWith(wallet, slot, { share, secret })) opened.push(wallet.walletId)
            }
        }
      }
      expect(opened).toEqual([])
      report(`databases alone: ${tries} tries, ${opened.length} opened`)
    },
    minutes,
  )
})

type Row = Record<string, unknown>

/** Reads every row of every table. */
function readRows(folder: string, server: string): Row[] {
  const database = new DatabaseSync(join(folder, server, `${server}.sqlite`))
  const tables = database.prepare(`select name from sqlite_master where type = 'table'`).all() as {
    name: string
  }[]
  const rows = tables.flatMap(({ name }) => database.prepare(`select * from "${name}"`).all() as Row[])
  database.close()
  return rows
}

function report(text: string): void {
  if (process.env.TAKEOVER_WALLETS) console.log(text)
}
