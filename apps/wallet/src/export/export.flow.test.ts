import { walletSiteProject } from '@portico/protocol/gateway'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createBrowserFetch, createDevice, type Device, logIn } from '../../test/createDevice.ts'
import { type Servers, startServers } from '../../test/startServers.ts'
import { fromBase64Url, openWith, takeOverGateway, takeOverVault } from '../../test/takeOver.ts'
import { deriveCodeKeys } from '../keys/deriveCodeKeys.ts'
import { recoveryCode } from '../keys/recoveryCode.ts'
import { createExportClient } from '../manage/export/createExportClient.ts'
import { createGatewayClient } from '../session/createGatewayClient.ts'
import { createServerClient } from '../session/createServerClient.ts'
import { openPartition } from '../session/openPartition.ts'
import type { RunExport } from './exportTask.ts'
import { recoverWallet } from './recoverWallet.ts'
import { runExportTask } from './runExportTask.ts'

// The page's own code against the real gateway, the real vault and real mails.
let servers: Servers
let count = 0
const newEmail = () => {
  count += 1
  return `ada${count}@example.org`
}
const runExport = (async (task) => runExportTask(task)) as RunExport

beforeAll(async () => {
  servers = await startServers()
}, 60_000)
afterAll(() => servers?.close())

/** Loads the wallet's own page on a device. */
async function load(device: Device) {
  const origin = servers.walletOrigin
  const account = await device.load({ origin, projectId: walletSiteProject })
  const dpop = await openPartition({ storage: device.storage })
  const fetch = createBrowserFetch(servers)
  const server = createServerClient({ origin: servers.gatewayUrl, dpop, fetch })
  const vault = createServerClient({ origin: servers.vaultUrl, dpop, fetch })
  const gateway = createGatewayClient(server)
  const client = createExportClient({ account, server, vault, gateway, storage: device.storage })
  return { account, client }
}

/** The browser that founded a wallet on the wallet's own page. */
async function owner() {
  const email = newEmail()
  const device = createDevice(servers)
  const page = await load(device)
  const { session } = await logIn(servers, page.account, email)
  async function makeCode() {
    const made = await runExport({ name: 'make-code', ...(await page.client.openForCode()) })
    await page.client.storeCode(made)
    return made
  }
  return { ...page, device, email, address: session.address, makeCode }
}

/** Opens a wallet in a clean browser, with nothing but what was typed. */
const recover = (text: string, fetch = createBrowserFetch(servers)) =>
  recoverWallet({
    text,
    gatewayUrl: servers.gatewayUrl,
    fetch,
    clientId: async () => 'a client',
    runExport,
  })

const subjects = (email: string) => servers.inbox.messages(email).map(({ subject }) => subject)

