import { readFile, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createPublicClient, http, parseEther } from 'viem'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createRpc } from './chains/createRpc.ts'
import { devnetManifest } from './manifest.ts'
import { startChains } from './startChains.ts'
import { alive, descendants } from './testing/processes.ts'
import { start } from './testing/start.ts'
import { tempFolder } from './testing/tempFolder.ts'

const [visitor, other] = devnetManifest.accounts.map((account) => account.address)
const wei = (amount: string) => `0x${parseEther(amount).toString(16)}`

/** Sends ether from the visitor and waits until it is mined. */
async function pay(url: string, amount: string): Promise<string> {
  const rpc = createRpc(url)
  const hash = await rpc<string>('eth_sendTransaction', [{ from: visitor, to: other, value: wei(amount) }])
  await vi.waitUntil(() => rpc('eth_getTransactionReceipt', [hash]))
  return hash
}

/** Reads everything that must survive a restart. */
async function readPast(url: string, block: string) {
  const rpc = createRpc(url)
  return {
    logs: await rpc('eth_getLogs', [{ fromBlock: '0x0', toBlock: block }]),
    block: await rpc('eth_getBlockByNumber', [block, true]),
    receipts: await rpc('eth_getBlockReceipts', [block]),
    balance: await rpc('eth_getBalance', [visitor, 'latest']),
    nonce: await rpc('eth_getTransactionCount', [visitor, 'latest']),
  }
}

