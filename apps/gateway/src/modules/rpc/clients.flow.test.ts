import { tempFolder } from '@portico/server/testing'
import { createPublicClient, createWalletClient, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCast } from '../../testing/runCast.ts'
import { type Anvil, startAnvil } from '../../testing/startAnvil.ts'
import { startServer } from '../../testing/startServer.ts'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
/** A contract that returns 42 for every call. */
const initCode = '0x69602a60005260206000f3600052600a6016f3'

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.rpc('anvil_mine', ['0x3'])
}, 60_000)
afterAll(() => anvil.stop())

/** The gateway as a process in front of anvil. */
async function gatewayUrl(): Promise<string> {
  const { ready } = startServer({
    env: {
      PORTICO_DATA_DIR: tempFolder(),
      GATEWAY_OPEN: '1',
      RPC_URLS: JSON.stringify({ 'eip155:31337': [anvil.url] }),
    },
  })
  return `${await ready}/v1?chainId=eip155:31337&projectId=local`
}

describe('third-party clients', () => {
  test('behavior: viem reads the same through the gateway as from the node, also in batches', async () => {
    const url = await gatewayUrl()
    const clients = [url, anvil.url].map((address) =>
      createPublicClient({ chain: foundry, transport: http(address, { batch: { batchSize: 50 } }) }),
    )
    const wallet = createWalletClient({
      account: privateKeyToAccount(key),
      chain: foundry,
      transport: http(url),
    })
    const hash = await wallet.deployContract({ abi: [], bytecode: initCode })
    const [gatewayClient] = clients as [(typeof clients)[0]]
    const receipt = await gatewayClient.waitForTransactionReceipt({
      hash,
      pollingInterval: 50,
      timeout: 60_000,
    })
    const contract = receipt.contractAddress as `0x${string}`
    expect(await gatewayClient.call({ to: contract, data: '0x' })).toEqual({
      data: `0x${'2a'.padStart(64, '0')}`,
    })

    const [actual, expected] = await Promise.all(
      clients.map((client) =>
        Promise.all([
          client.getChainId(),
          client.getBlock({ blockNumber: 2n, includeTransactions: true }),
          client.getBlock({ blockHash: receipt.blockHash }),
          client.getBalance({ address: account, blockNumber: receipt.blockNumber }),
          client.getTransactionCount({ address: account }),
          client.getTransaction({ hash }),
          client.getTransactionReceipt({ hash }),
          client.getCode({ address: contract }),
          client.getLogs({ fromBlock: 0n, toBlock: receipt.blockNumber }),
          client.getStorageAt({ address: contract, slot: '0x0' }),
          client.estimateGas({ account, to: contract, value: parseEther('0') }),
          client.getFeeHistory({ blockCount: 2, rewardPercentiles: [50] }),
          client.getProof({ address: account, storageKeys: [], blockNumber: receipt.blockNumber }),
        ]),
      ),
    )
    expect(actual).toEqual(expected)
    await expect(gatewayClient.getTransaction({ hash: `0x${'11'.repeat(32)}` })).rejects.toThrow(
      /could not be found/,
    )
  }, 120_000)

  test('behavior: cast reads the same through the gateway as from the node', async () => {
    const url = await gatewayUrl()
    const both = async (...args: string[]) => {
      const [actual, expected] = await Promise.all([
        runCast([...args, '--rpc-url', url]),
        runCast([...args, '--rpc-url', anvil.url]),
      ])
      expect([args, actual]).toEqual([args, expected])
    }
    await both('chain-id')
    await both('block-number')
    await both('balance', account)
    await both('nonce', account)
    await both('block', '1', '--json')
    await both('block', 'latest', '--field', 'hash')
    await both('code', account)
    await both('storage', account, '0')
    await both('gas-price')
    await both('logs', '--from-block', '0', '--to-block', '2', '--json')
    await both('rpc', 'eth_getBlockByNumber', '0x2', 'true')
  }, 180_000)

  test('behavior: cast sends a transaction and reads its effect', async () => {
    const url = await gatewayUrl()
    const target = '0x00000000000000000000000000000000000000bb'
    const args = ['send', target, '--value', '7', '--private-key', key, '--rpc-url', url, '--json']
    const receipt = JSON.parse(await runCast(args)) as { status: string; transactionHash: string }
    expect(receipt.status).toBe('0x1')
    expect(await runCast(['balance', target, '--rpc-url', url])).toBe('7')
  }, 180_000)
})

describe('POST /v1 of the server', () => {
  test('behavior: responds as without a port, and keeps the connection open', async () => {
    const url = await gatewayUrl()
    const ask = (body: string, headers = {}) => fetch(url, { method: 'POST', body, headers })
    const answer = await ask(
      '{"id":12345678901234567890,"method":"eth_getBalance","params":["0x0000000000000000000000000000000000000001","0x1"]}',
      {
        origin: 'http://localhost:3000',
        'x-request-id': 'my-own-request',
      },
    )
    expect(await answer.text()).toBe('{"jsonrpc":"2.0","id":12345678901234567890,"result":"0x0"}')
    expect(answer.headers.get('x-request-id')).toBe('my-own-request')
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect(answer.headers.get('server-timing')).toMatch(/^cache;desc=(HIT|MISS, upstream;dur=[\d.]+)$/)
    expect(answer.headers.get('x-upstream')).toBe(new URL(anvil.url).host)
    expect(await (await ask('{')).json()).toMatchObject({ error: { code: -32700 } })
    expect((await ask('{"method":"eth_blockNumber"}')).status).toBe(204)
    expect(await (await ask('{"id":"é","method":"eth_chainId"}')).json()).toMatchObject({ id: 'é' })
    const large = await ask(`{"id":1,"method":"eth_call","params":["${'0'.repeat(3_000_000)}"]}`)
    expect([large.status, await large.json()]).toMatchObject([200, { error: { code: -32600 } }])
    expect((await fetch(url.replace('/v1', '/v1x'), { method: 'POST', body: '{}' })).status).toBe(404)
    expect((await fetch(url)).status).toBe(426)
  }, 60_000)
})
