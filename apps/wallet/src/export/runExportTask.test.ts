import { hex } from '@scure/base'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { importMasterKey, importSlotSecret, type SlotName, sealSlot } from '../keys/slot.ts'
import { checkOf, sealVault } from '../keys/vault.ts'
import type { VaultContent } from '../keys/vaultContent.ts'
import type { NewCode, RevealedWallet } from './exportTask.ts'
import { runExportTask } from './runExportTask.ts'

const phrase =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon art'
const key = generatePrivateKey()
const contents: Record<
  string,
  { content: () => VaultContent; address: string; words?: string; solanaAddress?: string }
> = {
  'an imported phrase of 24 words': {
    content: () => ({ kind: 'seed', entropy: new Uint8Array(32) }),
    address: mnemonicToAccount(phrase).address,
    words: phrase,
    // Computed with the functions of Node.js.
    solanaAddress: '3Cy3YNTFywCmxoxt8n7UH6hg6dLo5uACowX3CFceaSnx',
  },
  'an imported key': {
    content: () => ({
      kind: 'key',
      namespace: 'eip155',
      privateKey: Uint8Array.from(hex.decode(key.slice(2))),
    }),
    address: privateKeyToAccount(key).address,
  },
}

const random = () => crypto.getRandomValues(new Uint8Array(32))

/** A wallet with a device slot. */
async function makeWallet(content: VaultContent, address: string) {
  const masterKey = random()
  const handles = await importMasterKey(masterKey)
  const name = { walletId: 'wlt_a', userId: 'usr_a', epoch: 1 }
  const slot: SlotName = { ...name, slotId: 'slt_a', kind: 'device', jkt: 'thumb' }
  const [secret, share] = [await importSlotSecret(random()), random()]
  const wrap = await sealSlot({ slot, secret, share }, masterKey)
  const vault = await sealVault(handles, name, content)
  const check = await checkOf(handles, { walletId: name.walletId, address })
  return { wallet: { ...name, address, vault, check }, device: { slot: { ...slot, wrap }, secret, share } }
}

describe('runExportTask', () => {
  test.each(Object.keys(contents))('behavior: %s is shown, and opens with a recovery code', async (name) => {
    const { content, address, words, solanaAddress } = contents[name] as (typeof contents)[string]
    const made = await makeWallet(content(), address)
    const shown = (await runExportTask({ name: 'reveal', ...made })) as RevealedWallet
    expect([shown.address, shown.words, shown.solanaAddress]).toEqual([address, words, solanaAddress])
    expect(privateKeyToAccount(shown.privateKey as `0x${string}`).address).toBe(address)
    const { code, slot, share } = (await runExportTask({ name: 'make-code', ...made })) as NewCode
    const { wallet } = made
    expect(await runExportTask({ name: 'open-code', text: code, wallet, slot, share })).toEqual(shown)
    const open = (change: object) =>
      runExportTask({ name: 'open-code', text: code, wallet, slot, share, ...change })
    await expect(open({ share: random() })).rejects.toMatchObject({ name: 'SealBrokenError' })
    await expect(open({ slot: { ...slot, kind: 'auto' } })).rejects.toMatchObject({ name: 'SealBrokenError' })
    await expect(open({ text: 'nonsense' })).rejects.toMatchObject({ name: 'CodeUnreadableError' })
  })
})
