import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findBitcoind } from './bitcoin/engine/findBitcoind.ts'
import { nodePorts, startNodes } from './startNodes.ts'
import { tempFolder } from './testing/tempFolder.ts'

const free = Object.fromEntries(Object.keys(nodePorts).map((variable) => [variable, 0]))

async function start(parameters: Partial<Parameters<typeof startNodes>[0]>) {
  const lines: string[] = []
  const log = (line: string): void => void lines.push(line)
  const nodes = await startNodes({
    folder: await tempFolder(),
    ports: free,
    requiresBitcoind: false,
    log,
    ...parameters,
  })
  onTestFinished(() => nodes.stop())
  return { ...nodes, log: lines }
}

describe('startNodes', () => {
  test('behavior: returns the addresses, and the engines of the Bitcoin chains', async () => {
    const { lines, log } = await start({})
    expect(lines).toEqual([
      expect.stringMatching(/^Local Solana at http:\S+, WebSocket at ws:\S+ too$/),
      expect.stringMatching(/^Local Solana Two at http:\S+, WebSocket at ws:\S+ too$/),
      expect.stringMatching(/^Local Bitcoin \(local ledger\) at http:\S+, Esplora at http:\S+$/),
      expect.stringMatching(/^Local Signet \(local ledger\) at http:\S+, Esplora at http:\S+$/),
    ])
    expect(log).toEqual([])
  })

  test('behavior: falls back to the local ledger if the real node does not start, and logs it', async () => {
    const bitcoind = join(await tempFolder(), 'bitcoind')
    const { lines, log } = await start({ bitcoind })
    expect(lines[2]).toContain('(local ledger)')
    expect(log).toEqual([expect.stringContaining(`Local Bitcoin (${bitcoind}) did not start`)])
  })

  test('error: a required real node does not start', async () => {
    const bitcoind = join(await tempFolder(), 'bitcoind')
    await expect(start({ bitcoind, requiresBitcoind: true })).rejects.toMatchObject({
      code: 'chain-not-ready',
    })
  })

  test('error: a port in use is reported with its variable', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    for (const variable of Object.keys(nodePorts))
      await expect(start({ ports: { ...free, [variable]: port } })).rejects.toMatchObject({
        code: 'port-taken',
        message: expect.stringContaining(`set ${variable} to a free port`),
      })
  })
})

describe('findBitcoind', () => {
  test.each([
    [{ BITCOIND: '/opt/bitcoind', PATH: '' }, '/opt/bitcoind'],
    [{ BITCOIND: 'none', PATH: '/usr/bin' }, undefined],
    [{ PATH: '/nowhere:/not/here' }, undefined],
  ])('param: %j', (env, path) => {
    expect(findBitcoind(env)).toBe(path)
  })
})
