import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { devnetManifest } from '../manifest.ts'
import { alive, descendants } from '../testing/processes.ts'
import { tempFolder } from '../testing/tempFolder.ts'
import { startAnvil } from './startAnvil.ts'

const [chain] = devnetManifest.chains
const common = { chain, host: '127.0.0.1', port: 0, args: [] }

describe('startAnvil', () => {
  test('behavior: stop ends the process and its guard process', async () => {
    const anvil = await startAnvil(common)
    const pids = [anvil.pid, ...descendants(anvil.pid)]
    expect(pids).toHaveLength(2)
    await anvil.stop()
    expect(alive(pids)).toEqual([])
    expect(await anvil.exited).toBe('exit code 0')
  })

  test('error: a timeout at the start', async () => {
    await expect(startAnvil({ ...common, timeout: 0 })).rejects.toMatchObject({
      code: 'chain-not-ready',
      message:
        'Local One did not start (no answer within 0 s): check HOST, the ports and the free memory, then start again.',
    })
  })

  test('error: an unknown argument', async () => {
    await expect(startAnvil({ ...common, args: ['--nonsense'] })).rejects.toThrow(
      "Local One did not start (unexpected argument '--nonsense' found)",
    )
  })

  test.each([
    ['empty', ''],
    ['cut short', '{"block":{"number":"0x0"'],
    ['not a state', '{"hello":"world"}'],
  ])('error: an invalid state: %s', async (_, text) => {
    const state = join(await tempFolder(), 'state.json')
    await writeFile(state, text)
    await expect(startAnvil({ ...common, state })).rejects.toMatchObject({ name: 'StateUnreadableError' })
  })

  test('param: signal kills the process', async () => {
    const controller = new AbortController()
    const anvil = await startAnvil({ ...common, signal: controller.signal })
    controller.abort()
    expect(await anvil.exited).toBe('ended by SIGKILL')
  })
})
