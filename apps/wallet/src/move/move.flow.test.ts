import { setTimeout as sleep } from 'node:timers/promises'
import type { MoveKey } from '@portico/protocol/gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowserFetch, createDevice, type Device, logIn, signHash } from '../../test/createDevice.ts'
import { type Servers, startServers } from '../../test/startServers.ts'
import { fromBase64Url, openWith, takeOverGateway } from '../../test/takeOver.ts'
import { makeMoveKeys, thumbprintOf } from '../keys/moveChannel.ts'
import { seal } from '../keys/sealing.ts'
import { createManageClient } from '../manage/createManageClient.ts'
import type { Account } from '../session/createAccount.ts'
import { createGatewayClient } from '../session/createGatewayClient.ts'
import { createServerClient, type ServerClient } from '../session/createServerClient.ts'
import { openPartition } from '../session/openPartition.ts'
import { createMoveClient, type MoveClient } from './createMoveClient.ts'
import { createMoveOffer } from './createMoveOffer.ts'
import { readMoveLink } from './moveLink.ts'
import type { RunMove } from './moveTask.ts'
import { runMoveTask } from './runMoveTask.ts'
import { takeMove } from './takeMove.ts'

let servers: Servers
let count = 0
function newEmail(): string {
  count += 1
  return `ada${count}@example.org`
}
const wait = (milliseconds: number) => sleep(milliseconds / 50)

beforeAll(async () => {
  servers = await startServers()
}, 60_000)
afterAll(() => servers?.close())

type Client = Partial<MoveClient>
/** Wraps a server, as an attacker who controls it would. */
type Change = (server: ServerClient, name: 'gateway' | 'vault') => ServerClient

const runMove = (async (task) => runMoveTask(task)) as RunMove

/** Loads a page of the wallet site on a device, with the client for moves. `lie` replaces requests to the servers. */
async function load(
  device: Device,
  { lie = {}, change = (server) => server }: { lie?: Client; change?: Change } = {},
) {
  const account = await device.load({ origin: servers.walletOrigin })
  const dpop = await openPartition({ storage: device.storage })
  const fetch = createBrowserFetch(servers)
  const gateway = change(createServerClient({ origin: servers.gatewayUrl, dpop, fetch }), 'gateway')
  const vault = change(createServerClient({ origin: servers.vaultUrl, dpop, fetch }), 'vault')
  const client: MoveClient = { ...createMoveClient({ gateway, vault }), ...lie }
  return { account, device, dpop, gateway, vault, client }
}
type Page = Awaited<ReturnType<typeof load>>

/** The device that founded a wallet. */
async function owner(options: Parameters<typeof load>[1] = {}) {
  const device = createDevice(servers)
  const email = newEmail()
  const page = await load(device, options)
  const { session } = await logIn(servers, page.account, email)
  return { ...page, email, address: session.address, userId: session.userId }
}

function offerOf({ account, gateway, vault, device, client }: Page, email: string) {
  const { readOpenable } = createManageClient({
    account,
    server: gateway,
    vaultServer: vault,
    gateway: createGatewayClient(gateway),
    storage: device.storage,
  })
  const { walletOrigin: origin } = servers
  return createMoveOffer({
    client,
    token: account.token,
    readOpenable,
    runMove,
    origin,
    owner: { email, method: undefined },
    wait,
  })
}

/** Opens the link on a device. `digits` resolves with what it shows. */
function take({ client, account, dpop }: Page, link: string) {
  const parsed = readMoveLink(new URL(link).hash)
  if (!parsed) throw new Error('no link')
  const { adopt } = account
  let done: Promise<void> = Promise.resolve()
  const digits = new Promise<string>((resolve, reject) => {
    done = takeMove(parsed, { client, jkt: dpop.jkt, runMove, adopt, showDigits: resolve, wait })
    done.catch(reject)
  })
  digits.catch(() => undefined)
  return { digits, done }
}

