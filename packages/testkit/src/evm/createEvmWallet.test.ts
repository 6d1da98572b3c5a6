import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  encodeDeployData,
  type Hex,
  hexToString,
  http,
  parseAbi,
  parseEther,
  parseTransaction,
  stringToHex,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startAnvil } from '../../test/startAnvil.ts'
import { memoryStorage } from '../memoryStorage.ts'
import { createEvmWallet, type EvmWalletOptions } from './createEvmWallet.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const mnemonic = 'test test test test test test test test test test test junk'

let one: Awaited<ReturnType<typeof startAnvil>>
let two: Awaited<ReturnType<typeof startAnvil>>

beforeAll(async () => {
  ;[one, two] = await Promise.all([startAnvil({ chainId: 31337 }), startAnvil({ chainId: 31338 })])
})
afterAll(() => {
  one.stop()
  two.stop()
})

function createWallet(options: Partial<EvmWalletOptions> = {}) {
  return createEvmWallet({
    chains: [
      { chainId: 31337, rpcUrl: one.rpcUrl, name: 'Local One' },
      { chainId: 31338, rpcUrl: two.rpcUrl },
    ],
    origin: 'http://localhost',
    ...options,
  })
}

/** Creates a wallet without RPC nodes and records the events it emits. */
function createRecorded(options: Partial<EvmWalletOptions> = {}) {
  const wallet = createEvmWallet({ chains: [{ chainId: 31337 }, { chainId: 31338 }], ...options })
  const events: unknown[] = []
  wallet.provider.on('connect', (payload) => events.push(['connect', payload]))
  wallet.provider.on('disconnect', ({ code }) => events.push(['disconnect', code]))
  wallet.provider.on('accountsChanged', (payload) => events.push(['accountsChanged', payload]))
  wallet.provider.on('chainChanged', (payload) => events.push(['chainChanged', payload]))
  return { wallet, events, request: wallet.provider.request }
}

const typedData = {
  domain: { name: 'Mail', version: '1', chainId: 31337 },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Mail: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: { to: bob, amount: '1', contents: 'Hello' },
} as const

describe('createEvmWallet: accounts', () => {
  test('behavior: connects with the first accounts of the test mnemonic', async () => {
    const { provider } = createWallet()
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([alice, bob])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([alice, bob])
    for (const [addressIndex, address] of [alice, bob].entries()) {
      expect(mnemonicToAccount(mnemonic, { addressIndex }).address).toBe(address)
    }
  })

  test('param: accounts, as keys, viem accounts or a mnemonic', () => {
    const key: Hex = `0x${'11'.repeat(32)}`
    const account = privateKeyToAccount(key)
    expect(createWallet({ accounts: [key] }).accounts).toEqual([account.address])
    expect(createWallet({ accounts: [account] }).accounts).toEqual([account.address])
    const { accounts } = createWallet({ accounts: { mnemonic, count: 3 } })
    expect(accounts.slice(0, 2)).toEqual([alice, bob])
    expect(accounts).toHaveLength(3)
  })

  test('error: invalid accounts, without the secret in the message', () => {
    const secret: Hex = `0x${'ff'.repeat(32)}`
    expect(() => createWallet({ accounts: [secret] })).toThrowErrorMatchingInlineSnapshot(
      `[Error: accounts[0] is not a private key: 0x and 64 hex digits, below the curve's order.]`,
    )
    expect(() => createWallet({ accounts: { mnemonic: 'secret words' } })).toThrowErrorMatchingInlineSnapshot(
      `[Error: \`accounts.mnemonic\` is not a BIP-39 mnemonic of 12 to 24 words.]`,
    )
    expect(() => createWallet({ accounts: [] })).toThrow('at least one account')
    const twice: Hex = `0x${'11'.repeat(32)}`
    expect(() => createWallet({ accounts: [twice, twice] })).toThrow('the same account twice')
  })

  test('behavior: private keys are not in the wallet, its JSON or its errors', async () => {
    const digits = '5ac1d7'.padEnd(64, '0')
    const wallet = createWallet({ accounts: [`0x${digits}`] })
    await wallet.provider.request({ method: 'eth_requestAccounts' })
    const error = await wallet.provider
      .request({
        method: 'eth_sendTransaction',
        params: [{ from: wallet.accounts[0], to: bob, value: '0xff' }],
      })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    const seen = [wallet, wallet.info, wallet.provider, error]
    const texts = seen.flatMap((value) => [
      JSON.stringify(value),
      ...Object.values(value as object).map(String),
      String((value as Error).stack),
    ])
    expect(texts.filter((text) => text?.toLowerCase().includes('5ac1d7'))).toEqual([])
  })

  test('param: authorized, connected from the start', async () => {
    const { provider, connected } = createWallet({ authorized: true })
    expect(connected).toBe(true)
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([alice, bob])
  })

  test('behavior: EIP-2255 permissions', async () => {
    const { wallet, request, events } = createRecorded({ origin: 'http://localhost:1' })
    expect(await request({ method: 'wallet_getPermissions' })).toEqual([])
    const permissions = await request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
    expect(permissions).toEqual([
      {
        invoker: 'http://localhost:1',
        parentCapability: 'eth_accounts',
        caveats: [{ type: 'restrictReturnedAccounts', value: [alice, bob] }],
      },
    ])
    expect(await request({ method: 'wallet_getPermissions' })).toEqual(permissions)
    expect(await request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })).toBe(null)
    expect(wallet.connected).toBe(false)
    expect(events).toContainEqual(['accountsChanged', []])
    await expect(
      request({ method: 'wallet_requestPermissions', params: [{ snaps: {} }] }),
    ).rejects.toMatchObject({ code: 4200 })
    await expect(request({ method: 'wallet_requestPermissions', params: [] })).rejects.toMatchObject({
      code: -32602,
    })
  })
})

