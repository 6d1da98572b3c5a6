import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../testing/tempFolder.ts'
import { addKey, changeKey, loadKeyRing, removeKey, shareKeys } from './loadKeyRing.ts'

const key = (byte: number) =>
  Buffer.from(Array.from({ length: 32 }, (_, at) => at ^ byte)).toString('base64url')
function ringOf(content: unknown): string {
  const file = join(tempFolder(), 'kek.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 })
  return file
}

describe('loadKeyRing', () => {
  test('behavior: creates the file once, with mode 0600', async () => {
    const file = join(tempFolder(), 'new', 'kek.json')
    const [one, other] = await Promise.all([
      loadKeyRing({ file, create: true }),
      loadKeyRing({ file, create: true }),
    ])
    expect(one).toEqual(other)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await loadKeyRing({ file, create: false })).toEqual(one)
    expect(one.keys.get(one.primary)).toHaveLength(32)
  })

  test('behavior: a new key becomes primary, and the old one stays until it is removed', async () => {
    const file = join(tempFolder(), 'kek.json')
    const before = await loadKeyRing({ file, create: true })
    const id = await addKey({ file })
    const both = await loadKeyRing({ file, create: false })
    expect([both.primary, both.keys.size]).toEqual([id, 2])
    expect(both.keys.get(before.primary)).toEqual(before.keys.get(before.primary))
    await expect(removeKey({ file, id })).rejects.toThrow(/primary/)
    await expect(removeKey({ file, id: 'none' })).rejects.toThrow(/has no key "none"/)
    await removeKey({ file, id: before.primary })
    expect((await loadKeyRing({ file, create: false })).keys.size).toBe(1)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('behavior: changeKey promotes a prepared key, or else adds one', async () => {
    const file = join(tempFolder(), 'kek.json')
    const { primary } = await loadKeyRing({ file, create: true })
    const prepared = await addKey({ file, prepare: true })
    expect((await loadKeyRing({ file, create: false })).primary).toBe(primary)
    expect(await changeKey({ file })).toBe(prepared)
    const next = await changeKey({ file })
    const ring = await loadKeyRing({ file, create: false })
    expect([ring.primary, [...ring.keys.keys()]]).toEqual([next, [primary, prepared, next]])
  })

  test.each([
    ['does not exist', undefined],
    ['is not JSON', 'x'],
    ['has a short key', { primary: 'a', keys: { a: 'AAAA' } }],
    ['declares a missing key as primary', { primary: 'b', keys: { a: key(1) } }],
    ['contains a key twice', { primary: 'a', keys: { a: key(1), b: key(1) } }],
    ['contains a key of zeros', { primary: 'a', keys: { a: 'A'.repeat(43) } }],
  ])('error: a file that %s', async (_, content) => {
    const file = content === undefined ? join(tempFolder(), 'none.json') : ringOf(content)
    const error = await loadKeyRing({ file, create: false }).catch((error: Error) => error)
    expect(error).toMatchObject({ name: 'SecretFileError' })
    expect(String(error)).toContain(file)
    // The message goes to a terminal or a log.
    expect(String(error)).not.toContain(key(1))
  })

  test('error: a file that others can read', async () => {
    const file = ringOf({ primary: 'a', keys: { a: key(1) } })
    chmodSync(file, 0o640)
    await expect(loadKeyRing({ file, create: false })).rejects.toThrow(/can be read by others/)
    expect(readFileSync(file, 'utf8')).toContain(key(1))
  })
})

describe('shareKeys', () => {
  test('behavior: finds a common key under different IDs', async () => {
    const one = await loadKeyRing({
      file: ringOf({ primary: 'a', keys: { a: key(1), b: key(2) } }),
      create: false,
    })
    const same = await loadKeyRing({ file: ringOf({ primary: 'x', keys: { x: key(2) } }), create: false })
    const other = await loadKeyRing({ file: ringOf({ primary: 'a', keys: { a: key(3) } }), create: false })
    expect(shareKeys(one, same)).toBe(true)
    expect(shareKeys(one, other)).toBe(false)
  })
})
