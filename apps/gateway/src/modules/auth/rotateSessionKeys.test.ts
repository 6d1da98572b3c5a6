import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { loadKeys } from './loadKeys.ts'
import { rotateSessionKeys } from './rotateSessionKeys.ts'

const day = 24 * 60 * 60_000

async function start() {
  const dataDir = tempFolder()
  const file = join(dataDir, 'keys.json')
  const first = (await loadKeys({ dataDir })).signing.kid
  let now = Date.now()
  const read = async () => {
    const { signing, verifying, cursorSecret } = await loadKeys({ dataDir })
    return {
      signing: signing.kid,
      all: [...verifying.keys()],
      cursor: cursorSecret.toString('hex'),
      verifying,
    }
  }
  return {
    ...rotateSessionKeys({ file, now: () => now }),
    file,
    first,
    read,
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('rotateSessionKeys', () => {
  test('behavior: a new key is added, promoted, and the old one dropped after a week', async () => {
    const { add, promote, drop, first, read, pass, file } = await start()
    const { cursor } = await read()
    const added = await add()
    expect(await read()).toMatchObject({ signing: first, all: [first, added] })
    expect(await promote()).toBe(added)
    expect(await read()).toMatchObject({ signing: added, all: [added, first], cursor })
    pass(7 * day)
    await expect(drop(first)).rejects.toThrow(/may be valid until .+Z\. With --force they end now\./)
    pass(day + 1000)
    expect(await drop(first)).toBe(first)
    expect(await read()).toMatchObject({ signing: added, all: [added], cursor })
    expect(readFileSync(file, 'utf8')).not.toMatch(/prepared|signedUntil/)
  })

  test('behavior: the published keys have nothing but the public part', async () => {
    const { add, promote, read } = await start()
    await add()
    await promote()
    await add()
    const { verifying } = await read()
    expect(verifying.size).toBe(3)
    for (const { jwk } of verifying.values())
      expect(Object.keys(jwk).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  })

  test('behavior: a key that was promoted back signs again, and its time starts anew', async () => {
    const { add, promote, drop, first, read, pass } = await start()
    const added = await add()
    await promote(added)
    pass(9 * day)
    await promote(first)
    expect(await read()).toMatchObject({ signing: first, all: [first, added] })
    await expect(drop(added)).rejects.toThrow('may be valid until')
  })

  test.skipIf(process.platform === 'win32')(
    'behavior: only the owner can read the file (not on Windows)',
    async () => {
      const { add, file } = await start()
      await add()
      expect(statSync(file).mode & 0o777).toBe(0o600)
    },
  )

  test('behavior: a prepared key, and with force any key but the signing one, is dropped at once', async () => {
    const { add, promote, drop, first, read } = await start()
    await drop(await add())
    const added = await add()
    await promote()
    await drop(first, { force: true })
    expect(await read()).toMatchObject({ all: [added] })
    await expect(drop(added, { force: true })).rejects.toThrow('promote another one first')
  })

  test('error: unknown, signing and missing keys', async () => {
    const { promote, drop, first } = await start()
    await expect(promote()).rejects.toThrow('no prepared key: run `keys session add` first')
    await expect(promote(first)).rejects.toThrow('signs already')
    await expect(promote('x')).rejects.toThrow('has no session key "x"')
    await expect(drop('x')).rejects.toThrow('has no session key "x"')
    await expect(rotateSessionKeys({ file: join(tempFolder(), 'none.json') }).add()).rejects.toThrow(
      'does not exist',
    )
  })
})
