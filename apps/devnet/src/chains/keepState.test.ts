import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { devnetManifest } from '../manifest.ts'
import { tempFolder } from '../testing/tempFolder.ts'
import { keepState } from './keepState.ts'
import { type Anvil, startAnvil } from './startAnvil.ts'

const [chain] = devnetManifest.chains
const account = devnetManifest.accounts[0]?.address

async function open(): Promise<{ anvil: Anvil; file: string; lines: string[]; log: (line: string) => void }> {
  const anvil = await startAnvil({ chain, host: '127.0.0.1', port: 0, args: [] })
  onTestFinished(() => anvil.stop())
  const lines: string[] = []
  return { anvil, file: join(await tempFolder(), 'states/1.json'), lines, log: (line) => lines.push(line) }
}

const pay = (anvil: Anvil) => anvil.rpc<string>('eth_sendTransaction', [{ from: account, to: account }])
const waitUntilSaved = async (file: string, hash: string) => {
  await vi.waitUntil(async () => (await readFile(file, 'utf8').catch(() => '')).includes(hash), {
    // The pause between two saves is nine times as long as a save, which takes long on a busy machine.
    timeout: 50_000,
  })
}

describe('keepState', () => {
  test('behavior: saves after every block', async () => {
    const { anvil, file, log, lines } = await open()
    const keeper = await keepState({ anvil, file, log })
    await waitUntilSaved(file, await pay(anvil))
    const [, second] = [await pay(anvil), await pay(anvil)]
    await waitUntilSaved(file, second)
    await keeper.close()
    expect(lines).toEqual([])
  })

  test('behavior: close saves changes made without a block', async () => {
    const { anvil, file, log } = await open()
    const keeper = await keepState({ anvil, file, log })
    await anvil.rpc('anvil_setBalance', [account, '0x1234567'])
    await keeper.close()
    expect(await readFile(file, 'utf8')).toContain('"0x1234567"')
  })

  test('behavior: close logs nothing after the chain has ended', async () => {
    const { anvil, file, log, lines } = await open()
    const keeper = await keepState({ anvil, file, log })
    await anvil.stop()
    await keeper.close()
    expect(lines).toEqual([])
  })

  test('error: a failed save is logged, and the chain continues', async () => {
    const { anvil, log, lines } = await open()
    const file = '/dev/null/1.json'
    const keeper = await keepState({ anvil, file, log })
    await pay(anvil)
    await vi.waitUntil(() => lines.length > 0)
    expect(lines[0]).toMatch(/^The state could not be saved to \/dev\/null\/1\.json: /)
    expect(await anvil.rpc('eth_chainId')).toBe('0x7a69')
    await keeper.close()
  })
})
