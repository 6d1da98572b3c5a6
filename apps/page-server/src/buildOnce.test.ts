import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildOnce } from './buildOnce.ts'

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-builds-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describe('buildOnce', () => {
  test('behavior: whoever wants the same at the same time, or later, gets one result', async () => {
    const folder = await createFolder()
    const page = {
      html: '<p>',
      files: new Map([['/a.js', { body: Buffer.from('a'), compressed: undefined }]]),
    }
    const build = vi.fn(async () => page)
    const all = await Promise.all(Array.from({ length: 20 }, () => buildOnce({ folder, key: 'demo', build })))
    expect(await buildOnce({ folder, key: 'demo', build })).toEqual(page)
    for (const result of all) expect(result).toEqual(page)
    expect(build).toHaveBeenCalledOnce()
    await buildOnce({ folder, key: 'wallet', build })
    expect(build).toHaveBeenCalledTimes(2)
    expect((await readdir(folder)).filter((name) => name.includes('.'))).toEqual([])
  })

  test('error: a build that fails, or whose process was killed, leaves the next one to build', async () => {
    const folder = await createFolder()
    const build = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('No.')).mockResolvedValue(7)
    const both = [1, 2].map(() => buildOnce({ folder, key: 'demo', build }))
    expect((await Promise.allSettled(both)).map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
    ])
    const [name = ''] = await readdir(folder)
    await rm(join(folder, name))
    // No process has this number.
    await writeFile(join(folder, `${name}.lock`), '99999999')
    expect(await buildOnce({ folder, key: 'demo', build })).toBe(7)
  })
})
