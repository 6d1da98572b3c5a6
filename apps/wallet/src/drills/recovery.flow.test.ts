import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDevice, logIn, signHash } from '../../test/createDevice.ts'
import { type Servers, startServers } from '../../test/startServers.ts'
import { fromBase64Url, type HeldWallet, takeOverGateway, takeOverVault } from '../../test/takeOver.ts'
import { openBackup, writeBackup } from '../keys/backup.ts'
import { deriveContentAccount } from '../keys/deriveContentAccount.ts'
import { importSlotSecret, openSlot } from '../keys/slot.ts'
import { openVault } from '../keys/vault.ts'

// Both machines are lost. What docs/operate.md tells operators to back up is restored on new ones.
const ringsAndKeys = {
  gateway: ['wallet-kek.json', 'wallet-keys.json'],
  vault: ['secrets.json', 'keks.json'],
}

let servers: Servers
const backups = mkdtempSync(join(tmpdir(), 'portico-kept-'))

beforeAll(async () => {
  servers = await startServers()
}, 60_000)
afterAll(async () => {
  await servers?.close()
  rmSync(backups, { recursive: true, force: true })
})

/** Backs up both servers while they run, as docs/operate.md describes. */
async function backUp(): Promise<void> {
  await servers.run('gateway', ['backup', join(backups, 'gateway.portico')]).output
  const database = new DatabaseSync(join(servers.dataDir, 'vault/vault.sqlite'), { readOnly: true })
  database.prepare('vacuum into ?').run(join(backups, 'vault.sqlite'))
  database.close()
  for (const [server, files] of Object.entries(ringsAndKeys))
    for (const file of files) copyFileSync(join(servers.dataDir, server, file), join(backups, file))
}

/** Restores both servers into an empty data folder. */
async function restore(): Promise<void> {
  const folder = servers.moveAway()
  for (const [server, files] of Object.entries(ringsAndKeys)) {
    mkdirSync(join(folder, server))
    for (const file of files) copyFileSync(join(backups, file), join(folder, server, file))
  }
  copyFileSync(join(backups, 'vault.sqlite'), join(folder, 'vault/vault.sqlite'))
  await servers.run('gateway', ['restore', join(backups, 'gateway.portico')]).output
}

/** Kills both servers and deletes their data. */
async function destroyBoth(): Promise<void> {
  const dataDir = servers.dataDir
  await Promise.all([servers.kill('gateway'), servers.kill('vault')])
  rmSync(dataDir, { recursive: true, force: true })
}

describe('recovery', () => {
  test('behavior: restored on new machines, a wallet opens on its device, and on a new device by e-mail', async () => {
    const email = 'ada@example.org'
    const device = createDevice(servers)
    const { address } = (await logIn(servers, await device.load(), email)).session
    await backUp()
    await destroyBoth()
    await restore()
    await Promise.all([servers.start('gateway'), servers.start('vault')])

    const page = await device.load()
    expect((await page.resume())?.address).toBe(address)
    expect(await signHash(page)).toBe(address)
    expect((await logIn(servers, await device.load(), email)).action).toBe('VERIFY_OTP')
    const fresh = await createDevice(servers).load()
    const login = await logIn(servers, fresh, email)
    expect(login).toMatchObject({ action: 'VERIFY_DEVICE', session: { address } })
    expect(await signHash(fresh)).toBe(address)
    // New wallets can still be created.
    const other = await createDevice(servers).load()
    const made = (await logIn(servers, other, 'grace@example.org')).session
    expect(made.address).not.toBe(address)
    expect(await signHash(other)).toBe(made.address)
  }, 120_000)

  test('behavior: a backup file opens without any server', async () => {
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
    await destroyBoth()
    await expect(fetch(`${servers.gatewayUrl}/livez`)).rejects.toThrow()
    await expect(fetch(`${servers.vaultUrl}/livez`)).rejects.toThrow()
    const opened = await openBackup({ text: file, password })
    expect(opened).toMatchObject({ address, walletId: wallet.walletId })
    expect((await deriveContentAccount(opened.content)).address).toBe(address)
  }, 120_000)
})

/** Reads the decrypted content of a wallet, with the halves of both servers. */
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
      share: fromBase64Url(share as string),
      secret: await importSlotSecret(fromBase64Url(secret)),
    },
    fromBase64Url(wrap),
  )
  return [wallet, await openVault(key, { walletId, userId, epoch: 1 }, fromBase64Url(wallet.vault))] as const
}