describe('createEvmWallet: signing', () => {
  test('behavior: signs messages that viem verifies, hex and text', async () => {
    const { provider } = createWallet({ authorized: true })
    for (const [message, plain] of [
      [stringToHex('Grüße, 世界'), 'Grüße, 世界'],
      ['plain text', 'plain text'],
    ] as const) {
      const signature = (await provider.request({ method: 'personal_sign', params: [message, alice] })) as Hex
      expect(await verifyMessage({ address: alice, message: plain, signature })).toBe(true)
    }
  })

  test('behavior: any exposed account signs, in any letter case', async () => {
    const { provider } = createWallet({ authorized: true })
    const signature = (await provider.request({
      method: 'personal_sign',
      params: [stringToHex('hi'), bob.toLowerCase()],
    })) as Hex
    expect(await verifyMessage({ address: bob, message: 'hi', signature })).toBe(true)
  })

  test('behavior: signatures are deterministic', async () => {
    const sign = () =>
      createWallet({ authorized: true }).provider.request({
        method: 'personal_sign',
        params: ['0x00', alice],
      })
    expect(await sign()).toBe(await sign())
  })

  test('behavior: signs typed data that viem verifies, object and JSON', async () => {
    const { provider } = createWallet({ authorized: true })
    for (const data of [typedData, JSON.stringify(typedData)]) {
      const signature = (await provider.request({
        method: 'eth_signTypedData_v4',
        params: [alice, data],
      })) as Hex
      const domain = { ...typedData.domain, chainId: 31337n }
      const message = { ...typedData.message, amount: 1n }
      expect(await verifyTypedData({ ...typedData, domain, message, address: alice, signature })).toBe(true)
    }
  })

  test.each([
    [
      'for another chain',
      { ...typedData, domain: { ...typedData.domain, chainId: '0x1' } },
      'is for chain 0x1',
    ],
    ['without its domain type', { ...typedData, types: { Mail: [] } }, 'types.EIP712Domain'],
    [
      'that does not match its types',
      { ...typedData, message: { ...typedData.message, to: '0x1' } },
      'does not match',
    ],
    ['of an unknown type', { ...typedData, primaryType: 'Male' }, 'does not match'],
    ['that is not JSON', '{', 'JSON string'],
    ['that is null', null, 'must contain types'],
  ])('error: typed data %s', async (_, data, message) => {
    const { provider } = createWallet({ authorized: true })
    await expect(
      provider.request({ method: 'eth_signTypedData_v4', params: [alice, data] }),
    ).rejects.toMatchObject({ code: -32602, message: expect.stringContaining(message) })
  })

  test('error: 4100 before connecting, and for an account the page may not see', async () => {
    const { provider } = createWallet()
    const sign = { method: 'personal_sign', params: ['0x00', alice] }
    await expect(provider.request(sign)).rejects.toMatchObject({ code: 4100 })
    await provider.request({ method: 'eth_requestAccounts' })
    await expect(
      provider.request({ method: 'personal_sign', params: ['0x00', `0x${'12'.repeat(20)}`] }),
    ).rejects.toMatchObject({ code: 4100 })
  })

  test('error: detects swapped parameters of personal_sign', async () => {
    const { provider } = createWallet({ authorized: true })
    await expect(
      provider.request({ method: 'personal_sign', params: [alice, stringToHex('hi')] }),
    ).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('the account was first') })
  })
})

