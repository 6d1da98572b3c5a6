import { methods, RpcError } from '@portico/protocol'
import {
  concatHex,
  encodeAbiParameters,
  hashMessage,
  keccak256,
  parseTransaction,
  recoverAddress,
  recoverMessageAddress,
  stringToHex,
  toHex,
  toRlp,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hashAuthorization } from 'viem/utils'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createScriptedApprover } from '../../test/createScriptedApprover.ts'
import { createTestSigner, testSolanaAddress } from '../../test/createTestSigner.ts'
import { refusedTypedData, typedDataRequests } from '../../test/typedDataRequests.ts'
import type { WalletSession } from '../session/WalletSession.ts'
import { createRequests } from './createRequests.ts'

const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const delegator = '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B'
const surface = { show() {}, hide() {} }
let last = 0
const id = () => (last++).toString(16).padStart(32, '0')

type Options = Parameters<typeof createScriptedApprover>[0] & {
  rpc?: (method: string, params: readonly unknown[]) => unknown
  simulate?: () => unknown
  nonce?: () => number
  memory?: Map<string, unknown>
  sign?: () => void
  /** Undefined: the wallet has no Solana account. */
  solanaAddress?: string | undefined
}

function create({
  rpc,
  simulate,
  nonce = () => 7,
  memory = new Map(),
  sign,
  solanaAddress,
  ...script
}: Options = {}) {
  let time = Date.parse('2026-06-01T12:00:00Z')
  let chainId = 'eip155:31337'
  const calls: string[] = []
  const opened = { count: 0, closed: 0 }
  const approver = createScriptedApprover(script)
  const session: WalletSession = {
    address: account.address,
    origin: 'http://localhost:4400',
    projectId: 'local',
    dapp: { name: 'Demo' },
    solanaAddress: () => solanaAddress,
    chainId: (namespace) => (namespace === 'solana' ? solana : chainId),
    async openSigner() {
      sign?.()
      opened.count += 1
      return createTestSigner(account, { onClose: () => void opened.closed++ })
    },
  }
  const requests = createRequests({
    session,
    surface,
    approver,
    riskLimits: { usd: 100, share: 0.5 },
    now: () => time,
    store: {
      read: async (key) => memory.get(key),
      write: async (key, value) => void memory.set(key, value),
    },
    async rpc(_chain, method, params) {
      calls.push(method)
      const answer = rpc?.(method, params)
      if (answer !== undefined) return answer
      if (method === 'eth_getBlockByNumber') return { baseFeePerGas: '0x3b9aca00' }
      if (method === 'eth_maxPriorityFeePerGas') return '0x3b9aca00'
      if (method === 'eth_estimateGas') return '0x5208'
      if (method === 'eth_getCode') return '0x'
      if (method === 'eth_sendRawTransaction') return keccak256(params[0] as `0x${string}`)
      throw new RpcError({ rpcCode: -32601, message: 'no such method' })
    },
    async gateway(path, { method = 'GET' } = {}) {
      calls.push(`${method} ${path.replace(/[0-9a-f]{32}/, '<id>')}`)
      if (path === '/wallet/v1/nonces') return { nonce: nonce() }
      if (path === '/v1/tx/simulate')
        return (
          simulate?.() ?? {
            status: 'success',
            method: 'eth_simulateV1',
            complete: true,
            changes: [],
            approvals: [],
          }
        )
      throw new Error('problem')
    },
  })
  return {
    requests,
    approver,
    calls,
    opened,
    memory,
    wait: (milliseconds: number) => {
      time += milliseconds
    },
    switchTo: (to: string) => {
      chainId = to
    },
    sign: (text = 'hi', own = id()) =>
      requests.handle({ id: own, method: 'personal_sign', params: [stringToHex(text), account.address] }),
    send: (transaction: object = { to: bob, value: '0x1' }, own = id()) =>
      requests.handle({ id: own, method: 'eth_sendTransaction', params: [transaction] }),
  }
}

