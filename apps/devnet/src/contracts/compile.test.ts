import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { getArtifacts } from '../artifacts.ts'
import { tempFolder } from '../testing/tempFolder.ts'
import { compile, contractNames } from './compile.ts'

const shared = join(import.meta.dirname, '../../../../.cache/devnet')

describe('compile', () => {
  test('behavior: returns code and ABI of every contract', async () => {
    const artifacts = await getArtifacts()
    expect(Object.keys(artifacts).sort()).toEqual([...contractNames])
    for (const { abi, bytecode, deployedBytecode } of Object.values(artifacts)) {
      expect(abi.length).toBeGreaterThan(0)
      expect(bytecode).toMatch(/^0x6[01][0-9a-f]+$/)
      expect(deployedBytecode.length).toBeLessThan(bytecode.length)
    }
  })

  test('behavior: uses the cache without compiling', async () => {
    await getArtifacts()
    const cacheDir = await tempFolder()
    // The cache may also contain earlier versions; the key of the sources selects one.
    const names = (await readdir(shared)).filter((file) => file.startsWith('artifacts-'))
    await Promise.all(names.map((name) => writeFile(join(cacheDir, name), '{"marked":true}')))
    expect(await compile({ cacheDir })).toEqual({ marked: true })
  })

  test('param: signal stops the compiler', async () => {
    const giveUp = new AbortController()
    const compiling = compile({ cacheDir: await tempFolder(), signal: giveUp.signal })
    giveUp.abort()
    await expect(compiling).rejects.toMatchObject({ name: 'AbortError' })
  })
})
