import { walletSiteProject } from '@portico/protocol/gateway'
import { generateMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createBrowserFetch,
  createDevice,
  type Device,
  logIn,
  readSealingKey,
  signHash,
} from '../../test/createDevice.ts'
import { type Intercept, interceptCalls } from '../../test/interceptCalls.ts'
import { startImportWorkerHere } from '../../test/startImportWorkerHere.ts'
import { startKeyWorkerHere } from '../../test/startKeyWorkerHere.ts'
import { type Servers, startServers } from '../../test/startServers.ts'
import { fromBase64Url, openWith, takeOverGateway, takeOverVault } from '../../test/takeOver.ts'
import { runExportTask } from '../export/runExportTask.ts'
import { deriveSolanaKey } from '../keys/deriveSolanaKey.ts'
import { solanaAddressOf } from '../keys/solanaAddressOf.ts'
import type { Account } from '../session/createAccount.ts'
import { createGatewayClient } from '../session/createGatewayClient.ts'
import { createServerClient } from '../session/createServerClient.ts'
import { openPartition } from '../session/openPartition.ts'
import { createImportClient } from './createImportClient.ts'
import { finishImport } from './finishImport.ts'
import { importWallet } from './importWallet.ts'
import { openRetired } from './openRetired.ts'

let servers: Servers
let count = 0
beforeAll(async () => {
  servers = await startServers({ env: { DEVICE_AGE_HOURS: '0' } })
}, 60_000)
afterAll(() => servers?.close())

function newEmail(): string {
  count += 1
  return `grace${count}@example.org`
}

/** Where the wallet's own page runs. */
const walletPage = () => ({ origin: servers.walletOrigin, projectId: walletSiteProject })

const runCall: Intercept = (_step, call) => call()

/** The page's services on a device, with every call to storage, servers and worker intercepted. */
async function load(device: Device, intercept: Intercept = runCall) {
  const dpop = await openPartition({ storage: device.storage })
  const fetch = createBrowserFetch(servers)
  const { storage, gatewayServer, vaultServer } = interceptCalls(
    {
      storage: device.storage,
      gatewayServer: createServerClient({ origin: servers.gatewayUrl, dpop, fetch }),
      vaultServer: createServerClient({ origin: servers.vaultUrl, dpop, fetch }),
      startWorker: startKeyWorkerHere,
    },
    intercept,
  )
  const started = startImportWorkerHere()
  const worker: typeof started = {
    run: (name, input) => intercept(`worker ${name}`, () => started.run(name, input)),
    close: () => started.close(),
  }
  return {
    storage,
    worker,
    gateway: createGatewayClient(gatewayServer),
    client: createImportClient({ gateway: gatewayServer, vault: vaultServer }),
    sealTo: await readSealingKey(servers),
    jkt: dpop.jkt,
  }
}

/** A user who has just logged in on the wallet's own page. */
async function owner() {
  const device = createDevice(servers)
  const email = newEmail()
  const account = await device.load(walletPage())
  const { session } = await logIn(servers, account, email)
  return { device, account, ...session, email }
}

async function run(
  { device, account, userId }: { device: Device; account: Account; userId: string },
  text: string,
  intercept: Intercept = runCall,
): Promise<void> {
  const services = await load(device, intercept)
  const { openGrant } = account
  try {
    await importWallet({
      ...services,
      userId,
      accessToken: await account.token(),
      openGrant,
      setAddress: (address) => intercept('set the address', () => account.setAddress(address)),
      text,
    })
  } finally {
    services.worker.close()
  }
}

const phrase = () => {
  const text = generateMnemonic(wordlist, 256)
  return { text, address: mnemonicToAccount(text).address }
}
const key = () => {
  const text = generatePrivateKey()
  return { text, address: privateKeyToAccount(text).address }
}

/** Only a phrase opens a Solana account. */
async function solanaAddressIn(text: string): Promise<string | undefined> {
  if (text.startsWith('0x')) return undefined
  const entropy = mnemonicToEntropy(text, wordlist) as Uint8Array<ArrayBuffer>
  return solanaAddressOf((await deriveSolanaKey({ kind: 'seed', entropy })) as Uint8Array)
}