describe('createEvmWallet: transactions', () => {
  const read = () => createPublicClient({ transport: http(one.rpcUrl), pollingInterval: 20 })

  test('behavior: fills in, signs and sends; the transfer is mined', async () => {
    const { provider } = createWallet({ authorized: true })
    const to: Address = `0x${'ab'.repeat(20)}`
    const hash = (await provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: alice, to, value: '0xde0b6b3a7640000' }],
    })) as Hex
    const receipt = await read().waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    expect(receipt.type).toBe('eip1559')
    expect(await read().getBalance({ address: to })).toBe(parseEther('1'))
  })

  test('behavior: works as a transport of a viem wallet client', async () => {
    const { provider } = createWallet({ authorized: true })
    const client = createWalletClient({ account: alice, transport: custom(provider) })
    const hash = await client.sendTransaction({ chain: null, to: bob, value: 1n })
    expect((await read().waitForTransactionReceipt({ hash })).status).toBe('success')
  })

  test('behavior: concurrent transactions get consecutive nonces', async () => {
    const { provider } = createWallet({ authorized: true })
    const send = () =>
      provider.request({ method: 'eth_sendTransaction', params: [{ from: bob, to: alice, value: '0x1' }] })
    const hashes = (await Promise.all([send(), send(), send()])) as Hex[]
    const sent = await Promise.all(hashes.map((hash) => read().getTransaction({ hash })))
    const [first = Number.NaN, ...others] = sent.map(({ nonce }) => nonce).sort((a, b) => a - b)
    expect(others).toEqual([first + 1, first + 2])
  })

  test('param: keeps the fields set by the page', async () => {
    const { provider } = createWallet({ authorized: true })
    const fixed = { from: alice, to: bob, gas: '0x7530', gasPrice: '0x77359400' }
    const hash = (await provider.request({ method: 'eth_sendTransaction', params: [fixed] })) as Hex
    const transaction = await read().getTransaction({ hash })
    expect(transaction).toMatchObject({ type: 'legacy', gas: 30_000n, gasPrice: 2_000_000_000n })
    const capped = { from: alice, to: bob, maxFeePerGas: '0xb2d05e00', maxPriorityFeePerGas: '0x2' }
    const second = (await provider.request({ method: 'eth_sendTransaction', params: [capped] })) as Hex
    expect(await read().getTransaction({ hash: second })).toMatchObject({
      maxFeePerGas: 3_000_000_000n,
      maxPriorityFeePerGas: 2n,
    })
  })

  test('behavior: creates contracts', async () => {
    const { provider } = createWallet({ authorized: true })
    // Returns one byte (STOP) as its code.
    const data = encodeDeployData({ abi: parseAbi(['constructor()']), bytecode: '0x600160005360016000f3' })
    const hash = (await provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: alice, data }],
    })) as Hex
    const { contractAddress } = await read().waitForTransactionReceipt({ hash })
    expect(await read().getCode({ address: contractAddress as Address })).toBe('0x01')
  })

  test('behavior: uses the chain of the request, even if the wallet switches meanwhile', async () => {
    const wallet = createWallet({ authorized: true, policy: 'ask' })
    const sent = wallet.provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: alice, to: bob }],
    })
    const pending = await wallet.waitForRequest()
    expect(pending.network).toBe('eip155:31337')
    wallet.switchChain(31338)
    pending.approve()
    const hash = (await sent) as Hex
    expect(await read().getTransaction({ hash })).toMatchObject({ chainId: 31337 })
  })

  test('behavior: eth_signTransaction signs without sending', async () => {
    const { provider } = createWallet({ authorized: true })
    const raw = (await provider.request({
      method: 'eth_signTransaction',
      params: [{ from: alice, to: bob }],
    })) as Hex
    const hash = await read().sendRawTransaction({ serializedTransaction: raw })
    expect((await read().waitForTransactionReceipt({ hash })).from).toBe(alice.toLowerCase())
  })

  test('error: forwards errors of the node with code and data', async () => {
    const { provider } = createWallet({ authorized: true })
    // PUSH1 1, PUSH1 0, MSTORE8, PUSH1 1, PUSH1 0, REVERT: reverts with 0x01.
    const params = [{ from: alice, data: '0x600160005360016000fd' }]
    await expect(provider.request({ method: 'eth_sendTransaction', params })).rejects.toMatchObject({
      code: 3,
      message: expect.stringContaining('revert'),
      data: '0x01',
    })
    const tooMuch = [{ from: alice, to: bob, value: `0x${'f'.repeat(40)}` }]
    await expect(provider.request({ method: 'eth_sendTransaction', params: tooMuch })).rejects.toMatchObject({
      code: expect.any(Number),
      message: expect.stringMatching(/fund/i),
    })
  })

  test('error: rejects invalid fees and nonces before sending', async () => {
    const { provider } = createWallet({ authorized: true })
    for (const wrong of [
      { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' },
      { nonce: `0x${'f'.repeat(64)}` },
    ]) {
      await expect(
        provider.request({ method: 'eth_signTransaction', params: [{ from: alice, to: bob, ...wrong }] }),
      ).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('cannot be signed') })
    }
  })

  test('param: a fee cap alone also limits the tip', async () => {
    const { provider } = createWallet({ authorized: true })
    const params = [{ from: alice, to: bob, maxFeePerGas: '0x1' }]
    const raw = (await provider.request({ method: 'eth_signTransaction', params })) as Hex
    expect(parseTransaction(raw)).toMatchObject({ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n })
  })

  test.each([
    ['no object', [], 'array with one object'],
    ['no sender', [{ to: bob }], '`from`'],
    ['neither to nor data', [{ from: alice }], 'needs `to`'],
    ['a decimal value', [{ from: alice, to: bob, value: '1' }], '`value`'],
    ['an invalid address', [{ from: alice, to: '0x1' }], '`to`'],
    ['odd data', [{ from: alice, to: bob, data: '0x1' }], '`data`'],
    ['another chain', [{ from: alice, to: bob, chainId: '0x1' }], 'is for chain 0x1'],
    ['an unknown type', [{ from: alice, to: bob, type: '0x4' }], '`type`'],
    ['an invalid access list', [{ from: alice, to: bob, accessList: {} }], '`accessList`'],
  ])('error: a transaction with %s', async (_, params, message) => {
    const { provider } = createWallet({ authorized: true })
    await expect(provider.request({ method: 'eth_sendTransaction', params })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
    })
  })
})