/** What the new device has afterwards. */
async function isEmpty(page: Page): Promise<boolean> {
  return page.account.current() === undefined && (await page.device.storage.read('session')) === undefined
}

const slotsOf = async ({ account, gateway }: Page & { account: Account }, userId: string) =>
  (await createGatewayClient(gateway).readWallet(await account.token(), userId))?.slots.length

describe('a move to another device', () => {
  test('behavior: the new device has the same address without a mail, and logs in with one code later', async () => {
    const old = await owner()
    const next = await load(createDevice(servers))
    const before = servers.inbox.messages(old.email).length
    const offer = await offerOf(old, old.email)
    expect(offer.link).toMatch(/^http:\/\/wallet\.localhost:\d+\/take#[\w-]{43}\.[\w-]{43}$/)
    const taking = take(next, offer.link)
    await offer.waitForDevice()
    const digits = await taking.digits
    expect(digits).toMatch(/^\d{6}$/)
    expect(await offer.enterDigits(digits)).toEqual({ isRight: true })
    await taking.done
    await offer.waitForLogin()
    expect(next.account.current()).toMatchObject({
      address: old.address,
      email: old.email,
      userId: old.userId,
    })
    expect(await signHash(next.account)).toBe(old.address)
    expect(await signHash(old.account)).toBe(old.address)
    // Nothing but the notice was mailed.
    await expect.poll(() => servers.inbox.messages(old.email).length).toBe(before + 1)
    expect(servers.inbox.messages(old.email)[0]?.subject).toBe('Your wallet was moved to another device')
    // It survives a reload, and it is known at both servers: the next login needs no link.
    expect(await (await next.device.load({ origin: servers.walletOrigin })).resume()).toMatchObject({
      address: old.address,
    })
    await next.account.signOut()
    const again = await next.device.load({ origin: servers.walletOrigin })
    const { action, session } = await logIn(servers, again, old.email)
    expect(action).toBe('VERIFY_OTP')
    expect(session.address).toBe(old.address)
  })

  test('error: a gateway that replaces the new device’s key gets other digits, and nothing else', async () => {
    const evil = await makeMoveKeys()
    const given: unknown[] = []
    const old = await owner({
      change: (server) => ({
        async call(request) {
          if (request.path.endsWith('/finish')) given.push(request.body)
          const answer = await server.call(request)
          if (!request.path.endsWith('/state')) return answer
          return {
            ...(answer as object),
            ...((answer as { key?: MoveKey }).key ? { key: evil.publicKey } : {}),
          } as never
        },
      }),
    })
    const next = await load(createDevice(servers))
    const offer = await offerOf(old, old.email)
    const taking = take(next, offer.link)
    await offer.waitForDevice()
    const digits = await taking.digits
    expect(await offer.enterDigits(digits)).toEqual({ isRight: false, triesLeft: 2 })
    expect(await offer.enterDigits(digits)).toEqual({ isRight: false, triesLeft: 1 })
    await expect(offer.enterDigits(digits)).rejects.toMatchObject({ code: 'digits-burnt' })
    expect(given).toEqual([])
    await expect(taking.done).rejects.toMatchObject({ code: 'move-over' })
    expect(await isEmpty(next)).toBe(true)
    expect(await slotsOf(old, old.userId)).toBe(2)
  })

  test('error: a gateway that names its own device key instead of the new device’s gets other digits', async () => {
    const thief = await openPartition({ storage: createDevice(servers).storage })
    const old = await owner({
      change: (server) => ({
        async call(request) {
          const answer = await server.call(request)
          if (!request.path.endsWith('/state')) return answer
          return {
            ...(answer as object),
            ...((answer as { jkt?: string }).jkt ? { jkt: thief.jkt } : {}),
          } as never
        },
      }),
    })
    const next = await load(createDevice(servers))
    const offer = await offerOf(old, old.email)
    const taking = take(next, offer.link)
    await offer.waitForDevice()
    expect(await offer.enterDigits(await taking.digits)).toEqual({ isRight: false, triesLeft: 2 })
    await offer.cancel()
    await expect(taking.done).rejects.toMatchObject({ code: 'move-over' })
  })

  test('error: a gateway that replaces the older device’s key is noticed before any digits are shown', async () => {
    const evil = await makeMoveKeys()
    const old = await owner()
    const next = await load(createDevice(servers), {
      change: (server) => ({
        async call(request) {
          const answer = await server.call(request)
          return ((answer as { key?: MoveKey }).key ? { key: evil.publicKey } : answer) as never
        },
      }),
    })
    const offer = await offerOf(old, old.email)
    const taking = take(next, offer.link)
    await offer.waitForDevice()
    await expect(taking.done).rejects.toMatchObject({ code: 'key-wrong' })
    await expect(taking.digits).rejects.toMatchObject({ code: 'key-wrong' })
    expect(await isEmpty(next)).toBe(true)
  })

  test('error: no server sees the older device’s key before it has passed on a key of the new device', async () => {
    const sent: string[] = []
    const old = await owner({
      change: (server) => ({
        async call(request) {
          const answer = await server.call(request)
          sent.push(`${request.path} ${JSON.stringify(request.body)} -> ${JSON.stringify(answer)}`)
          return answer
        },
      }),
    })
    const next = await load(createDevice(servers))
    const offer = await offerOf(old, old.email)
    take(next, offer.link)
    await offer.waitForDevice()
    const revealed = sent.findIndex((line) => line.startsWith('/wallet/v1/moves/reveal'))
    const { key } = JSON.parse(/reveal (.*) ->/.exec(sent[revealed] ?? '')?.[1] ?? '{}') as { key: MoveKey }
    expect(await thumbprintOf(key)).toBe(readMoveLink(new URL(offer.link).hash)?.thumbprint)
    expect(sent[revealed - 1]).toContain('"step":"taken"')
    for (const line of [offer.link, ...sent.slice(0, revealed)])
      for (const part of [key.x, key.y]) expect(line).not.toContain(part)
    await offer.cancel()
  })

  test('error: a gateway that replaces the message gives the new device no wallet', async () => {
    const old = await owner()
    const forged = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt'])
    const text = new TextEncoder().encode('{}')
    const sealed = Buffer.from(await seal(forged, text, new Uint8Array())).toString('base64url')
    const next = await load(createDevice(servers), {
      change: (server) => ({
        async call(request) {
          const answer = (await server.call(request)) as { sealed?: string }
          return (answer.sealed ? { ...answer, sealed } : answer) as never
        },
      }),
    })
    const offer = await offerOf(old, old.email)
    const taking = take(next, offer.link)
    await offer.waitForDevice()
    await offer.enterDigits(await taking.digits)
    await expect(taking.done).rejects.toMatchObject({ code: 'wallet-broken' })
    expect(await isEmpty(next)).toBe(true)
  })

  test('error: what the gateway passes on opens no wallet', async () => {
    const old = await owner()
    const seen: string[] = []
    const next = await load(createDevice(servers))
    const watched = await load(old.device, {
      change: (server, name) => ({
        async call(request) {
          const answer = await server.call(request)
          if (name === 'gateway') seen.push(JSON.stringify([request.body, answer]))
          return answer
        },
      }),
    })
    await watched.account.resume()
    const offer = await offerOf({ ...watched, account: old.account }, old.email)
    const taking = take(next, offer.link)
    await offer.waitForDevice()
    await offer.enterDigits(await taking.digits)
    await taking.done
    const stored = (await next.device.storage.read('device')) as { secret: CryptoKey; slotId: string }
    expect(stored.secret.extractable).toBe(false)
    // Everything of 32 bytes that passed through the gateway, tried as the secret of the new slot.
    const { slotId } = stored
    const held = (await takeOverGateway(servers)).find(({ userId }) => userId === old.userId)
    const slot = held?.slots.find((slot) => slot.slotId === slotId)
    const share = fromBase64Url(slot?.share ?? '')
    expect(seen.join()).toContain(slot?.share)
    const tried = new Set(seen.join().match(/(?<![\w-])[\w-]{43}(?![\w-])/g))
    expect(tried.size).toBeGreaterThan(5)
    for (const secret of tried)
      expect(
        held && slot && (await openWith(held, slot, { share, secret: fromBase64Url(secret) })),
      ).toBeUndefined()
  })

  test('error: a second device that opens the link is refused, and cannot guess the digits', async () => {
    const old = await owner()
    const [next, thief] = [await load(createDevice(servers)), await load(createDevice(servers))]
    const offer = await offerOf(old, old.email)
    const taking = take(next, offer.link)
    await offer.waitForDevice()
    const digits = await taking.digits
    await expect(take(thief, offer.link).done).rejects.toMatchObject({ code: 'move-taken' })
    const wrong = `${(Number(digits) + 1) % 1_000_000}`.padStart(6, '0')
    expect(await offer.enterDigits(wrong)).toEqual({ isRight: false, triesLeft: 2 })
    expect(await offer.enterDigits('')).toEqual({ isRight: false, triesLeft: 1 })
    expect(await offer.enterDigits(digits)).toEqual({ isRight: true })
    await taking.done
    expect(await isEmpty(thief)).toBe(true)
  })

  test('error: a device that came to the wallet just now moves it nowhere', async () => {
    const old = await owner()
    const next = await load(createDevice(servers))
    const offer = await offerOf(old, old.email)
    const taking = take(next, offer.link)
    await offer.waitForDevice()
    await offer.enterDigits(await taking.digits)
    await taking.done
    await expect(offerOf(next, old.email)).rejects.toMatchObject({ code: 'device-too-new' })
    // Nor does the vault take its word.
    const third = await load(createDevice(servers))
    await expect(next.client.addDevice({ userId: old.userId, jkt: third.dpop.jkt })).rejects.toMatchObject({
      code: 'device-too-new',
    })
  })

  test('error: logging out ends the move', async () => {
    const old = await owner()
    const next = await load(createDevice(servers))
    const offer = await offerOf(old, old.email)
    const taking = take(next, offer.link)
    await offer.waitForDevice()
    const digits = await taking.digits
    await old.account.signOut()
    await expect(offer.enterDigits(digits)).rejects.toThrow()
    await expect(taking.done).rejects.toMatchObject({ code: 'move-over' })
    expect(await isEmpty(next)).toBe(true)
  })

  test('behavior: whatever call is the last one, the wallet stays usable, and the new device can log in', async () => {
    const total = await runUntil(Number.POSITIVE_INFINITY)
    expect(total).toBeGreaterThan(10)
    for (let last = 0; last < total; last += 1) await runUntil(last)
  }, 120_000)
})

class Killed extends Error {}

/**
 * Runs a move of which both tabs are killed after so many calls to a server. The old device still signs, and the new one
 * logs in with the mails that it needs; both have the same wallet. Returns the number of calls.
 */
async function runUntil(last: number): Promise<number> {
  const old = await owner()
  let calls = 0
  const change: Change = (server) => ({
    async call(request) {
      if (calls > last) throw new Killed()
      const answer = await server.call(request)
      calls += 1
      if (calls > last) throw new Killed()
      return answer
    },
  })
  const older = await load(old.device, { change })
  await older.account.resume()
  const next = await load(createDevice(servers), { change })
  try {
    const offer = await offerOf(older, old.email)
    const taking = take(next, offer.link)
    await offer.waitForDevice()
    await offer.enterDigits(await taking.digits)
    await Promise.all([taking.done, offer.waitForLogin()])
  } catch (error) {
    if (!(error instanceof Killed) || !Number.isFinite(last)) throw error
  }
  expect([last, await signHash(old.account)]).toEqual([last, old.address])
  const page = await next.device.load({ origin: servers.walletOrigin })
  const session = (await page.resume()) ?? (await logIn(servers, page, old.email)).session
  expect([last, session.address]).toEqual([last, old.address])
  return calls
}