afterEach(() => void vi.useRealTimers())

describe('createRequests', () => {
  test('behavior: safe methods need no approval', async () => {
    const { requests, approver, calls } = create({ rpc: (method) => `answer of ${method}` })
    const ask = (method: string, params?: unknown) => requests.handle({ id: id(), method, params })
    expect(await ask('eth_blockNumber', [])).toBe('answer of eth_blockNumber')
    expect(await ask('eth_call', [{ to: bob }, 'latest'])).toBe('answer of eth_call')
    expect(await ask('eth_accounts')).toEqual([account.address])
    expect(await ask('eth_chainId')).toBe('0x7a69')
    const capabilities = { assetDiscovery: { supported: true } }
    expect(await ask('wallet_getCapabilities', [account.address])).toEqual({ '0x7a69': capabilities })
    expect(await ask('wallet_getCapabilities', [account.address.toLowerCase(), ['0x1', '0xa']])).toEqual({
      '0x1': capabilities,
      '0xa': capabilities,
    })
    expect(await ask('eth_getUserOperationReceipt', [`0x${'1'.repeat(64)}`])).toBeNull()
    expect(await ask('eth_getUserOperationByHash', [`0x${'1'.repeat(64)}`])).toBeNull()
    expect(await ask('eth_supportedEntryPoints', [])).toEqual([])
    const networks = 'GET /wallet/v1/networks'
    expect(calls).toEqual(['eth_blockNumber', 'eth_call', ...Array(5).fill(networks)])
    expect(approver.questions).toEqual([])
    await expect(ask('eth_call', { to: bob })).rejects.toMatchObject({ rpcCode: -32602 })
    await expect(ask('wallet_getCapabilities', [bob])).rejects.toMatchObject({ rpcCode: 4100 })
    await expect(ask('wallet_getCapabilities', [account.address, ['mainnet']])).rejects.toMatchObject({
      rpcCode: -32602,
    })
    await expect(ask('wallet_getCallsStatus', ['0x1234'])).rejects.toMatchObject({ rpcCode: 5730 })
  })

  test.each([
    'eth_sign',
    'eth_signUserOperation',
    'eth_signTransaction',
    'eth_decrypt',
    'eth_signTypedData',
    'eth_signAuthorization',
    'eth_sign7702Authorization',
    'wallet_signAuthorization',
    'wallet_addEthereumChain',
    'constructor',
    'wallet_requestPermissions',
    '',
  ])('error: %s is always refused', async (method) => {
    const { requests, approver } = create()
    await expect(requests.handle({ id: id(), method, params: [] })).rejects.toMatchObject({
      rpcCode: 4200,
      shortMessage: 'Requested RPC call is not allowed',
    })
    expect(approver.questions).toEqual([])
  })

  test.each([
    'wallet_showCallsStatus',
    'eth_sendUserOperation',
    'eth_estimateUserOperationGas',
    'solana_signMessage',
  ])('error: %s is not supported, with a reason', async (method) => {
    const { requests, approver } = create()
    await expect(requests.handle({ id: id(), method, params: [] })).rejects.toMatchObject({ rpcCode: 4200 })
    expect(approver.questions).toEqual([])
  })

  test('error: only safe methods of the table run without approval', async () => {
    const { requests, opened } = create({ answer: () => 'rejected', rpc: () => null })
    for (const [method, { safety }] of Object.entries(methods))
      if (safety !== 'safe') await expect(requests.handle({ id: id(), method, params: [] })).rejects.toThrow()
    expect(opened.count).toBe(0)
  })

  test('behavior: an approved message is signed, and the signer is closed', async () => {
    const { sign, approver, opened } = create()
    const signature = await sign('Hello')
    expect(await recoverMessageAddress({ message: 'Hello', signature: signature as `0x${string}` })).toBe(
      account.address,
    )
    expect(approver.questions[0]).toMatchObject({
      origin: 'http://localhost:4400',
      claimedName: 'Demo',
      description: { name: 'signature', text: 'Hello' },
    })
    expect(opened).toEqual({ count: 1, closed: 1 })
    expect(hashMessage('Hello')).toBeDefined()
  })

  test('error: a rejection is 4001, and no signer is opened', async () => {
    const { sign, opened, approver } = create({ answer: () => 'rejected' })
    await expect(sign()).rejects.toMatchObject({ rpcCode: 4001 })
    expect(opened.count).toBe(0)
    expect(approver.endCount).toBe(1)
  })

  test('error: a refused request never reaches the visitor', async () => {
    const { requests, approver } = create()
    for (const message of [
      `0x${'12'.repeat(32)}`,
      'evil.example wants you to sign in with your Ethereum account:\n',
    ])
      await expect(
        requests.handle({ id: id(), method: 'personal_sign', params: [message, account.address] }),
      ).rejects.toMatchObject({ rpcCode: -32602 })
    expect(approver.questions).toEqual([])
  })

  test.each(Object.entries(refusedTypedData))('error: %s never reaches the visitor', async (_, data) => {
    const { requests, approver, opened, switchTo } = create()
    switchTo('eip155:1')
    const params = [account.address, JSON.stringify(data)]
    await expect(requests.handle({ id: id(), method: 'eth_signTypedData_v4', params })).rejects.toMatchObject(
      { rpcCode: -32602 },
    )
    expect([approver.questions.length, opened.count]).toEqual([0, 0])
  })

  test('error: an EIP-7702 authorization is signed in no form', async () => {
    const authorization = { chainId: 31337, contractAddress: bob, nonce: 7 } as const
    const hash = hashAuthorization(authorization)
    const preimage = concatHex(['0x05', toRlp([toHex(31337), bob, toHex(7)])])
    expect(keccak256(preimage)).toBe(hash)
    const { requests, approver, opened } = create()
    const ask = (method: string, params: unknown) => requests.handle({ id: id(), method, params })
    for (const message of [hash, preimage])
      await expect(ask('personal_sign', [message, account.address])).rejects.toMatchObject({
        rpcCode: -32602,
      })
    for (const method of ['eth_sign', 'wallet_signAuthorization', 'eth_signAuthorization'])
      await expect(ask(method, [account.address, hash])).rejects.toMatchObject({ rpcCode: 4200 })
    expect([approver.questions.length, opened.count]).toEqual([0, 0])
    // As typed data it is signed with the prefix of EIP-712, so the signature authorizes nothing.
    const fields = [
      { name: 'chainId', type: 'uint256' },
      { name: 'address', type: 'address' },
      { name: 'nonce', type: 'uint64' },
    ]
    const data = {
      types: { Authorization: fields },
      primaryType: 'Authorization',
      domain: { chainId: 31337 },
      message: { chainId: 31337, address: bob, nonce: 7 },
    }
    const signature = (await ask('eth_signTypedData_v4', [account.address, data])) as `0x${string}`
    expect(approver.questions[0]?.description.risk).toBe('high')
    expect(await recoverAddress({ hash, signature })).not.toBe(account.address)
  })

  test('behavior: the tokens of typed data are read from their contracts', async () => {
    const encode = (type: 'string' | 'uint8', value: string | number) =>
      encodeAbiParameters([{ type }], [value])
    const { requests, approver, switchTo } = create({
      rpc: (method, params) => {
        const { to, data } = (params[0] ?? {}) as { to?: string; data?: string }
        if (method !== 'eth_call') return undefined
        const isUsdc = to === '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
        if (data === '0x95d89b41') return encode('string', isUsdc ? 'USDC' : 'WETH')
        return encode('uint8', isUsdc ? 6 : 18)
      },
    })
    switchTo('eip155:1')
    const data = typedDataRequests['a PermitBatch of Permit2']
    await requests.handle({ id: id(), method: 'eth_signTypedData_v4', params: [account.address, data] })
    const facts = approver.questions[0]?.description.facts.map(({ value }) => value)
    expect(facts).toEqual(
      expect.arrayContaining([
        `all your USDC, or NFT #${2n ** 160n - 1n} (USDC), also what you get in future; it is unknown which`,
        'up to 3 WETH, or NFT #3000000000000000000 (WETH); it is unknown which',
      ]),
    )
  })

  test('behavior: the spender of typed data is new once: not after it was signed, but after it was rejected', async () => {
    const memory = new Map<string, unknown>()
    const data = typedDataRequests['a PermitBatch of Permit2']
    const askOnce = async (answer: 'approved' | 'rejected') => {
      const { requests, approver, switchTo } = create({ memory, answer: () => answer })
      switchTo('eip155:1')
      const params = [account.address, data]
      await requests.handle({ id: id(), method: 'eth_signTypedData_v4', params }).catch(() => {})
      return approver.questions[0]?.description.warnings.filter(({ text }) => text.includes('the first time'))
    }
    const first = [
      {
        level: 'note',
        text: 'This is the first time you deal with this spender. Check the whole address before you approve.',
      },
    ]
    expect(await askOnce('rejected')).toEqual(first)
    expect(await askOnce('approved')).toEqual(first)
    expect(await askOnce('approved')).toEqual([])
  })

  test('error: an unsafe request for another network than the chosen one', async () => {
    const { requests } = create()
    const request = {
      id: id(),
      method: 'personal_sign',
      params: ['0x68', account.address],
      chainId: 'eip155:1',
    }
    await expect(requests.handle(request)).rejects.toMatchObject({ rpcCode: 4901 })
  })

  test('behavior: one request is shown, five wait, the next is refused; all are handled in order', async () => {
    const open: ((decision: 'approved') => void)[] = []
    const { sign, requests, approver } = create({
      answer: () => new Promise((resolve) => void open.push(resolve)),
    })
    const answers = Array.from({ length: 6 }, (_, index) => sign(`message ${index}`))
    await vi.waitFor(() => expect(approver.questions).toHaveLength(1))
    await expect(sign('one more')).rejects.toMatchObject({ rpcCode: -32005 })
    expect(requests.pending()).toBe(6)
    for (let index = 0; index < 6; index++) {
      await vi.waitFor(() => expect(open).toHaveLength(index + 1))
      open[index]?.('approved')
    }
    expect(await Promise.all(answers)).toHaveLength(6)
    expect(approver.questions.map(({ description }) => description.text)).toEqual(
      Array.from({ length: 6 }, (_, index) => `message ${index}`),
    )
    expect(approver.endCount).toBe(1)
  })

  test('behavior: an abort ends waiting requests, but not safe ones', async () => {
    let finish: (value: string) => void = () => {}
    const { sign, requests, opened } = create({
      answer: () => undefined,
      rpc: () => new Promise((resolve) => (finish = resolve)),
    })
    const waiting = [sign('a'), sign('b')]
    const safe = requests.handle({ id: id(), method: 'eth_blockNumber', params: [] })
    await vi.waitFor(() => expect(requests.pending()).toBe(2))
    requests.abortUnsafe()
    for (const one of waiting)
      await expect(one).rejects.toMatchObject({ rpcCode: 4001, shortMessage: 'Request was aborted' })
    finish('0x1')
    expect(await safe).toBe('0x1')
    expect([requests.pending(), opened.count]).toEqual([0, 0])
  })

  test('behavior: a request times out after five minutes', async () => {
    vi.useFakeTimers()
    const { sign } = create({ answer: () => undefined })
    const answer = sign()
    const rejection = expect(answer).rejects.toMatchObject({ rpcCode: 4001, code: 'request-timeout' })
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    await rejection
  })

  test('behavior: the same id is the same request, signed once', async () => {
    const { requests, approver, opened } = create()
    const request = { id: id(), method: 'personal_sign', params: ['0x6869', account.address] }
    const [one, two] = await Promise.all([requests.handle(request), requests.handle({ ...request })])
    expect([one === two, approver.questions.length, opened.count]).toEqual([true, 1, 1])
    await expect(requests.handle({ ...request, params: ['0x6868', account.address] })).rejects.toThrow(/id/)
  })

  test('error: at most ten prompts a minute, even if the frame is reloaded', async () => {
    const memory = new Map<string, unknown>()
    const { sign, wait } = create({ memory })
    for (let count = 0; count < 10; count++) await sign(`text ${count}`)
    await expect(sign()).rejects.toMatchObject({ rpcCode: -32005 })
    await expect(create({ memory }).sign()).rejects.toMatchObject({ rpcCode: -32005 })
    wait(60_001)
    expect(await sign()).toMatch(/^0x/)
  })

  test('error: three rejections mute the page, and blocking it is offered', async () => {
    let decision: 'rejected' | 'blocked' | 'approved' = 'rejected'
    const { sign, wait, approver, memory } = create({ answer: () => decision })
    for (let count = 0; count < 3; count++) await expect(sign()).rejects.toMatchObject({ rpcCode: 4001 })
    expect(approver.questions.map(({ canBlock }) => canBlock)).toEqual([false, false, true])
    await expect(sign()).rejects.toMatchObject({ rpcCode: -32005 })
    wait(29_000)
    await expect(sign()).rejects.toMatchObject({ rpcCode: -32005 })
    wait(1001)
    decision = 'blocked'
    await expect(sign()).rejects.toMatchObject({ rpcCode: 4001 })
    wait(10 * 60_000)
    decision = 'approved'
    await expect(sign()).rejects.toMatchObject({ code: 'site-blocked' })
    await expect(create({ memory }).sign()).rejects.toMatchObject({ code: 'site-blocked' })
    expect(approver.questions).toHaveLength(4)
  })

  test('behavior: connect asks once, and a rejection is 4001', async () => {
    const { requests, approver } = create()
    await requests.connect()
    expect(approver.questions[0]?.description).toMatchObject({
      name: 'connect',
      title: 'Connect to localhost:4400',
      risk: 'low',
    })
    const other = create({ solanaAddress: testSolanaAddress })
    await other.requests.connect()
    const addresses = (asked: typeof other) =>
      asked.approver.questions[0]?.description.facts.filter(({ kind }) => kind === 'address')
    expect(addresses({ ...other, approver })).toMatchObject([{ value: account.address }])
    expect(addresses(other)).toMatchObject([
      { label: 'Account', value: account.address },
      { label: 'Solana account', value: testSolanaAddress },
    ])
    await expect(create({ answer: () => 'rejected' }).requests.connect()).rejects.toMatchObject({
      rpcCode: 4001,
    })
  })

  test('behavior: a failure to sign is explained and can be retried', async () => {
    let failures = 2
    const { sign, approver } = create({
      onFailure: () => 'again',
      sign: () => {
        if (failures-- > 0) throw new Error('offline')
      },
    })
    expect(await sign()).toMatch(/^0x/)
    expect(approver.failures).toHaveLength(2)
    expect(approver.questions).toHaveLength(1)
  })
})