describe('a recovery code', () => {
  test('behavior: opens the wallet in a clean browser without e-mail, at the same address', async () => {
    const { client, email, address, makeCode } = await owner()
    // A code that is made and not typed back opens nothing, and is not announced.
    const unused = await runExport({ name: 'make-code', ...(await client.openForCode()) })
    await expect(recover(unused.code)).rejects.toMatchObject({ code: 'code-unknown' })
    await expect(client.findCode()).resolves.toBeUndefined()
    expect(subjects(email)).not.toContain('A recovery code was made')
    const { code } = await makeCode()
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/)
    await vi.waitFor(() => expect(subjects(email)).toContain('A recovery code was made'))
    // The check by the page that made it.
    await recover(code)
    expect(subjects(email)).not.toContain('Your recovery code was used')
    const { words = '', privateKey, ...opened } = await recover(code.toLowerCase().replaceAll('-', ' '))
    expect(opened).toEqual({ address, solanaAddress: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/) })
    expect(mnemonicToAccount(words).address).toBe(address)
    expect(privateKeyToAccount(privateKey as `0x${string}`).address).toBe(address)
    await vi.waitFor(() => expect(subjects(email)).toContain('Your recovery code was used'), 15_000)
    expect(await client.findCode()).toBeDefined()
  })

  test('behavior: the requests have the random ID of the installation', async () => {
    const { makeCode } = await owner()
    const { code } = await makeCode()
    const fetch = vi.fn(createBrowserFetch(servers))
    await recover(code, fetch)
    const urls = new Set(fetch.mock.calls.map(([url]) => `${url}`))
    expect([...urls]).toEqual([`${servers.gatewayUrl}/wallet/v1/recovery?clientId=a+client`])
  })

  test('behavior: a new code replaces it, and removing it ends it', async () => {
    const { client, address, makeCode } = await owner()
    const first = await makeCode()
    const second = await makeCode()
    await expect(recover(first.code)).rejects.toMatchObject({ code: 'code-unknown' })
    expect((await recover(second.code)).address).toBe(address)
    const { slotId = '' } = (await client.findCode()) ?? {}
    await client.removeCode(slotId)
    expect(await client.findCode()).toBeUndefined()
    await expect(recover(second.code)).rejects.toMatchObject({ code: 'code-unknown' })
  })

  test('error: what is no code, and a code with one wrong character, open nothing', async () => {
    const { makeCode } = await owner()
    const { code } = await makeCode()
    await expect(recover('nonsense')).rejects.toMatchObject({ name: 'CodeUnreadableError' })
    for (const at of [0, 17, code.length - 1]) {
      const other = code[at] === '7' ? '8' : '7'
      const typed = code.slice(0, at) + other + code.slice(at + 1)
      await expect(recover(typed)).rejects.toMatchObject({ code: 'code-unknown' })
    }
  })

  test('error: an attacker on the gateway has its share but opens nothing; the vault has nothing of it', async () => {
    const { address, makeCode } = await owner()
    const { code, slot } = await makeCode()
    const held = (await takeOverGateway(servers)).find(({ slots }) =>
      slots.some(({ slotId }) => slotId === slot.slotId),
    )
    const own = held?.slots.find(({ kind }) => kind === 'code')
    if (!held || !own?.share) throw new Error('the gateway has no such slot')
    const share = fromBase64Url(own.share)
    const all = held.slots.flatMap(({ share, wrap }) => [share ?? '', wrap]).map(fromBase64Url)
    for (const bytes of [...all, fromBase64Url(held.check), fromBase64Url(held.vault)])
      for (const secret of [bytes.slice(0, 32), bytes.slice(-32)])
        expect(await openWith(held, own, { share, secret })).toBeUndefined()
    // With the code it opens, which shows that the test would notice.
    const { secret } = await deriveCodeKeys(recoveryCode.parse(code) ?? new Uint8Array())
    expect(secret.extractable).toBe(false)
    expect((await recover(code)).address).toBe(address)
    const atVault = await takeOverVault(servers)
    expect(atVault.filter(({ slotId }) => slotId === slot.slotId)).toEqual([])
  })
})

describe('exporting the words', () => {
  test('behavior: a login with link and code, even in a known browser, opens them; the owner gets a mail', async () => {
    const { client, account, email, address } = await owner()
    const { action } = await logIn(servers, account, email, undefined, { needsLink: true })
    expect(action).toBe('VERIFY_DEVICE')
    const { words = '', privateKey } = await runExport({ name: 'reveal', ...(await client.open('words')) })
    expect(mnemonicToAccount(words).address).toBe(address)
    expect(privateKeyToAccount(privateKey as `0x${string}`).address).toBe(address)
    await vi.waitFor(() => expect(subjects(email)).toContain('Your words were shown'))
  })

  test('error: a login with a code alone opens nothing', async () => {
    const { client, account, email } = await owner()
    const { action } = await logIn(servers, account, email)
    expect(action).toBe('VERIFY_OTP')
    await expect(client.open('words')).rejects.toMatchObject({ code: 'grant-invalid' })
    expect(subjects(email)).not.toContain('Your words were shown')
  })

  test('error: a mailbox thief in a new browser exports nothing, with link and code', async () => {
    const { email } = await owner()
    const thief = await load(createDevice(servers))
    await logIn(servers, thief.account, email, undefined, { needsLink: true })
    for (const kind of ['words', 'backup'] as const)
      await expect(thief.client.open(kind)).rejects.toMatchObject({ code: 'device-too-new' })
    const made = await runExport({ name: 'make-code', ...(await thief.client.openForCode()) })
    await expect(thief.client.storeCode(made)).rejects.toMatchObject({ code: 'device-too-new' })
  })
})