describe('createEvmWallet: reads', () => {
  test('behavior: forwards reads to the node of the active chain, connected or not', async () => {
    const wallet = createWallet()
    const block = await wallet.provider.request({ method: 'eth_getBlockByNumber', params: ['0x0', false] })
    expect(block).toMatchObject({ number: '0x0' })
    expect(await wallet.provider.request({ method: 'web3_clientVersion' })).toMatch(/anvil/i)
    expect(await wallet.provider.request({ method: 'net_version' })).toBe('31337')
    expect(
      await wallet.provider.request({ method: 'eth_getTransactionByHash', params: [`0x${'00'.repeat(32)}`] }),
    ).toBe(null)
  })

  test.each([
    'eth_sign',
    'eth_signTypedData',
    'anvil_setBalance',
    'evm_mine',
    'wallet_sendCalls',
    'nonsense',
  ])('error: %s is not supported (4200)', async (method) => {
    await expect(createWallet().provider.request({ method })).rejects.toMatchObject({ code: 4200 })
  })

  test.each(['constructor', '__proto__', 'toString'])('error: %s is not a method', async (method) => {
    await expect(createWallet().provider.request({ method })).rejects.toMatchObject({ code: 4200 })
  })

  test('error: the node does not respond, or the chain has no RPC URL', async () => {
    const dead = await startAnvil({ chainId: 31339 })
    dead.stop()
    const { provider } = createWallet({ chains: [{ chainId: 31339, rpcUrl: `${dead.rpcUrl}/v2/api-key` }] })
    const error = await provider.request({ method: 'eth_blockNumber' }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: -32603, message: expect.stringContaining('31339') })
    expect((error as Error).message).not.toContain('api-key')
    await expect(createRecorded().request({ method: 'eth_blockNumber' })).rejects.toMatchObject({
      code: 4901,
    })
  })

  test.each([
    ['nothing', undefined],
    ['text', 'eth_accounts'],
    ['an array', ['eth_accounts']],
    ['no method', {}],
    ['a method that is not a string', { method: 1 }],
  ])('error: request(%s)', async (_, argument) => {
    await expect(createWallet().provider.request(argument as never)).rejects.toMatchObject({ code: -32600 })
  })

  test('error: parameters that are not JSON', async () => {
    const { provider } = createWallet({ authorized: true })
    await expect(
      provider.request({ method: 'eth_sendTransaction', params: [{ from: alice, to: bob, value: 1n }] }),
    ).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('bigint') })
  })

  test('behavior: copies the parameters, so that the page cannot change them later', async () => {
    const wallet = createRecorded({ authorized: true, policy: 'ask' }).wallet
    const params = [stringToHex('good'), alice]
    const signature = wallet.provider.request({ method: 'personal_sign', params })
    params[0] = stringToHex('evil')
    const pending = await wallet.waitForRequest()
    expect(hexToString((pending.params as Hex[])[0] as Hex)).toBe('good')
    pending.approve()
    expect(
      await verifyMessage({ address: alice, message: 'good', signature: (await signature) as Hex }),
    ).toBe(true)
  })
})