describe('eth_sendTransaction', () => {
  test('behavior: a transaction is built, signed and sent, and its recipient stored', async () => {
    let raw: `0x${string}` = '0x'
    const { send, approver, calls, memory } = create({
      rpc: (method, params) => {
        if (method === 'eth_sendRawTransaction') raw = params[0] as `0x${string}`
        return undefined
      },
    })
    const hash = await send({ from: account.address, to: bob.toLowerCase(), value: '0xde0b6b3a7640000' })
    expect(hash).toBe(keccak256(raw))
    expect(parseTransaction(raw)).toMatchObject({
      type: 'eip1559',
      chainId: 31337,
      nonce: 7,
      gas: 21_000n,
      maxFeePerGas: 3_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      to: bob.toLowerCase(),
      value: 10n ** 18n,
    })
    expect(approver.progress).toEqual(['Checking what this would do…', 'Signing…', 'Sending…'])
    expect(memory.get('recipients')).toEqual([bob.toLowerCase()])
    expect(calls).not.toContain('DELETE /wallet/v1/nonces/<id>')
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a short address', { to: '0x1234' }],
    ['another sender', { from: bob, to: bob }],
    ['another network', { to: bob, chainId: '0x1' }],
    ['a tip above the fee', { to: bob, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }],
    ['decimal value', { to: bob, value: '1' }],
    ['a number', { to: bob, value: 1 }],
    ['half a byte', { to: bob, data: '0x123' }],
    ['two kinds of data', { to: bob, data: '0x12', input: '0x34' }],
    ['an authorisation', { to: bob, authorizationList: [] }],
    ['blobs', { to: bob, blobs: [] }],
    ['an unknown field', { to: bob, callback: 'x' }],
    ['nobody and nothing', { value: '0x1' }],
    ['a set-code type', { to: bob, type: '0x4' }],
    ['a set-code type, written otherwise', { to: bob, type: '0x04' }],
    [
      'a signed authorisation',
      {
        type: '0x4',
        to: bob,
        authorizationList: [
          { chainId: '0x0', address: delegator, nonce: '0x7', yParity: '0x0', r: '0x1', s: '0x1' },
        ],
      },
    ],
    ['authorisations under another name', { to: bob, authorization_list: [{}] }],
    ['a call to the account itself', { to: account.address, data: '0xdeadbeef' }],
    ['a call to the account itself, in lower case', { to: account.address.toLowerCase(), input: '0x00' }],
    ['a call to the EntryPoint', { to: '0x0000000071727De22E5E9d8BAf0edAc6f37da032', data: '0x1fad948c' }],
    ['coins for the EntryPoint', { to: '0x0000000071727De22E5E9d8BAf0edAc6f37da032', value: '0x1' }],
    ['a call to the code of smart accounts', { to: delegator, data: '0xe9ae5c53' }],
    [
      'a call to the DelegationManager',
      { to: '0xDB9B1E94B5B69DF7E401DDBEDE43491141047DB3', data: '0xcef6d209' },
    ],
    ['a used nonce', { to: bob, nonce: '0x1' }],
    ['no gas', { to: bob, gas: '0x1' }],
    ['an address of 19 bytes', { to: bob.slice(0, -2), value: '0x1' }],
    ['an address of 21 bytes', { to: `${bob}00`, value: '0x1' }],
    ['a network that is not positive', { to: bob, value: '0x1', chainId: '0x0' }],
    ['endless gas', { to: bob, gas: '0xffffffffff' }],
  ])('error: %s', async (_, transaction) => {
    const { requests, approver, opened } = create()
    await expect(
      requests.handle({ id: id(), method: 'eth_sendTransaction', params: [transaction] }),
    ).rejects.toMatchObject({ rpcCode: -32602 })
    expect([approver.questions.length, opened.count]).toEqual([0, 0])
  })

  test('behavior: coins can be sent to the own address', async () => {
    const { send, approver } = create()
    expect(await send({ to: account.address, value: '0x1' })).toMatch(/^0x[0-9a-f]{64}$/)
    expect(approver.questions).toHaveLength(1)
  })

  test.each([
    ['a contract refuses it', 3, 'execution reverted: closed'],
    ['the account has too little', -32000, 'insufficient funds for transfer'],
  ])('behavior: a transaction that would fail, because %s, is shown as such', async (_, rpcCode, message) => {
    const { send, approver, calls } = create({
      answer: () => 'rejected',
      rpc: (method) => {
        if (method === 'eth_estimateGas') throw new RpcError({ rpcCode, message })
        return undefined
      },
    })
    await expect(send()).rejects.toMatchObject({ rpcCode: 4001 })
    const { failure, warnings, risk } = approver.questions[0]?.description ?? {}
    expect([failure, risk]).toEqual(['It would fail now.', 'high'])
    expect(warnings?.map(({ text }) => text)).toContain(
      'It would fail now. Then only the fee leaves your account.',
    )
    // What the contract says is not shown.
    expect(Object.values(approver.questions[0]?.description ?? {}).join()).not.toContain(message)
    expect(calls.at(-1)).toBe('DELETE /wallet/v1/nonces/<id>')
  })

  test('error: a transaction whose gas no node estimates is not shown', async () => {
    const { send, approver, calls } = create({
      rpc: (method) => {
        if (method === 'eth_estimateGas') throw new RpcError({ rpcCode: -32603, message: 'no state' })
        return undefined
      },
    })
    await expect(send()).rejects.toThrow('The gas of the transaction cannot be estimated: no state')
    expect(approver.questions).toEqual([])
    expect(calls.at(-1)).toBe('DELETE /wallet/v1/nonces/<id>')
  })

  test('behavior: a rejection releases the nonce', async () => {
    const { send, calls } = create({ answer: () => 'rejected' })
    await expect(send()).rejects.toMatchObject({ rpcCode: 4001 })
    expect(calls.at(-1)).toBe('DELETE /wallet/v1/nonces/<id>')
  })

  test('behavior: a request that changed since it was shown is shown again', async () => {
    let round = 0
    const made: ReturnType<typeof create> = create({
      answer: () => {
        round += 1
        if (round === 1) made.wait(21_000)
        return 'approved'
      },
      simulate: () => ({
        status: 'success',
        method: 'eth_simulateV1',
        complete: true,
        changes:
          round === 0 ? [] : [{ direction: 'out', kind: 'erc20', token: bob, amount: '5', verified: true }],
        approvals: [],
      }),
    })
    await made.send()
    expect(made.approver.questions.map(({ notice }) => notice)).toEqual([
      undefined,
      'Something has changed since you last looked. Check the request again.',
    ])
    expect(made.approver.questions[1]?.description.facts).not.toEqual(
      made.approver.questions[0]?.description.facts,
    )
  })

  test('behavior: an unchanged request is shown once', async () => {
    const made: ReturnType<typeof create> = create({
      answer: () => {
        made.wait(60_000)
        return 'approved'
      },
    })
    await made.send()
    expect(made.approver.questions).toHaveLength(1)
    expect(made.calls.filter((call) => call === 'POST /v1/tx/simulate')).toHaveLength(2)
  })

  test('error: an abort stops a transaction before it is sent; afterwards its result is returned', async () => {
    const before: ReturnType<typeof create> = create({ sign: () => before.requests.abortUnsafe() })
    await expect(before.send()).rejects.toMatchObject({ shortMessage: 'Request was aborted' })
    expect(before.calls).not.toContain('eth_sendRawTransaction')
    const after: ReturnType<typeof create> = create({
      rpc: (method) => {
        if (method === 'eth_sendRawTransaction') after.requests.abortUnsafe()
        return undefined
      },
    })
    expect(await after.send()).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('behavior: every retry sends the same bytes, and an upstream that already has them counts as success', async () => {
    const sent: unknown[] = []
    const { send } = create({
      onFailure: () => 'again',
      rpc: (method, params) => {
        if (method === 'eth_sendRawTransaction') {
          sent.push(params[0])
          throw new RpcError({ rpcCode: -32000, message: sent.length < 3 ? 'busy' : 'already known' })
        }
        if (method === 'eth_getTransactionByHash' && sent.length >= 3) return { hash: params[0] }
        return undefined
      },
    })
    expect(await send()).toBe(keccak256(sent[0] as `0x${string}`))
    expect(sent).toHaveLength(3)
    expect(new Set(sent).size).toBe(1)
  })

  test('error: a nonce that another transaction took meanwhile is not signed', async () => {
    let nonce = 7
    const { send, opened } = create({
      nonce: () => nonce,
      answer: () => {
        nonce = 8
        return 'approved'
      },
    })
    await expect(send()).rejects.toThrow(/used the nonce first/)
    expect(opened.count).toBe(0)
  })
})
