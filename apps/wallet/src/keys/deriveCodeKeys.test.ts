import { base64urlnopad, hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { createDpopProver } from '../session/createDpopProver.ts'
import { deriveCodeKeys } from './deriveCodeKeys.ts'
import { SealBrokenError } from './sealing.ts'
import { importSlotSecret, readMasterKey, type SlotName, sealSlot } from './slot.ts'

const code = Uint8Array.from({ length: 20 }, (_, at) => at * 13)
const masterKey = new Uint8Array(32).fill(5)
const share = new Uint8Array(32).fill(9)
const slot: SlotName = { walletId: 'wlt_a', userId: 'usr_a', slotId: 'slt_a', kind: 'code', epoch: 3 }

// Computed with another implementation.
const knownThumbprint = '3PU-_BlzfoXZ4U--fy9WSLMfhKOnpmKR6ytKGfKBSXY'
const knownWrap =
  '01010101010101010101010183fbd2457fd1b26364ed15087c137fcd3fea05c9ec23c8812ac71a85b4ab36ab12b39e6d3c40bc81a6261d9776744e91'

describe('deriveCodeKeys', () => {
  test('behavior: the slot of a code opens with the code and the share, and matches a known answer', async () => {
    const { secret } = await deriveCodeKeys(code)
    const wrap = await sealSlot({ slot, secret, share }, masterKey)
    expect(await readMasterKey({ slot, secret, share }, wrap)).toEqual(masterKey)
    const stored = hex.decode(knownWrap) as Uint8Array<ArrayBuffer>
    expect(await readMasterKey({ slot, secret, share }, stored)).toEqual(masterKey)
  })

  test('behavior: the proof key matches a known answer, and neither key is extractable', async () => {
    const { secret, proof } = await deriveCodeKeys(code)
    expect((await createDpopProver({ keys: proof })).jkt).toBe(knownThumbprint)
    await expect(crypto.subtle.exportKey('raw', secret)).rejects.toThrow()
    await expect(crypto.subtle.exportKey('jwk', proof.privateKey)).rejects.toThrow()
  })

  test('error: every flipped bit of the code gives other keys', async () => {
    const { secret, proof } = await deriveCodeKeys(code)
    const wrap = await sealSlot({ slot, secret, share }, masterKey)
    const thumbprints = new Set([(await createDpopProver({ keys: proof })).jkt])
    for (let bit = 0; bit < 160; bit += 1) {
      const flipped = code.slice()
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7))
      const keys = await deriveCodeKeys(flipped)
      await expect(readMasterKey({ slot, secret: keys.secret, share }, wrap)).rejects.toThrow(SealBrokenError)
      thumbprints.add((await createDpopProver({ keys: keys.proof })).jkt)
    }
    expect(thumbprints.size).toBe(161)
  })

  test('error: the slot of a code opens in no slot of another kind, and not with a share alone', async () => {
    const { secret } = await deriveCodeKeys(code)
    const wrap = await sealSlot({ slot, secret, share }, masterKey)
    for (const kind of ['device', 'auto'] as const)
      await expect(readMasterKey({ slot: { ...slot, kind }, secret, share }, wrap)).rejects.toThrow(
        SealBrokenError,
      )
    // What the gateway holds: the share, and the thumbprint and public half of the proof key.
    for (const guess of [share, new Uint8Array(32), base64urlnopad.decode(knownThumbprint)])
      await expect(
        readMasterKey({ slot, secret: await importSlotSecret(Uint8Array.from(guess)), share }, wrap),
      ).rejects.toThrow(SealBrokenError)
  })
})