describe('createEvmWallet: chains', () => {
  test('behavior: switches, emits one event, and reads from the new chain', async () => {
    const wallet = createWallet()
    const changes: string[] = []
    wallet.provider.on('chainChanged', (chainId) => changes.push(chainId))
    const switchTo = (chainId: string) =>
      wallet.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    expect(await switchTo('0x7a6a')).toBe(null)
    expect(await switchTo('0x7a6a')).toBe(null)
    expect(changes).toEqual(['0x7a6a'])
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x7a6a')
    expect(await wallet.provider.request({ method: 'net_version' })).toBe('31338')
  })

  test('error: 4902 for a chain the wallet does not have', async () => {
    await expect(
      createWallet().provider.request({
        method: 'wallet_switchEthereumChain',
        params: [{ chainId: '0x7a6b' }],
      }),
    ).rejects.toMatchObject({ code: 4902 })
  })

  test.each([['31337'], [31337], ['0x07a69'], ['7a69'], ['0x'], [null], [undefined]])(
    'error: switching to %j',
    async (chainId) => {
      await expect(
        createWallet().provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] }),
      ).rejects.toMatchObject({ code: -32602 })
    },
  )

  const add = (wallet: ReturnType<typeof createWallet>, change: object = {}) =>
    wallet.provider.request({
      method: 'wallet_addEthereumChain',
      params: [
        {
          chainId: '0x7a6a',
          chainName: 'Local Two',
          rpcUrls: [two.rpcUrl],
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          ...change,
        },
      ],
    })
  const createOne = (options: Partial<EvmWalletOptions> = {}) =>
    createWallet({ chains: [{ chainId: 31337, rpcUrl: one.rpcUrl }], ...options })

  test('behavior: adds a chain and switches to it', async () => {
    const wallet = createOne()
    expect(await add(wallet)).toBe(null)
    expect(wallet.chainIds).toEqual([31337, 31338])
    expect(wallet.chainId).toBe(31338)
    expect(await wallet.provider.request({ method: 'eth_blockNumber' })).toBe('0x0')
  })

  test('param: switchOnAdd, false adds without switching', async () => {
    const wallet = createOne({ switchOnAdd: false })
    expect(await add(wallet)).toBe(null)
    expect(wallet.chainId).toBe(31337)
    expect(wallet.chainIds).toContain(31338)
  })

  test('behavior: concurrent requests add a chain once', async () => {
    const wallet = createOne()
    await Promise.all([add(wallet), add(wallet)])
    expect(wallet.chainIds).toEqual([31337, 31338])
  })

  test('behavior: adding a chain the wallet has keeps its existing entry', async () => {
    const wallet = createWallet()
    expect(await add(wallet, { rpcUrls: ['http://127.0.0.1:1/elsewhere'] })).toBe(null)
    expect(wallet.chainIds).toEqual([31337, 31338])
    expect(await wallet.provider.request({ method: 'eth_blockNumber' })).toBe('0x0')
  })

  test('behavior: a rejected chain is not added and its URL not called', async () => {
    const wallet = createOne({ policy: 'reject' })
    const fetch = vi.spyOn(globalThis, 'fetch')
    await expect(add(wallet)).rejects.toMatchObject({ code: 4001 })
    expect(fetch).not.toHaveBeenCalled()
    fetch.mockRestore()
    expect(wallet.chainIds).toEqual([31337])
  })

  test.each([
    ['a decimal id', { chainId: '31338' }, '`chainId`'],
    ['no name', { chainName: '' }, '`chainName`'],
    ['no RPC', { rpcUrls: [] }, '`rpcUrls`'],
    ['an RPC without protocol', { rpcUrls: ['localhost:8545'] }, '`rpcUrls`'],
    ['an RPC with a javascript: URL', { rpcUrls: ['javascript:alert(1)'] }, '`rpcUrls`'],
    ['an empty explorer list', { blockExplorerUrls: [] }, '`blockExplorerUrls`'],
    ['an icon that is not a URL', { iconUrls: ['x'] }, '`iconUrls`'],
    ['an incomplete currency', { nativeCurrency: { name: 'Ether', symbol: 'ETH' } }, '`nativeCurrency`'],
    ['negative decimals', { nativeCurrency: { name: 'E', symbol: 'E', decimals: -1 } }, '`nativeCurrency`'],
    ['an unreachable RPC', { rpcUrls: ['http://127.0.0.1:1'] }, 'did not respond'],
    ['a public mainnet', { chainId: '0x1' }, 'its keys are public'],
  ])('error: adding a chain with %s', async (_, change, message) => {
    const wallet = createOne()
    await expect(add(wallet, change)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
    })
    expect(wallet.chainIds).toEqual([31337])
  })

  test('error: adding a chain whose RPC serves another chain', async () => {
    await expect(add(createOne(), { rpcUrls: [one.rpcUrl] })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('returned chain id 31337'),
    })
  })

  test('error: public mainnets are rejected', () => {
    for (const chainId of [1, 10, 56, 137, 8453, 42161]) {
      expect(() => createWallet({ chains: [{ chainId }] })).toThrow('its keys are public')
    }
    const wallet = createWallet()
    expect(() => wallet.switchChain(1)).toThrow('its keys are public')
    expect(() => wallet.addChain({ chainId: 1 })).toThrow('its keys are public')
    expect(wallet.chainIds).toEqual([31337, 31338])
  })

  test('param: allowMainnet, allows forks with one warning', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const wallet = createWallet({ chains: [{ chainId: 1 }], allowMainnet: true })
    wallet.switchChain(8453)
    createWallet({ chains: [{ chainId: 10 }], allowMainnet: true })
    expect(wallet.chainId).toBe(8453)
    expect(warn.mock.calls).toHaveLength(1)
    expect(warn.mock.calls[0]?.[0]).toContain('Its keys are public')
    warn.mockRestore()
  })

  test('error: invalid chain ids', () => {
    expect(() => createWallet({ chains: [{ chainId: 1.5 }] })).toThrow('positive integer')
    expect(() => createWallet({ chainId: 5 })).toThrow('is not in `chains`')
    expect(() => createWallet({ chains: [] })).toThrow('`chains` is empty')
  })

  test('param: chainId, the initial chain', () => {
    expect(createWallet({ chainId: 31338 }).chainId).toBe(31338)
  })
})

