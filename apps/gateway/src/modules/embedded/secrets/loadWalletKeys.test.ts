import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadKeyRing } from '@portico/server'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'
import { loadWalletKeys } from './loadWalletKeys.ts'

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const write = (file: string, content: unknown) => {
  writeFileSync(file, JSON.stringify(content), { mode: 0o600 })
  chmodSync(file, 0o600)
}

/** Creates a secrets file from before introductions. */
async function oldFile(): Promise<string> {
  const file = join(tempFolder(), 'wallet-keys.json')
  await loadWalletKeys({ file, create: true })
  const { introductions: _, ...old } = read(file)
  write(file, old)
  return file
}

describe('loadWalletKeys', () => {
  test('behavior: a file from before introductions is read as it is; with create, their secrets are added', async () => {
    const file = await oldFile()
    const before = read(file)
    const old = await loadWalletKeys({ file, create: false })
    expect(old.introductions).toBeUndefined()
    expect(read(file)).toEqual(before)
    const { introductions, jwks } = await loadWalletKeys({ file, create: true })
    expect(introductions?.published).toEqual([
      expect.objectContaining({ use: 'enc', alg: 'ECDH-ES', kid: expect.stringMatching(/^[\w-]{43}$/) }),
    ])
    expect(introductions?.identityPeppers.map(({ length }) => length)).toEqual([32])
    expect(jwks.keys.map(({ use }) => use)).toEqual(['sig'])
    const { introductions: added, ...rest } = read(file)
    expect(rest).toEqual(before)
    // Nothing changes any more.
    await loadWalletKeys({ file, create: true })
    expect(read(file).introductions).toEqual(added)
  })

  test('behavior: publishes all sealing keys, and keeps all identity peppers in their order', async () => {
    const [file, other] = [join(tempFolder(), 'a.json'), join(tempFolder(), 'b.json')]
    await loadWalletKeys({ file, create: true })
    await loadWalletKeys({ file: other, create: true })
    const content = read(file)
    content.introductions.sealing.push(...read(other).introductions.sealing)
    content.introductions.identityPeppers.push(...read(other).introductions.identityPeppers)
    write(file, content)
    const { introductions } = await loadWalletKeys({ file, create: false })
    expect(introductions?.published.map(({ kid }) => kid)).toEqual([...(introductions?.sealing.keys() ?? [])])
    expect(introductions?.published).toHaveLength(2)
    expect(introductions?.identityPeppers.map((pepper) => pepper.toString('base64url'))).toEqual(
      content.introductions.identityPeppers,
    )
  })

  test.each([
    ['identityPeppers', (content: { nonce: string }) => [content.nonce]],
    ['codes', (content: { refresh: string }) => content.refresh],
    ['sealing', (content: { signing: unknown }) => content.signing],
  ])('error: refuses a file whose %s are another secret of it', async (name, secretOf) => {
    const file = join(tempFolder(), 'wallet-keys.json')
    await loadWalletKeys({ file, create: true })
    const content = read(file)
    content.introductions[name] = secretOf(content)
    write(file, content)
    await expect(loadWalletKeys({ file, create: false })).rejects.toThrow(/the same secret twice/)
  })

  test('error: a gateway with a mail server refuses to start with a file from before introductions', async () => {
    const keysFile = await oldFile()
    const kekFile = join(tempFolder(), 'kek.json')
    await loadKeyRing({ file: kekFile, create: true })
    const env = { WALLET_KEYS_FILE: keysFile, WALLET_KEK_FILE: kekFile }
    await expect(createWalletGateway({ env })).rejects.toThrow(/keys wallet/)
  })
})
