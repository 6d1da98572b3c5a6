import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { loadSecrets } from './loadSecrets.ts'

const random = () => randomBytes(32).toString('base64url')

describe('loadSecrets', () => {
  test('behavior: a new file contains no pepper of codes; an older one that does is still read', async () => {
    const file = join(tempFolder(), 'secrets.json')
    const created = await loadSecrets({ file, create: true })
    const content = JSON.parse(readFileSync(file, 'utf8'))
    expect(Object.keys(content)).not.toContain('codePepper')

    const others = { codePepper: random(), emailPepper: random(), isNext: true }
    writeFileSync(file, JSON.stringify({ ...content, codePepper: random(), others }), { mode: 0o600 })
    const older = await loadSecrets({ file, create: false })
    expect(older.emailPeppers[0]).toEqual(created.emailPeppers[0])
    expect(older.emailPeppers[1]).toEqual(Buffer.from(others.emailPepper, 'base64url'))
    expect(older.signing.kid).toBe(created.signing.kid)
  })
})