describe('createEvmWallet: policies', () => {
  test('behavior: reject fails with 4001; reads still work', async () => {
    const wallet = createWallet({ policy: 'reject' })
    await expect(wallet.provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      name: 'ProviderRpcError',
      code: 4001,
      message: 'User rejected the request.',
    })
    expect(await wallet.provider.request({ method: 'eth_blockNumber' })).toMatch(/^0x/)
    expect(wallet.connected).toBe(false)
  })

  test('behavior: connecting again or switching to the active chain needs no consent', async () => {
    const { request } = createRecorded({ authorized: true, policy: 'reject' })
    expect(await request({ method: 'eth_requestAccounts' })).toEqual([alice, bob])
    expect(await request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a69' }] })).toBe(
      null,
    )
  })

  test('param: method, a policy for one method', async () => {
    const { wallet, request } = createRecorded({ authorized: true })
    wallet.setPolicy({ code: -32603, message: 'Internal error' }, { method: 'personal_sign' })
    wallet.setPolicy('reject', { method: 'eth_chainId' })
    await expect(request({ method: 'personal_sign', params: ['0x', alice] })).rejects.toMatchObject({
      code: -32603,
    })
    await expect(request({ method: 'eth_chainId' })).rejects.toMatchObject({ code: 4001 })
  })

  test('behavior: hang, then release', async () => {
    const { wallet, request } = createRecorded({ policy: 'hang' })
    const accounts = request({ method: 'eth_requestAccounts' })
    await wallet.waitForRequest()
    wallet.release()
    expect(await accounts).toEqual([alice, bob])
  })

  test('behavior: validates parameters before asking the user', async () => {
    const { wallet, request } = createRecorded({ authorized: true, policy: 'ask' })
    await expect(request({ method: 'personal_sign', params: [] })).rejects.toMatchObject({ code: -32602 })
    expect(wallet.pending).toEqual([])
  })

  test('behavior: signs nothing if the permission was revoked before the approval', async () => {
    const { wallet, request } = createRecorded({ authorized: true, policy: 'ask' })
    const signature = request({ method: 'personal_sign', params: ['0x00', alice] })
    const pending = await wallet.waitForRequest()
    wallet.disconnect()
    pending.approve()
    await expect(signature).rejects.toMatchObject({ code: 4100 })
  })

  test('param: delay, milliseconds before any response', async () => {
    vi.useFakeTimers()
    const { request } = createRecorded({ delay: 500 })
    let result: unknown
    void request({ method: 'eth_chainId' }).then((value) => {
      result = value
    })
    await vi.advanceTimersByTimeAsync(499)
    expect(result).toBe(undefined)
    await vi.advanceTimersByTimeAsync(1)
    expect(result).toBe('0x7a69')
    vi.useRealTimers()
  })

  test('behavior: logs the last 1000 requests', async () => {
    const { wallet, request } = createRecorded()
    for (let count = 0; count < 1001; count++) await request({ method: 'eth_chainId' })
    await request({ method: 'eth_accounts', params: [] })
    expect(wallet.requests).toHaveLength(1000)
    expect(wallet.requests.at(-1)).toEqual({ method: 'eth_accounts', params: [] })
  })
})

describe('createEvmWallet: events and user actions', () => {
  test('behavior: emits connect after listeners can be added', async () => {
    const { events } = createRecorded()
    expect(events).toEqual([])
    await Promise.resolve()
    expect(events).toEqual([['connect', { chainId: '0x7a69' }]])
  })

  test('behavior: accountsChanged on connecting, switching, locking and disconnecting', async () => {
    const { wallet, events, request } = createRecorded()
    await request({ method: 'eth_requestAccounts' })
    wallet.switchAccount(1)
    wallet.switchAccount(bob)
    wallet.lock()
    wallet.unlock()
    wallet.switchAccount(alice.toLowerCase() as Address)
    wallet.disconnect()
    wallet.switchAccount(1)
    expect(events.slice(1)).toEqual([
      ['accountsChanged', [alice, bob]],
      ['accountsChanged', [bob, alice]],
      ['accountsChanged', []],
      ['accountsChanged', [bob, alice]],
      ['accountsChanged', [alice, bob]],
      ['accountsChanged', []],
    ])
  })

  test('error: switching to an unknown account', () => {
    const { wallet } = createRecorded()
    expect(() => wallet.switchAccount(2)).toThrow('no account 2')
  })

  test('behavior: a locked wallet signs nothing; eth_requestAccounts unlocks it', async () => {
    const { wallet, request } = createRecorded({ authorized: true })
    wallet.lock()
    expect(await request({ method: 'eth_accounts' })).toEqual([])
    await expect(request({ method: 'personal_sign', params: ['0x', alice] })).rejects.toMatchObject({
      code: 4100,
    })
    expect(await request({ method: 'eth_requestAccounts' })).toEqual([alice, bob])
  })

  test('behavior: the user switches the chain, also to an unknown one', async () => {
    const { wallet, events, request } = createRecorded()
    wallet.switchChain(31338)
    wallet.switchChain(424242)
    expect(events).toEqual([
      ['chainChanged', '0x7a6a'],
      ['chainChanged', '0x67932'],
    ])
    await expect(request({ method: 'eth_blockNumber' })).rejects.toMatchObject({ code: 4901 })
  })

  test('behavior: the user adds a chain', async () => {
    const { wallet, request } = createRecorded()
    wallet.addChain({ chainId: 31339 })
    expect(await request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a6b' }] })).toBe(
      null,
    )
  })

  test('behavior: offline and online again', async () => {
    const { wallet, events, request } = createRecorded({ policy: 'hang' })
    await Promise.resolve()
    const waiting = request({ method: 'eth_requestAccounts' })
    await wallet.waitForRequest()
    wallet.goOffline()
    await expect(waiting).rejects.toMatchObject({ code: 4900 })
    await expect(request({ method: 'eth_chainId' })).rejects.toMatchObject({ code: 4900 })
    wallet.goOnline()
    expect(await request({ method: 'eth_chainId' })).toBe('0x7a69')
    expect(events.slice(1)).toEqual([
      ['disconnect', 4900],
      ['connect', { chainId: '0x7a69' }],
    ])
  })

  test('behavior: a removed wallet stays removed', async () => {
    const { wallet, events, request } = createRecorded({ policy: 'hang' })
    const target = new EventTarget()
    let announced = 0
    target.addEventListener('eip6963:announceProvider', () => announced++)
    wallet.announce(target)
    const waiting = request({ method: 'eth_requestAccounts' })
    await wallet.waitForRequest()
    wallet.remove()
    wallet.goOnline()
    await expect(waiting).rejects.toMatchObject({ code: 4900 })
    await expect(request({ method: 'eth_chainId' })).rejects.toMatchObject({ code: 4900 })
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(announced).toBe(1)
    expect(events.at(-1)).toEqual(['disconnect', 4900])
    expect(() => wallet.announce(target)).toThrow('was removed')
  })

  test('behavior: removeListener stops events', () => {
    const { wallet } = createRecorded()
    const changes: string[] = []
    const listener = (chainId: string) => changes.push(chainId)
    wallet.provider.on('chainChanged', listener)
    wallet.switchChain(31338)
    wallet.provider.removeListener('chainChanged', listener)
    wallet.switchChain(31337)
    expect(changes).toEqual(['0x7a6a'])
  })
})

