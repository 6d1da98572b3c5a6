import { describe, expect, test } from 'vitest'
import { deriveMoveChannel, type MoveKeys, makeMoveKeys, thumbprintOf } from './moveChannel.ts'
import { openSeal, SealBrokenError, seal } from './sealing.ts'

const id = 'A'.repeat(43)
const jkt = 'B'.repeat(43)

const derive = (own: MoveKeys, other: MoveKeys, change: object = {}) =>
  deriveMoveChannel({
    own: own.privateKey,
    other: other.publicKey,
    id,
    oldKey: { kty: 'EC', crv: 'P-256', x: 'C'.repeat(43), y: 'F'.repeat(43) },
    newThumbprint: 'D'.repeat(43),
    jkt,
    ...change,
  })

describe('deriveMoveChannel', () => {
  test('behavior: both devices derive the same digits and the same key', async () => {
    const [older, newer] = [await makeMoveKeys(), await makeMoveKeys()]
    const names = { oldKey: older.publicKey, newThumbprint: newer.thumbprint }
    const [one, other] = [await derive(older, newer, names), await derive(newer, older, names)]
    expect(one.digits).toBe(other.digits)
    const sealed = await seal(one.key, new TextEncoder().encode('the wallet'), one.data)
    expect(new TextDecoder().decode(await openSeal(other.key, sealed, other.data))).toBe('the wallet')
    expect(await thumbprintOf(older.publicKey)).toBe(older.thumbprint)
    for (const key of [older.privateKey, one.key])
      await expect(crypto.subtle.exportKey(key.type === 'private' ? 'jwk' : 'raw', key)).rejects.toThrow()
  })

  test('behavior: the digits follow from the move, both keys and the device’s key, and from nothing else', async () => {
    const [older, newer] = [await makeMoveKeys(), await makeMoveKeys()]
    expect((await derive(older, newer)).digits).toMatchInlineSnapshot(`"763965"`)
    const changes = [
      { id: 'E'.repeat(43) },
      { oldKey: { kty: 'EC', crv: 'P-256', x: 'E'.repeat(43), y: 'F'.repeat(43) } },
      { oldKey: { kty: 'EC', crv: 'P-256', x: 'C'.repeat(43), y: 'E'.repeat(43) } },
      { newThumbprint: 'E'.repeat(43) },
      { jkt: 'E'.repeat(43) },
    ]
    const digits = await Promise.all(
      changes.map(async (change) => (await derive(older, newer, change)).digits),
    )
    expect(new Set([...digits, (await derive(older, newer)).digits]).size).toBe(6)
  })

  test('error: a message of another pair of keys, or of another move, is refused', async () => {
    const [older, newer, evil] = [await makeMoveKeys(), await makeMoveKeys(), await makeMoveKeys()]
    const { key, data } = await derive(newer, older)
    const text = new TextEncoder().encode('another wallet')
    for (const other of [await derive(evil, newer), await derive(older, newer, { jkt: 'E'.repeat(43) })])
      await expect(openSeal(key, await seal(other.key, text, data), data)).rejects.toThrow(SealBrokenError)
    const off = { publicKey: { ...older.publicKey, x: older.publicKey.y } } as MoveKeys
    await expect(derive(newer, off)).rejects.toThrow()
  })
})
