import { hexToBytes } from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { startKeyWorkerHere } from '../../test/startKeyWorkerHere.ts'
import { writeBackup } from '../keys/backup.ts'
import { runBackupTask } from './runBackupTask.ts'

const cost = { memory: 64, passes: 1 }
const password = 'correct horse battery'

async function makeWallet() {
  const keys = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', keys.publicKey)
  const worker = startKeyWorkerHere()
  const sealTo = { kty: 'EC', crv: 'P-256', x, y, kid: 'k' } as const
  const made = await worker.run('create', {
    userId: `usr_${generatePrivateKey()}`,
    jkt: 't'.repeat(43),
    sealTo,
  })
  worker.close()
  return { wallet: made.wallet, device: { ...made.device, secret: made.deviceSecret } }
}

describe('runBackupTask', () => {
  test('behavior: the file opens the same address with its password alone, and with no other', async () => {
    const made = await makeWallet()
    const written = await runBackupTask({ name: 'write', ...made, password, cost })
    const { text } = written as { text: string }
    expect(await runBackupTask({ name: 'open', text, password })).toEqual({ address: made.wallet.address })
    const opened = await runBackupTask({ name: 'open', text, password, reveal: true })
    const { secret } = opened as { secret: { words: string } }
    expect(mnemonicToAccount(secret.words).address).toBe(made.wallet.address)
    await expect(runBackupTask({ name: 'open', text, password: `${password}!` })).rejects.toMatchObject({
      name: 'SealBrokenError',
    })
    await expect(runBackupTask({ name: 'open', text: '{}', password })).rejects.toMatchObject({
      name: 'BackupUnreadableError',
    })
  })

  test('behavior: the file of an imported private key opens with the key, and without words', async () => {
    const privateKey = generatePrivateKey()
    const { address } = privateKeyToAccount(privateKey)
    const content = {
      kind: 'key',
      namespace: 'eip155',
      privateKey: Uint8Array.from(hexToBytes(privateKey)),
    } as const
    const text = await writeBackup({ walletId: 'wlt_a', address, content, password, cost })
    expect(await runBackupTask({ name: 'open', text, password, reveal: true })).toEqual({
      address,
      secret: { privateKey },
    })
  })

  test('error: writes nothing for a short password, or with a share of another slot', async () => {
    const made = await makeWallet()
    const write = (change: object) => runBackupTask({ name: 'write', ...made, password, cost, ...change })
    await expect(write({ password: 'short' })).rejects.toThrow('at least 12 characters')
    const device = { ...made.device, share: new Uint8Array(32) }
    await expect(write({ device })).rejects.toMatchObject({ name: 'SealBrokenError' })
  })
})
