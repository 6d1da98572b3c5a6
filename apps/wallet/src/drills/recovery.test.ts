import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDevice, logIn } from '../../test/createDevice.ts'
import { type Servers, startServers } from '../../test/startServers.ts'
import { type HeldWallet, read, takeOverGateway, takeOverVault } from '../../test/takeOver.ts'
import { openBackup, writeBackup } from '../keys/backup.ts'
import { deriveEvmAccount } from '../keys/evmAccount.ts'
import { importSlotSecret, openSlot } from '../keys/slot.ts'
import { openVault } from '../keys/vault.ts'
import type { Account } from '../session/createAccount.ts'

// Both machines burn down. What docs/operate.md says to keep is put on clean ones.
const hash = `0x${'ab'.repeat(32)}` as const
const ringsAndKeys = {
  gateway: ['wallet-kek.json', 'wallet-keys.json'],
  vault: ['secrets.json', 'keks.json'],
}

let servers: Servers
const kept = mkdtempSync(join(tmpdir(), 'portico-kept-'))

beforeAll(async () => {
  servers = await startServers()
}, 60_000)
afterAll(async () => {
  await servers?.close()
  rmSync(kept, { recursive: true, force: true })
})

async function signs(account: Account): Promise<string> {
  const signer = await account.openSigner()
  await signer.signHash(hash)
  signer.close()
  return signer.address
}

/** As the documents say, while the servers run. */
async function keepAll(): Promise<void> {
  await servers.run('gateway', ['backup', join(kept, 'gateway.portico')]).output
  const database = new DatabaseSync(join(servers.dataDir, 'vault/vault.sqlite'), { readOnly: true })
  database.prepare('vacuum into ?').run(join(kept, 'vault.sqlite'))
  database.close()
  for (const [server, files] of Object.entries(ringsAndKeys))
    for (const file of files) copyFileSync(join(servers.dataDir, server, file), join(kept, file))
}

/** On machines that have nothing. */
async function bringBack(): Promise<void> {
  const folder = servers.moveAway()
  for (const [server, files] of Object.entries(ringsAndKeys)) {
    mkdirSync(join(folder, server))
    for (const file of files) copyFileSync(join(kept, file), join(folder, server, file))
  }
  copyFileSync(join(kept, 'vault.sqlite'), join(folder, 'vault/vault.sqlite'))
  await servers.run('gateway', ['restore', join(kept, 'gateway.portico')]).output
}

async function killBoth(): Promise<void> {
  const burnt = servers.dataDir
  await Promise.all([servers.kill('gateway'), servers.kill('vault')])
  rmSync(burnt, { recursive: true, force: true })
}

describe('recovery', () => {
  test('behavior: restored on clean machines, a wallet opens on its device and with the mailbox alone', async () => {
    const email = 'ada@example.org'
    const device = createDevice(servers)
    const { address } = (await logIn(servers, await device.load(), email)).session
    await keepAll()
    await killBoth()
    await bringBack()
    await Promise.all([servers.start('gateway'), servers.start('vault')])

    const page = await device.load()
    expect((await page.resume())?.address).toBe(address)
    expect(await signs(page)).toBe(address)
    expect((await logIn(servers, await device.load(), email)).action).toBe('VERIFY_OTP')
    const fresh = await createDevice(servers).load()
    const login = await logIn(servers, fresh, email)
    expect(login).toMatchObject({ action: 'VERIFY_DEVICE', session: { address } })
    expect(await signs(fresh)).toBe(address)
    // And the next wallet is made as before.
    const other = await createDevice(servers).load()
    const made = (await logIn(servers, other, 'grace@example.org')).session
    expect(made.address).not.toBe(address)
    expect(await signs(other)).toBe(made.address)
  }, 120_000)

  test('behavior: a backup file opens when both servers are gone', async () => {
    const password = 'a password of some length'
    const email = 'joan@example.org'
    const { address, userId } = (await logIn(servers, await createDevice(servers).load(), email)).session
    const [wallet, content] = await readContent(userId)
    const file = await writeBackup({
      walletId: wallet.walletId,
      address,
      content,
      password,
      cost: { memory: 8 * 1024, passes: 1 },
    })
    await killBoth()
    await expect(fetch(`${servers.gatewayUrl}/livez`)).rejects.toThrow()
    await expect(fetch(`${servers.vaultUrl}/livez`)).rejects.toThrow()
    const opened = await openBackup({ text: file, password })
    expect(opened).toMatchObject({ address, walletId: wallet.walletId })
    expect((await deriveEvmAccount(opened.entropy)).address).toBe(address)
  }, 120_000)
})

/** What the worker has when it writes a backup; here by the halves of both servers. */
async function readContent(userId: string) {
  const wallet = (await takeOverGateway(servers)).find((each) => each.userId === userId) as HeldWallet
  const { walletId } = wallet
  const { slotId, secret = '' } =
    (await takeOverVault(servers)).find((each) => each.walletId === walletId) ?? {}
  const { kind, epoch, share, wrap } = wallet.slots.find(
    (each) => each.slotId === slotId,
  ) as HeldWallet['slots'][number]
  const key = await openSlot(
    {
      slot: { walletId, userId, slotId: slotId as string, kind, epoch },
      share: read(share as string),
      secret: await importSlotSecret(read(secret)),
    },
    read(wrap),
  )
  return [wallet, await openVault(key, { walletId, userId, epoch: 1 }, read(wallet.vault))] as const
}