describe('startChains', () => {
  test('behavior: starts two chains with their chain IDs at the returned addresses', async () => {
    const { chains, urls } = await start({ dataDir: await tempFolder() })

    expect(chains.map(({ chainId, name }) => ({ chainId, name }))).toEqual([
      { chainId: 31337, name: 'Local One' },
      { chainId: 31338, name: 'Local Two' },
    ])
    expect(await createRpc(urls[0])('eth_chainId')).toBe('0x7a69')
    expect(await createRpc(urls[1])('eth_chainId')).toBe('0x7a6a')
  })

  test('behavior: blocks, receipts, logs and balances survive stop and start', async () => {
    const dataDir = await tempFolder()
    const first = await start({ dataDir })
    await pay(first.urls[0], '0.5')
    const head = await createRpc(first.urls[0])<string>('eth_blockNumber')
    const before = await readPast(first.urls[0], head)
    await first.stop()

    const second = await start({ dataDir })
    expect(await readPast(second.urls[0], head)).toEqual(before)
    expect(await createRpc(second.urls[0])('eth_blockNumber')).toBe(head)

    // Restart again: the loaded state must have been saved again.
    await pay(second.urls[0], '0.25')
    await second.stop()
    const third = await start({ dataDir })
    const { block, logs, receipts } = await readPast(third.urls[0], head)
    expect({ block, logs, receipts }).toEqual({
      block: before.block,
      logs: before.logs,
      receipts: before.receipts,
    })
  })

  test('behavior: each transaction is mined at once in its own block, and no empty blocks are mined', async () => {
    const { urls } = await start({ dataDir: await tempFolder() })
    const client = createPublicClient({ transport: http(urls[0]), cacheTime: 0 })
    const head = await client.getBlockNumber()

    const hashes = [await pay(urls[0], '0.1'), await pay(urls[0], '0.2')]

    expect(await client.getBlockNumber()).toBe(head + 2n)
    const block = await client.getBlock({ blockNumber: head + 1n })
    expect(block.transactions).toEqual([hashes[0]])
    expect(Math.abs(Number(block.timestamp) - Date.now() / 1_000)).toBeLessThan(60)
  })

  test('behavior: filters, log queries, subscriptions and debug calls work', async () => {
    const { urls } = await start({ dataDir: await tempFolder() })
    const rpc = createRpc(urls[0])
    const dusd = devnetManifest.chains[0].tokens[0]?.address
    const filter = await rpc<string>('eth_newFilter', [{ address: dusd }])
    const transfer = `0xa9059cbb${other?.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
    const hash = await rpc('eth_sendTransaction', [{ from: visitor, to: dusd, data: transfer }])
    await vi.waitUntil(() => rpc('eth_getTransactionReceipt', [hash]))

    // The node hands a block to its filters after it answers with the receipt.
    await vi.waitFor(async () =>
      expect(await rpc('eth_getFilterChanges', [filter])).toMatchObject([{ transactionHash: hash }]),
    )
    const head = await rpc('eth_blockNumber')
    expect(await rpc('eth_getLogs', [{ fromBlock: head, toBlock: head }])).toMatchObject([
      { transactionHash: hash },
    ])
    const call = { from: visitor, to: dusd, data: transfer }
    expect(
      await rpc('debug_traceCall', [
        call,
        'latest',
        { tracer: 'callTracer', tracerConfig: { withLog: true } },
      ]),
    ).toMatchObject({ type: 'CALL', logs: [{ address: dusd?.toLowerCase() }] })
    expect(await rpc('eth_simulateV1', [{ blockStateCalls: [{ calls: [call] }] }, 'latest'])).toMatchObject([
      { calls: [{ status: '0x1' }] },
    ])
  })

  test('behavior: killing a chain stops the other, loses nothing, and is reported', async () => {
    const dataDir = await tempFolder()
    const devnet = await start({ dataDir })
    const file = join(dataDir, 'devnet/31337.json')
    const hash = await pay(devnet.urls[0], '0.125')
    await vi.waitUntil(async () => (await readFile(file, 'utf8').catch(() => '')).includes(hash), {
      // The pause between two saves is nine times as long as a save, which takes long on a busy machine.
      timeout: 50_000,
    })

    process.kill(devnet.chains[0]?.pid ?? 0, 'SIGKILL')

    await expect(devnet.failed).resolves.toMatchObject({
      code: 'chain-stopped',
      message: 'Local One stopped by itself (ended by SIGKILL): start again, its last saved state is kept.',
    })
    expect(alive(devnet.chains.map(({ pid }) => pid))).toEqual([])
    const again = await start({ dataDir })
    expect(await createRpc(again.urls[0])('eth_getTransactionReceipt', [hash])).toMatchObject({
      status: '0x1',
    })
  })

  test('behavior: a truncated state is replaced by the backup of the last successful start', async () => {
    const dataDir = await tempFolder()
    const first = await start({ dataDir })
    await first.stop()
    const file = join(dataDir, 'devnet/31337.json')
    await truncate(file, 5_000)

    const lines: string[] = []
    const second = await start({ dataDir, log: (line) => lines.push(line) })

    expect(lines).toEqual([
      expect.stringMatching(
        /^Local One: .*31337\.json cannot be loaded \(.+\); continuing from the backup of the last/,
      ),
    ])
    expect(await createRpc(second.urls[0])('eth_getTransactionCount', [visitor, 'latest'])).not.toBe('0x0')
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('blocks')
  })

  test('error: state and backup are broken', async () => {
    const dataDir = await tempFolder()
    await (await start({ dataDir })).stop()
    const file = join(dataDir, 'devnet/31338.json')
    await writeFile(file, '{"block":')
    await writeFile(`${file}.good`, '')
    const before = descendants(process.pid)

    await expect(start({ dataDir })).rejects.toMatchObject({
      code: 'state-corrupt',
      file: expect.stringContaining('31338.json'),
      message: expect.stringMatching(
        /^The saved state of Local Two in .*31338\.json cannot be used \(.*\), nor can the copy beside it: delete the folder .*devnet to start afresh\.$/,
      ),
    })
    expect(alive(descendants(process.pid)).filter((pid) => !before.includes(pid))).toEqual([])
  })

  test('error: the state of another chain', async () => {
    const dataDir = await tempFolder()
    await (await start({ dataDir })).stop()
    const folder = join(dataDir, 'devnet')
    const foreign = await readFile(join(folder, '31338.json'))
    await writeFile(join(folder, '31337.json'), foreign)
    await writeFile(join(folder, '31337.json.good'), foreign)

    await expect(start({ dataDir })).rejects.toThrow(
      /^The saved state of Local One in .*31337\.json cannot be used \(it is of chain 31338\)/,
    )
  })

  test('behavior: a state of another seed is moved aside', async () => {
    const dataDir = await tempFolder()
    await (await start({ dataDir })).stop()
    const file = join(dataDir, 'devnet/31337.json')
    const state = JSON.parse(await readFile(file, 'utf8'))
    const marker = state.accounts['0x0000000000000000000000000000706f72746963']
    marker.code = `0x${Buffer.from('portico-devnet:31337:0123456789abcdef').toString('hex')}`
    const old = JSON.stringify(state)
    await writeFile(file, old)

    const lines: string[] = []
    const { urls } = await start({ dataDir, log: (line) => lines.push(line) })

    expect(lines).toEqual([expect.stringContaining('Local One starts from a new seed')])
    expect(await readFile(`${file}.old`, 'utf8')).toBe(old)
    expect(await createRpc(urls[0])('eth_getTransactionCount', [visitor, 'latest'])).not.toBe('0x0')
  })

  test('error: a port in use', async () => {
    const dataDir = await tempFolder()
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const before = descendants(process.pid)

    await expect(startChains({ dataDir, ports: { 31337: 0, 31338: port } })).rejects.toMatchObject({
      code: 'port-taken',
      port,
      message: `Port ${port} on 127.0.0.1, wanted by Local Two, is taken by another program: stop that program or set EVM2_PORT to a free port.`,
    })
    expect(alive(descendants(process.pid)).filter((pid) => !before.includes(pid))).toEqual([])
  })

  test('error: an address of another machine', async () => {
    await expect(start({ dataDir: await tempFolder(), host: '192.0.2.1' })).rejects.toMatchObject({
      code: 'chain-not-ready',
      message: expect.stringContaining('check HOST'),
    })
  })

  test('error: a data folder that is a file', async () => {
    const dataDir = join(await tempFolder(), 'file')
    await writeFile(dataDir, '')
    await expect(start({ dataDir })).rejects.toMatchObject({
      code: 'data-dir-unusable',
      message: expect.stringContaining('set PORTICO_DATA_DIR to another folder.'),
    })
  })

  test('behavior: removes incomplete files of a killed process', async () => {
    const dataDir = await tempFolder()
    await (await start({ dataDir })).stop()
    const incompleteFile = join(dataDir, 'devnet/31337.json.0000.tmp')
    await writeFile(incompleteFile, '{"blo')
    await start({ dataDir })
    await expect(readFile(incompleteFile)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('error: a data folder in use', async () => {
    const dataDir = await tempFolder()
    const first = await start({ dataDir })
    await expect(start({ dataDir })).rejects.toMatchObject({ code: 'data-dir-in-use' })
    await first.stop()
    await start({ dataDir })
  })

  test('param: signal cancels the start and leaves nothing running', async () => {
    const dataDir = await tempFolder()
    const before = descendants(process.pid)
    const giveUp = new AbortController()
    const starting = startChains({ dataDir, ports: { 31337: 0, 31338: 0 }, signal: giveUp.signal })
    await vi.waitUntil(() => descendants(process.pid).length > before.length + 1, {
      interval: 5,
      timeout: 10_000,
    })
    giveUp.abort(new Error('enough'))

    await expect(starting).rejects.toThrow('enough')
    await vi.waitUntil(() => alive(descendants(process.pid)).every((pid) => before.includes(pid)))
  })
})
