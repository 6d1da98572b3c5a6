import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { loadKeys } from './loadKeys.ts'

describe('loadKeys', () => {
  test.skipIf(process.platform === 'win32')(
    'behavior: the key file is readable by its owner only (not on Windows)',
    async () => {
      const dataDir = tempFolder()
      await loadKeys({ dataDir })
      expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600)
    },
  )

  test.each([
    ['', 'is not JSON'],
    ['{"session":[{"d":"secret"},]}', 'is not JSON'],
    ['[]', 'has no valid content'],
    ['{"session":[],"cursor":""}', 'has no valid session, cursor'],
    ['{"session":[{"kty":"OKP","d":"secret"}]}', 'has no valid session.0.crv, session.0.x, cursor'],
  ])('error: says what is wrong with the content %j, without secrets', async (text, reason) => {
    const file = join(tempFolder(), 'keys.json')
    writeFileSync(file, text)
    const error = await loadKeys({ dataDir: '', file }).catch((error: unknown) => error)
    expect(error).toMatchObject({
      message: expect.stringContaining(
        `The key file ${file} ${reason}: correct it, restore it from a backup`,
      ),
    })
    expect(inspect(error)).not.toContain('secret')
  })

  test('behavior: two processes that start at once share the keys', async () => {
    const dataDir = tempFolder()
    const [first, second] = await Promise.all([loadKeys({ dataDir }), loadKeys({ dataDir })])
    expect(first.signing.kid).toBe(second.signing.kid)
    expect(readdirSync(dataDir)).toEqual(['keys.json'])
  })

  test('error: a file given as KEYS_FILE must exist; the message names the command that creates it', async () => {
    const file = join(tempFolder(), 'none.json')
    await expect(loadKeys({ dataDir: tempFolder(), file })).rejects.toThrow(
      `The key file ${file} does not exist: copy the file of another gateway there, or restore a backup. Before the first start of all, create it with \`npm run gateway -- keys init --shared\`.`,
    )
  })
})
