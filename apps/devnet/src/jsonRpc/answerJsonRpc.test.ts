import { createAssociatedTokenAccount, createMint, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localSolana } from '../solana/localSolana.ts'
import { startTestBitcoin } from '../testing/bitcoin.ts'
import { keypairOf, startSolana } from '../testing/solana.ts'
import { answerJsonRpc } from './answerJsonRpc.ts'
import { JsonRpcError } from './JsonRpcError.ts'

const methods = {
  add: ([one, other]: unknown[]) => Number(one) + Number(other),
  big: () => 2n ** 64n - 1n,
  nothing: () => undefined,
  refuse: () => {
    throw new JsonRpcError(-32002, 'no', { logs: ['why'] })
  },
  fall: () => {
    throw new TypeError('oh')
  },
}
const post = async (body: unknown, version?: '1.0'): Promise<string> =>
  answerJsonRpc({
    body: typeof body === 'string' ? body : JSON.stringify(body),
    methods,
    ...(version ? { version } : {}),
  })

describe('answerJsonRpc', () => {
  test.each([
    [{ id: 1, method: 'add', params: [1, 2] }, '{"jsonrpc":"2.0","result":3,"id":1}'],
    [{ id: 'a', method: 'big' }, '{"jsonrpc":"2.0","result":18446744073709551615,"id":"a"}'],
    [{ id: null, method: 'nothing' }, '{"jsonrpc":"2.0","result":null,"id":null}'],
    [
      { id: 1, method: 'refuse' },
      '{"jsonrpc":"2.0","error":{"code":-32002,"message":"no","data":{"logs":["why"]}},"id":1}',
    ],
    [
      { id: 1, method: 'fall' },
      '{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error: oh"},"id":1}',
    ],
    [
      { id: 1, method: 'toString' },
      '{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":1}',
    ],
    [
      { id: 1, method: 'add', params: {} },
      '{"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: expected an array"},"id":1}',
    ],
    [{ id: 1 }, '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid request"},"id":1}'],
    ['{', '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}'],
    [[], '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid request"},"id":null}'],
    [{ method: 'add', params: [1, 2] }, ''],
    [
      [{ id: 1, method: 'add', params: [1, 2] }, { method: 'add' }, 7],
      '[{"jsonrpc":"2.0","result":3,"id":1},{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid request"},"id":null}]',
    ],
  ])('behavior: %j', async (body, answer) => {
    expect(await post(body)).toBe(answer)
  })

  test("param: version 1.0 responds in Bitcoin Core's format", async () => {
    expect(await post({ id: 1, method: 'add', params: [1, 2] }, '1.0')).toBe(
      '{"result":3,"error":null,"id":1}',
    )
    expect(await post({ id: 1, method: 'no' }, '1.0')).toBe(
      '{"result":null,"error":{"code":-32601,"message":"Method not found"},"id":1}',
    )
  })
})

/** Generates request bodies from random bytes to real methods with wrong parameters, which get furthest. */
function bodies(names: string[], texts: string[]) {
  const parameter = fc.oneof(
    fc.anything({ maxDepth: 2 }),
    fc.constantFrom(...texts),
    fc.base64String({ maxLength: 2_000 }),
    fc.record({
      encoding: fc.constantFrom('base64', 'jsonParsed', 'base58', 'json', 'x'),
      commitment: fc.constantFrom('confirmed', 'finalized', 'x'),
      limit: fc.integer(),
      filters: fc.array(fc.record({ memcmp: fc.record({ offset: fc.integer(), bytes: fc.string() }) })),
    }),
  )
  const request = fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.oneof(fc.integer(), fc.string(), fc.anything()),
    method: fc.oneof(fc.constantFrom(...names), fc.string()),
    params: fc.oneof(fc.array(parameter, { maxLength: 4 }), fc.anything()),
  })
  return fc.oneof(fc.json(), fc.string(), request.map(write), fc.array(request, { maxLength: 3 }).map(write))
}
const write = (value: unknown): string =>
  JSON.stringify(value, (_key, entry) => (typeof entry === 'bigint' ? String(entry) : entry)) ?? ''

const runs = process.env.LONG ? 20_000 : 200