describe('an import', () => {
  test.each([
    ['a phrase', phrase],
    ['a private key', key],
  ])('behavior: %s keeps its address here, on a new device, and in a later login', async (_name, make) => {
    const old = await owner()
    const site = createDevice(servers)
    const page = await site.load()
    await logIn(servers, page, old.email)
    const { text, address } = make()
    const solanaAddress = await solanaAddressIn(text)
    // The login of the site was the last one: prove the mailbox on the wallet's own page again.
    await logIn(servers, old.account, old.email)
    await run(old, text)
    expect(old.account.current()?.address).toBe(address)
    expect(await signHash(old.account)).toBe(address)
    expect(await old.account.readSolanaAddress()).toBe(solanaAddress)
    expect(await (await old.device.load(walletPage())).resume()).toMatchObject({
      address,
    })
    const notice = servers.inbox.messages(old.email).find(({ subject }) => subject.includes('imported'))
    expect(notice?.subject).toBe('Another wallet is being imported')

    // The site must log in again; it then has the same address, as does an unknown browser.
    await expect(page.token()).resolves.toBeDefined()
    await expect(signHash(page)).rejects.toMatchObject({ code: 'session-ended' })
    for (const device of [site, createDevice(servers)]) {
      const again = await device.load()
      expect((await logIn(servers, again, old.email)).session.address).toBe(address)
      expect(await again.readSolanaAddress()).toBe(solanaAddress)
      expect(await signHash(again)).toBe(address)
    }
  })

  test('behavior: the old wallet is kept, and opens with what both servers have stored for its recovery', async () => {
    const old = await owner()
    await run(old, key().text)
    const { client } = await load(old.device)
    const retired = await client.listRetired(await old.account.token())
    expect(retired.map(({ address }) => address)).toEqual([old.address])
    const held = (await takeOverGateway(servers)).filter(({ userId }) => userId === old.userId)
    const secrets = await takeOverVault(servers)
    expect(held).toHaveLength(2)
    const opened: (string | undefined)[] = []
    for (const wallet of held)
      for (const slot of wallet.slots.filter(({ kind }) => kind === 'auto')) {
        const stored = secrets.find(({ slotId }) => slotId === slot.slotId)
        const share = fromBase64Url(slot.share ?? '')
        opened.push(await openWith(wallet, slot, { share, secret: fromBase64Url(stored?.secret ?? '') }))
      }
    expect(opened.map((address) => address?.toLowerCase())).toEqual(
      held.map(({ address }) => address.toLowerCase()),
    )
    expect(opened).toContain(old.address)
  })

  test('behavior: the old wallet opens on a new device, too, after a login by link and code', async () => {
    const old = await owner()
    await run(old, phrase().text)
    const device = createDevice(servers)
    const account = await device.load(walletPage())
    await logIn(servers, account, old.email)
    const services = await load(device)
    const [retired] = await services.client.listRetired(await account.token())
    const walletId = retired?.walletId ?? ''
    const open = async ({ token, openGrant }: Account) =>
      openRetired({ ...services, accessToken: await token(), userId: old.userId, walletId, openGrant })
    const opened = await open(account)
    const revealed = await runExportTask({ name: 'reveal-released', ...opened })
    expect(revealed).toMatchObject({ address: old.address })
    await expect
      .poll(() => servers.inbox.messages(old.email).map(({ subject }) => subject))
      .toContain('Your words were shown')
    // Another wallet's released secret opens nothing.
    await expect(
      runExportTask({
        name: 'reveal-released',
        ...opened,
        wallet: { ...opened.wallet, walletId: 'wlt_AAAAAAAAAAAAAAAAAAAAAA' },
      }),
    ).rejects.toMatchObject({ name: 'SealBrokenError' })
    // A login by code alone is not enough for the words.
    const again = await device.load(walletPage())
    await logIn(servers, again, old.email)
    await expect(open(again)).rejects.toMatchObject({ code: 'grant-invalid' })
  })

  test('error: not without a login just now, nor on a site', async () => {
    const old = await owner()
    const resumed = await old.device.load(walletPage())
    await resumed.resume()
    await expect(run({ ...old, account: resumed }, key().text)).rejects.toMatchObject({
      code: 'transaction-expired',
    })
    const site = createDevice(servers)
    const account = await site.load()
    const { session } = await logIn(servers, account, old.email)
    await expect(run({ device: site, account, userId: session.userId }, key().text)).rejects.toMatchObject({
      code: 'wallet-page-only',
    })
    expect(await signHash(old.account)).toBe(old.address)
  })

  test('error: another user’s address is refused, and the wallet is unchanged', async () => {
    const [one, other] = [await owner(), await owner()]
    const { text, address } = key()
    await run(one, text)
    await expect(run(other, text)).rejects.toMatchObject({ code: 'address-taken' })
    expect(await signHash(other.account)).toBe(other.address)
    expect(await signHash(one.account)).toBe(address)
  })

  test('behavior: whatever call is the last one, this device has one of the two wallets, and the other one is kept', async () => {
    const total = await runUntil(Number.POSITIVE_INFINITY)
    expect(total).toBeGreaterThan(12)
    const seen = new Set<string>()
    for (let last = 0; last < total; last += 1) await runUntil(last, seen)
    expect(seen).toEqual(new Set(['old', 'new']))
  }, 180_000)
})

class Killed extends Error {}

/** Imports a key on a page whose tab is killed after so many calls. Returns the number of calls. */
async function runUntil(last: number, seen = new Set<string>()): Promise<number> {
  const old = await owner()
  const imported = key()
  let calls = 0
  try {
    await run(old, imported.text, async (_step, call) => {
      if (calls > last) throw new Killed()
      const answer = await call()
      calls += 1
      if (calls > last) throw new Killed()
      return answer
    })
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
  // The page is loaded again.
  const { gateway, storage } = await load(old.device)
  const page = await old.device.load(walletPage())
  await page.resume()
  const { token: accessToken, setAddress } = page
  await finishImport({ gateway, storage, accessToken, setAddress, userId: old.userId })
  const current = await signHash(page)
  expect([last, [old.address, imported.address].includes(current as never)]).toEqual([last, true])
  expect([last, page.current()?.address]).toEqual([last, current])
  expect(await storage.read('import')).toBeUndefined()
  seen.add(current === old.address ? 'old' : 'new')
  // An unknown browser has the same one.
  if (last % 4 === 0) {
    const other = await createDevice(servers).load()
    expect([last, (await logIn(servers, other, old.email)).session.address]).toEqual([last, current])
  }
  return calls
}