describe('createEvmWallet: storage', () => {
  test('behavior: permission, chain, account and added chains survive a reload', async () => {
    const storage = memoryStorage()
    const options = { storage, chains: [{ chainId: 31337, rpcUrl: one.rpcUrl }] } as const
    const before = createWallet(options)
    await before.provider.request({ method: 'eth_requestAccounts' })
    await before.provider.request({
      method: 'wallet_addEthereumChain',
      params: [{ chainId: '0x7a6a', chainName: 'Local Two', rpcUrls: [two.rpcUrl] }],
    })
    before.switchAccount(1)

    const { provider } = createWallet(options)
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([bob, alice])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a6a')
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x0')
  })

  test('behavior: a stored revocation takes precedence over `authorized`', () => {
    const storage = memoryStorage()
    createRecorded({ storage, authorized: true }).wallet.disconnect()
    expect(createRecorded({ storage, authorized: true }).wallet.connected).toBe(false)
  })

  test('behavior: permissions belong to one origin and one wallet', () => {
    const storage = memoryStorage()
    const wallet = createRecorded({ storage, origin: 'http://a' }).wallet
    return wallet.provider.request({ method: 'eth_requestAccounts' }).then(() => {
      expect(createRecorded({ storage, origin: 'http://a' }).wallet.connected).toBe(true)
      expect(createRecorded({ storage, origin: 'http://b' }).wallet.connected).toBe(false)
      const other = createRecorded({ storage, origin: 'http://a', info: { rdns: 'com.other' } }).wallet
      expect(other.connected).toBe(false)
    })
  })

  test.each([
    ['a string', 'x'],
    ['null', 'null'],
    ['an array', '[]'],
    ['wrong types', '{"origins":{"http://a":"yes"},"chainId":"1","account":5,"chains":[1,{"chainId":-1}]}'],
    ['a mainnet', '{"chainId":1,"chains":[{"chainId":1,"rpcUrl":"https://x"}]}'],
  ])('behavior: starts as new on %s in the storage', (_, stored) => {
    const storage = { getItem: () => stored, setItem: () => undefined }
    const { wallet } = createRecorded({ storage, origin: 'http://a' })
    expect(wallet.connected).toBe(false)
    expect(wallet.chainIds).toEqual([31337, 31338])
    expect(wallet.chainId).toBe(31337)
  })

  test('behavior: works if the storage throws', async () => {
    const blocked = () => {
      throw new Error('blocked')
    }
    const { request } = createRecorded({ storage: { getItem: blocked, setItem: blocked } })
    expect(await request({ method: 'eth_requestAccounts' })).toEqual([alice, bob])
  })
})