describe('the local nodes with invalid input', () => {
  test('behavior: every JSON-RPC body gets a response from the local Solana', async () => {
    const { url, rpc } = await startSolana()
    const names =
      'getAccountInfo getProgramAccounts getMultipleAccounts getTokenAccountsByOwner getTransaction getBlock getBlocks getSignaturesForAddress sendTransaction simulateTransaction getFeeForMessage requestAirdrop getSignatureStatuses isBlockhashValid getRecentPrioritizationFees getTokenSupply'
    const address = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
    await fc.assert(
      fc.asyncProperty(bodies(names.split(' '), [address]), async (body) => {
        const response = await fetch(url, { method: 'POST', body })
        expect(response.status).toBe(200)
      }),
      { numRuns: runs },
    )
    expect((await rpc('getHealth')).result).toBe('ok')
  })

  test('behavior: the local Solana survives any WebSocket message, and a subscription that cannot be encoded', async () => {
    const { wsUrl, connection, rpc } = await startSolana()
    const friend = localSolana.accounts[1].address
    const names =
      'accountSubscribe programSubscribe logsSubscribe signatureSubscribe slotSubscribe accountUnsubscribe ping'
    const socket = new WebSocket(wsUrl)
    await new Promise((resolve) => {
      socket.onopen = resolve
    })
    fc.assert(
      fc.property(bodies(names.split(' '), [friend]), (body) => socket.send(body)),
      { numRuns: runs },
    )
    // Accounts of 167 bytes and more exceed the limit for base58.
    const [, pbbl] = localSolana.tokens
    const params = [pbbl.program, { encoding: 'base58', commitment: 'confirmed' }]
    const answered = new Promise((resolve) => {
      socket.onmessage = ({ data }) => String(data).includes('"id":"last"') && resolve(data)
      socket.onclose = resolve
    })
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 'last', method: 'programSubscribe', params }))
    expect(await answered).toContain('"result"')
    const visitor = keypairOf('visitor')
    const more = [undefined, TOKEN_2022_PROGRAM_ID] as const
    const mint = await createMint(connection, visitor, visitor.publicKey, null, 0, undefined, ...more)
    const account = await createAssociatedTokenAccount(connection, visitor, mint, visitor.publicKey, ...more)
    const { result } = await rpc('getAccountInfo', account.toBase58(), { encoding: 'base64' })
    expect(result.value.space).toBeGreaterThan(128)
    socket.close()
  })

  test('behavior: the local Solana survives any transaction bytes', async () => {
    const { rpc } = await startSolana()
    const [{ signature }] = (
      await rpc('getSignaturesForAddress', 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')
    ).result
    const wire = Buffer.from(
      (await rpc('getTransaction', signature, { encoding: 'base64' })).result.transaction[0],
      'base64',
    )
    const change = fc.tuple(fc.nat(wire.length - 1), fc.nat(255))
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (changes, cut) => {
          const bytes = Buffer.from(wire)
          for (const [at, value] of changes) bytes[at] = value
          const text = bytes.subarray(0, cut ? changes[0]?.[0] : undefined).toString('base64')
          const simulated = await rpc('simulateTransaction', text, {
            encoding: 'base64',
            replaceRecentBlockhash: true,
          })
          expect(simulated.result ?? simulated.error).toBeDefined()
          const sent = await rpc('sendTransaction', text, { encoding: 'base64', skipPreflight: true })
          expect(sent.result ?? sent.error).toBeDefined()
        },
      ),
      { numRuns: runs },
    )
    expect((await rpc('getHealth')).result).toBe('ok')
  })

  test('behavior: the local Bitcoin survives any JSON-RPC body and path', async () => {
    const { rpcUrl, esploraUrl, get } = await startTestBitcoin()
    const names =
      'getblock getblockhash getblockheader getrawtransaction sendrawtransaction testmempoolaccept gettxout decoderawtransaction estimatesmartfee generateblock getrawmempool'
    const texts = ['00', '0'.repeat(64), 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw']
    await fc.assert(
      fc.asyncProperty(bodies(names.split(' '), texts), fc.webPath(), async (body, path) => {
        expect((await fetch(rpcUrl, { method: 'POST', body })).status).toBe(200)
        expect((await fetch(`${esploraUrl}/${path.replace(/^\/+/, '')}`)).status).toBeLessThan(500)
        expect((await fetch(`${esploraUrl}/tx`, { method: 'POST', body })).status).toBe(400)
      }),
      { numRuns: runs },
    )
    expect(await get('/block-height/0')).toMatch(/^0f9188/)
  })
})