describe('createEvmWallet: capabilities and assets', () => {
  const capabilities = { '0x7a69': { atomic: { status: 'supported' } } } as const
  const assets = {
    '0x7a69': [
      { address: 'native', balance: '0xde0b6b3a7640000', type: 'native' },
      {
        address: bob,
        balance: '0x1',
        type: 'ERC20',
        metadata: { name: 'Coin', symbol: 'COIN', decimals: 6 },
      },
    ],
    '0x7a6a': [{ address: 'native', balance: '0x0', type: 'native' }],
  } as const

  test('behavior: EIP-5792 capabilities, with ERC-7811 asset discovery', async () => {
    const { request } = createRecorded({ authorized: true, capabilities, assets })
    const get = (...params: unknown[]) => request({ method: 'wallet_getCapabilities', params })
    const discovery = { assetDiscovery: { supported: true } }
    expect(await get(alice)).toEqual({
      '0x7a69': { ...discovery, atomic: { status: 'supported' } },
      '0x7a6a': discovery,
    })
    expect(await get(alice, ['0x7a6a', '0x1'])).toEqual({ '0x7a6a': discovery })
    await expect(get(alice, ['x'])).rejects.toMatchObject({ code: -32602 })
    await expect(get(`0x${'12'.repeat(20)}`)).rejects.toMatchObject({ code: 4100 })
  })

  test('behavior: ERC-7811 assets, filtered', async () => {
    const { request } = createRecorded({ authorized: true, assets })
    const get = (filter: object = {}) =>
      request({ method: 'wallet_getAssets', params: [{ account: alice, ...filter }] })
    expect(await get()).toEqual(assets)
    expect(await get({ assetFilter: { '0x7a69': [bob.toLowerCase()] } })).toEqual({
      '0x7a69': [assets['0x7a69'][1]],
    })
    expect(await get({ assetFilter: { '0x7a69': [{ address: 'native', type: 'native' }] } })).toEqual({
      '0x7a69': [assets['0x7a69'][0]],
    })
    expect(await get({ assetFilter: { '0x7a6a': [] } })).toEqual({ '0x7a6a': assets['0x7a6a'] })
    expect(await get({ chainFilter: ['0x7a6a'] })).toEqual({ '0x7a6a': assets['0x7a6a'] })
    expect(await get({ assetTypeFilter: ['ERC20'] })).toEqual({
      '0x7a69': [assets['0x7a69'][1]],
      '0x7a6a': [],
    })
    await expect(get({ assetFilter: [] })).rejects.toMatchObject({ code: -32602 })
    await expect(get({ chainFilter: 'x' })).rejects.toMatchObject({ code: -32602 })
  })

  test.each(['wallet_getCapabilities', 'wallet_getAssets'])(
    'error: %s is not supported without the option, and wants a connection',
    async (method) => {
      await expect(createRecorded({ authorized: true }).request({ method })).rejects.toMatchObject({
        code: 4200,
      })
      await expect(createRecorded({ assets }).request({ method })).rejects.toMatchObject({ code: 4100 })
    },
  )

  test('behavior: watches assets, given as object or array', async () => {
    const { wallet, request } = createRecorded()
    const asset = { type: 'ERC20', options: { address: bob, symbol: 'COIN', decimals: 6 } }
    expect(await request({ method: 'wallet_watchAsset', params: asset })).toBe(true)
    expect(await request({ method: 'wallet_watchAsset', params: [asset] })).toBe(true)
    expect(wallet.watchedAssets).toEqual([asset, asset])
    await expect(
      request({ method: 'wallet_watchAsset', params: { type: 'ERC20', options: { address: '0x1' } } }),
    ).rejects.toMatchObject({ code: -32602 })
    await expect(request({ method: 'wallet_watchAsset' })).rejects.toMatchObject({ code: -32602 })
  })
})

describe('createEvmWallet: announcing', () => {
  type Announced = CustomEvent<{ info: { uuid: string; icon: string }; provider: unknown }>

  function listen(target: EventTarget) {
    const details: Announced['detail'][] = []
    target.addEventListener('eip6963:announceProvider', (event) => details.push((event as Announced).detail))
    return details
  }

  test('behavior: announces now and on request, frozen, until stopped', () => {
    const target = new EventTarget()
    const details = listen(target)
    const wallet = createWallet()
    const stop = wallet.announce(target)
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(details).toHaveLength(2)
    expect(details[0]).toBe(details[1])
    expect(details[0]?.provider).toBe(wallet.provider)
    expect(Object.isFrozen(details[0]) && Object.isFrozen(details[0]?.info)).toBe(true)
    expect(Object.isFrozen(wallet.provider)).toBe(true)
    stop()
    stop()
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(details).toHaveLength(2)
  })

  test('behavior: default info, with a new UUIDv4 for each wallet', () => {
    const { info } = createWallet()
    expect(info).toMatchObject({ name: 'Dev Wallet', rdns: 'dev.portico.wallet' })
    expect(info.icon).toMatch(/^data:image\/svg\+xml,%3Csvg/)
    expect(info.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(createWallet().info.uuid).not.toBe(info.uuid)
  })

  test('param: legacy, sets and restores `ethereum`', () => {
    const target = Object.assign(new EventTarget(), { ethereum: 'another wallet' as unknown })
    const wallet = createWallet({ legacy: true })
    const stop = wallet.announce(target)
    expect(target.ethereum).toBe(wallet.provider)
    stop()
    expect(target.ethereum).toBe('another wallet')
    const bare = new EventTarget()
    wallet.announce(bare)()
    expect('ethereum' in bare).toBe(false)
  })

  test('error: no window and no target', () => {
    expect(() => createWallet().announce()).toThrow('pass an EventTarget')
  })
})
