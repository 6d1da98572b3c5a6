import { RpcError } from '@portico/protocol'
import { delegatorContracts, enforcerContracts } from '@portico/protocol/smartAccount'
import fc from 'fast-check'
import { createWalletClient, custom, encodeAbiParameters, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { grantPermissions } from 'viem/experimental'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createScriptedApprover } from '../../../test/createScriptedApprover.ts'
import { createTestLocks } from '../../../test/createTestLocks.ts'
import { createTestSigner } from '../../../test/createTestSigner.ts'
import { ServerError } from '../../session/ServerError.ts'
import { windowQuestion } from '../../window/windowQuestion.ts'
import { createRequests } from '../createRequests.ts'
import { caveatCoding } from './caveatCoding.ts'
import type { Delegation } from './Delegation.ts'
import { delegationCoding } from './delegationCoding.ts'
import { permissionWire } from './permissionWire.ts'
import { selectorOf } from './selectorOf.ts'

const account = privateKeyToAccount(generatePrivateKey())
const { address } = account
const { DelegationManager, EIP7702StatelessDeleGator: implementation } = delegatorContracts
const start = 1_800_000_000
const day = 86_400
const key = '0x1111222233334444555566667777888899990001'
const dusd = '0x2222222222222222222222222222222222222222'
const nft = '0x3333333333333333333333333333333333333333'
const guestbook = '0x4444444444444444444444444444444444444444'
const nothing = '0x5555555555555555555555555555555555555555'
const delegated = `0xef0100${implementation.slice(2).toLowerCase()}`
const word = (value: number | bigint) => `0x${value.toString(16).padStart(64, '0')}`

type Call = { to: string; data: string }
/** A node: `dusd` is a token, `nft` a collection, `guestbook` another contract. */
function createNode({ code = delegated, nonce = 0n }: { code?: string; nonce?: bigint } = {}) {
  const state = { code, nonce, disabled: new Set<string>() }
  const call = ({ to, data }: Call): string => {
    const selector = data.slice(0, 10)
    if (to === enforcerContracts.NonceEnforcer) return word(state.nonce)
    if (to === DelegationManager) return word(state.disabled.has(`0x${data.slice(10)}`) ? 1 : 0)
    if (to.toLowerCase() === dusd && selector === '0x313ce567') return word(6)
    if (to.toLowerCase() === dusd && selector === '0x95d89b41')
      return encodeAbiParameters([{ type: 'string' }], ['DUSD'])
    if (to.toLowerCase() === dusd && selector === '0x70a08231') return word(5_000_000)
    if (to.toLowerCase() === nft && selector === '0x01ffc9a7') return word(data.includes('80ac58cd') ? 1 : 0)
    throw new RpcError({ rpcCode: 3, message: 'execution reverted' })
  }
  const rpc = async (_chainId: string, method: string, params: readonly unknown[]): Promise<unknown> => {
    if (method === 'eth_getCode') {
      const at = `${params[0]}`.toLowerCase()
      if (at === address.toLowerCase()) return state.code
      return [dusd, nft, guestbook].includes(at) ? '0x6080' : '0x'
    }
    if (method === 'eth_getBalance') return word(10n ** 18n)
    if (method === 'eth_call') return call(params[0] as Call)
    throw new RpcError({ rpcCode: -32601, message: 'not found' })
  }
  return { state, rpc }
}

function create({
  script = {},
  node = createNode(),
  listed = [],
  networks = ['eip155:31337'],
  type,
  origin = 'https://app.example',
  storeFails,
  memory = new Map(),
  locks,
}: {
  script?: Parameters<typeof createScriptedApprover>[0]
  node?: ReturnType<typeof createNode>
  /** What the gateway returns of permissions. */
  listed?: unknown
  networks?: string[]
  type?: 'eoa'
  origin?: string
  storeFails?: Error
  memory?: Map<string, unknown>
  locks?: LockManager
} = {}) {
  const approver = createScriptedApprover(script)
  const posted: { delegation: object; hash: string }[] = []
  let time = start * 1000
  let signed = 0
  const requests = createRequests({
    session: {
      address,
      origin,
      projectId: 'local',
      dapp: {},
      chainId: () => 'eip155:31337',
      solanaAddress: () => undefined,
      openSigner: async () => {
        signed += 1
        return createTestSigner(account)
      },
    },
    surface: { show() {}, hide() {} },
    approver,
    locks,
    riskLimits: { usd: 100, share: 0.5 },
    rpc: node.rpc,
    now: () => time,
    store: {
      read: async (name) => memory.get(name),
      write: async (name, value) => void memory.set(name, value),
    },
    async gateway(path, request) {
      if (path === '/wallet/v1/networks')
        return networks.map((chainId) => ({ chainId, implementation, feeTokens: [] }))
      if (path === '/wallet/v1/permissions' && request?.method === 'POST') {
        if (storeFails) throw storeFails
        posted.push(request.body as (typeof posted)[number])
        return {}
      }
      if (path === '/wallet/v1/permissions') return { permissions: await listed }
      throw new Error('problem')
    },
  })
  if (type) void requests.smartAccounts.setType(type)
  let count = 0
  return {
    ...{ requests, approver, node, posted, memory },
    signed: () => signed,
    wait: (ms: number) => {
      time += ms
    },
    ask: (method: string, params: unknown) =>
      requests.handle({ id: `${count++}`.padStart(32, '0'), method, params }),
  }
}

const expiry = (at = start + day) => ({ type: 'expiry', data: { timestamp: at } })
const coin = { type: 'native-token-transfer', data: { allowance: '0x64' } }
const token = { type: 'erc20-token-transfer', data: { address: dusd, allowance: '0x64' } }
const book = { type: 'contract-call', data: { address: guestbook, calls: ['post(string)'] } }
const limit = { type: 'call-limit', data: { count: 3 } }
const request = (more: object = {}) => ({
  chainId: '0x7a69',
  to: key,
  permission: coin,
  rules: [expiry()],
  ...more,
})
const older = (more: object = {}) => ({
  chainId: 31337,
  address,
  expiry: start + day,
  signer: { type: 'account', data: { address: key } },
  permission: coin,
  policies: [],
  ...more,
})
const oldest = (more: object = {}) => ({
  expiry: start + day,
  signer: { type: 'account', data: { id: key } },
  permissions: [
    {
      type: 'native-token-transfer',
      data: { ticker: 'ETH' },
      policies: [{ type: 'token-allowance', data: { allowance: '0x64' } }],
      required: true,
    },
  ],
  ...more,
})
const termsOf = (context: Hex) => {
  const { delegate, caveats, delegator } = delegationCoding.decodeContext(context) ?? expect.fail()
  expect(delegator).toBe(address)
  return caveatCoding.read(delegate, caveats)
}
const wanted = {
  terms: { delegate: key, expiresAt: start + day, allowed: { kind: 'coin', amount: 100n } },
  nonce: 0n,
}
const meta = { delegationManager: DelegationManager, dependencies: [] }

describe('wallet_requestExecutionPermissions and wallet_grantPermissions', () => {
  test.each([
    ['the current form', request()],
    ['an account as `from`', request({ from: address })],
    ['a signer', { ...request({ address }), to: undefined, signer: older().signer }],
  ])('behavior: %s', async (_, asked) => {
    const { ask } = create()
    const [answer, ...more] = (await ask('wallet_requestExecutionPermissions', [asked])) as { context: Hex }[]
    expect(more).toEqual([])
    expect(answer).toMatchObject({ ...asked, ...meta })
    expect(termsOf(answer?.context ?? '0x')).toEqual(wanted)
  })

  test('behavior: an older form', async () => {
    const { ask } = create()
    const [answer] = (await ask('wallet_grantPermissions', [older()])) as { context: Hex }[]
    expect(answer).toMatchObject({
      ...older(),
      ...meta,
      signerMeta: { delegationManager: DelegationManager },
    })
    expect(termsOf(answer?.context ?? '0x')).toEqual(wanted)
  })

  test('behavior: the oldest form, which libraries still have', async () => {
    const { ask } = create()
    const answer = (await ask('wallet_grantPermissions', [oldest()])) as { permissionsContext: Hex }
    expect(answer).toMatchObject({
      expiry: start + day,
      grantedPermissions: oldest().permissions,
      signerData: { submitToAddress: DelegationManager },
      ...meta,
    })
    expect(termsOf(answer.permissionsContext)).toEqual(wanted)
  })

  test('behavior: viem’s action gets what it expects', async () => {
    const { ask } = create()
    const transport = custom({ request: ({ method, params }) => ask(method, params) as Promise<never> })
    const granted = await grantPermissions(createWalletClient({ transport }), {
      expiry: start + day,
      signer: { type: 'account', data: { id: key } },
      permissions: [
        {
          type: 'contract-call',
          data: { address: guestbook, calls: ['post(string)'] },
          policies: [{ type: { custom: 'call-limit' }, data: { count: 3 } }],
        },
      ],
    })
    expect(granted).toMatchObject({
      expiry: start + day,
      grantedPermissions: [{ type: 'contract-call', policies: [{ type: 'call-limit', data: { count: 3 } }] }],
      signerData: { submitToAddress: DelegationManager },
    })
    expect(termsOf(granted.permissionsContext as Hex)?.terms.allowed).toEqual({
      kind: 'contract',
      targets: [guestbook],
      selectors: [selectorOf('post(string)')],
      calls: 3,
    })
  })

  test('behavior: what the visitor lowers is what is signed and answered', async () => {
    const until = start + 3600
    const { ask, approver } = create({ script: { answer: () => ({ approved: { amount: '7', until } }) } })
    const [answer] = (await ask('wallet_requestExecutionPermissions', [request()])) as { context: Hex }[]
    expect(answer).toMatchObject({
      permission: { data: { allowance: '0x7' } },
      rules: [{ type: 'expiry', data: { timestamp: until } }],
    })
    expect(termsOf(answer?.context ?? '0x')?.terms).toMatchObject({
      expiresAt: until,
      allowed: { amount: 7n },
    })
    const { limits, facts, risk } = approver.questions[0]?.description ?? expect.fail()
    expect(limits?.amount).toMatchObject({ most: '100', symbol: 'ETH', isFixed: false })
    expect(limits?.until.choices.map(({ label }) => label)).toEqual(['as asked for', 'in 1 hour'])
    // It arrives whole in a window that the browser has isolated.
    const question = JSON.parse(JSON.stringify(approver.questions[0]))
    expect(z.parse(windowQuestion, question)).toEqual(question)
    expect([risk, facts[0]]).toEqual(['high', { label: 'Given to', value: key, kind: 'address' }])
  })

  test.each([
    { amount: '101', until: start + day },
    { amount: '0', until: start + day },
    { amount: '100', until: start + day + 1 },
    { amount: '100', until: start },
  ])('error: limits above those that were asked for are not signed: %j', async (chosen) => {
    const { ask, signed, posted } = create({ script: { answer: () => ({ approved: chosen }) } })
    await expect(ask('wallet_requestExecutionPermissions', [request()])).rejects.toThrow()
    expect([signed(), posted]).toEqual([0, []])
  })

  test('behavior: a page can say that it accepts nothing lower', async () => {
    const fixed = {
      permission: { ...coin, isAdjustmentAllowed: false },
      rules: [{ ...expiry(), isAdjustmentAllowed: false }],
    }
    const { ask, approver } = create()
    await ask('wallet_requestExecutionPermissions', [request(fixed)])
    const { limits } = approver.questions[0]?.description ?? expect.fail()
    expect([limits?.amount.isFixed, limits?.until.choices.length]).toEqual([true, 1])
  })

  const delegates = {
    'the account itself': address,
    everybody: '0x0000000000000000000000000000000000000a11',
    nobody: `0x${'0'.repeat(40)}`,
    'a precompiled contract': '0x0000000000000000000000000000000000000001',
    DelegationManager,
    'an enforcer': enforcerContracts.NonceEnforcer,
  }
  const amounts = ['0x0', '0', `0x${'f'.repeat(64)}`, hexOf(2n ** 95n), '-1', '0.5', '1e3', '', null, {}, []]
  const contracts = [
    address,
    DelegationManager,
    implementation,
    delegatorContracts.EntryPoint,
    ...Object.values(enforcerContracts),
    '0x000000000022D473030F116dDEE9F6B43aC78BA3',
    dusd,
    nft,
    nothing,
    '0x0000000000000000000000000000000000000004',
  ]
  const functions = [
    'approve(address,uint256)',
    'transfer(address,uint256)',
    'transferFrom(address,address,uint256)',
    'setApprovalForAll(address,bool)',
    'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    'safeTransferFrom(address,address,uint256)',
    'multicall(bytes[])',
    'execute(bytes32,bytes)',
    'transferOwnership(address)',
    'upgradeToAndCall(address,bytes)',
    'approveHash(bytes32)',
    '0x095ea7b3',
    '0xA9059CBB',
    'post(uint)',
    'post(string) ',
    'post',
    '',
    '0x',
    '0x1234',
    'post(string)\u202e',
  ]
  const refused: [string, object][] = [
    ...Object.entries(delegates).map(([name, to]): [string, object] => [`given to ${name}`, { to }]),
    ...amounts.map((allowance): [string, object] => [
      `the amount ${JSON.stringify(allowance)}`,
      { permission: { ...coin, data: { allowance } } },
    ]),
    ...contracts.map((one): [string, object] => [
      `calls of ${one}`,
      { permission: { ...book, data: { ...book.data, address: one } }, rules: [expiry(), limit] },
    ]),
    ...functions.map((one): [string, object] => [
      `the function ${JSON.stringify(one)}`,
      { permission: { ...book, data: { ...book.data, calls: [one] } }, rules: [expiry(), limit] },
    ]),
    ['no amount', { permission: { ...coin, data: {} } }],
    ['no end', { rules: [] }],
    ['rules that are null', { rules: null }],
    ['an end in the past', { rules: [expiry(start)] }],
    ['an end in more than a week', { rules: [expiry(start + 7 * day + 1)] }],
    ['an end in milliseconds', { rules: [expiry((start + day) * 1000)] }],
    ['two ends', { rules: [expiry(), expiry()] }],
    ['ends that disagree', { expiry: start + 1 }],
    ['a rule that the wallet does not know', { rules: [expiry(), { type: 'gas-limit', data: {} }] }],
    ['the rule constructor', { rules: [expiry(), { type: 'constructor', data: {} }] }],
    ['a limit of calls for coins', { rules: [expiry(), limit] }],
    ['no limit of calls', { permission: book }],
    ['too many calls', { permission: book, rules: [expiry(), { ...limit, data: { count: 1001 } }] }],
    ['half a call', { permission: book, rules: [expiry(), { ...limit, data: { count: 0.5 } }] }],
    ['coins beside calls', { permission: { ...book, data: { ...book.data, value: '0x1' } } }],
    [
      '10,000 contracts',
      {
        permission: { ...book, data: { addresses: Array(10_000).fill(guestbook), calls: ['post(string)'] } },
      },
    ],
    [
      '10,000 functions',
      { permission: { ...book, data: { address: guestbook, calls: Array(10_000).fill('post(string)') } } },
    ],
    [
      'a collection as a token',
      { permission: { type: 'erc20-token-transfer', data: { address: nft, allowance: '0x1' } } },
    ],
    [
      'an account as a token',
      { permission: { type: 'erc20-token-transfer', data: { address: nothing, allowance: '0x1' } } },
    ],
    [
      'itself as a token',
      { permission: { type: 'erc20-token-transfer', data: { address, allowance: '0x1' } } },
    ],
    [
      'two tokens',
      {
        permission: {
          type: 'erc20-token-transfer',
          data: { address: dusd, tokenAddress: nft, allowance: '0x1' },
        },
      },
    ],
    [
      'a period of a second',
      { permission: { type: 'native-token-periodic', data: { periodAmount: '0x1', periodDuration: 1 } } },
    ],
    [
      'a period after the end',
      {
        permission: {
          type: 'native-token-periodic',
          data: { periodAmount: '0x1', periodDuration: 60, startTime: start + 2 * day },
        },
      },
    ],
    [
      'a total without limit',
      {
        permission: {
          type: 'native-token-periodic',
          data: { periodAmount: hexOf(2n ** 94n), periodDuration: 60 },
        },
      },
    ],
    ['another type', { permission: { type: 'erc721-token-transfer', data: {} } }],
    ['the type __proto__', { permission: { type: '__proto__', data: {} } }],
    ['another network', { chainId: '0x1' }],
    ['a wallet as signer', { to: undefined, signer: { type: 'wallet', data: {} } }],
    ['a key as signer', { to: undefined, signer: { type: 'key', data: { id: 'did:key:z6Mk' } } }],
    ['two accounts', { signer: { type: 'account', data: { address: dusd } } }],
    ['nobody', { to: undefined }],
    ['an unknown field', { redeemer: key }],
  ]
  test.each(refused)('error: %s is refused without being shown', async (_, more) => {
    const { ask, approver, signed } = create()
    await expect(ask('wallet_requestExecutionPermissions', [request(more)])).rejects.toMatchObject({
      rpcCode: -32602,
    })
    expect([approver.questions, signed()]).toEqual([[], 0])
  })

  test.each([
    ['more than one request', [request(), request()]],
    ['none', []],
    ['no list', request()],
    ['two permissions', [{ ...oldest(), permissions: [...oldest().permissions, ...oldest().permissions] }]],
    ['no signer', [{ ...oldest(), signer: undefined }]],
    [
      'a rate limit',
      [
        {
          ...oldest(),
          permissions: [
            {
              ...oldest().permissions[0],
              policies: [{ type: 'rate-limit', data: { count: 1, interval: 60 } }],
            },
          ],
        },
      ],
    ],
  ])('error: %s', async (_, params) => {
    const { ask, approver } = create()
    await expect(ask('wallet_grantPermissions', params)).rejects.toMatchObject({ rpcCode: -32602 })
    expect(approver.questions).toEqual([])
  })

  test.each<[string, Parameters<typeof create>[0], number]>([
    ['another account', {}, 4100],
    ['a network without smart accounts', { networks: [] }, 4200],
    ['the type eoa', { type: 'eoa' }, 4200],
    ['the code of another wallet', { node: createNode({ code: `0xef0100${'11'.repeat(20)}` }) }, 4200],
  ])('error: %s', async (name, options, rpcCode) => {
    const { ask, approver } = create(options)
    const more = name === 'another account' ? { from: key } : {}
    await expect(ask('wallet_requestExecutionPermissions', [request(more)])).rejects.toMatchObject({
      rpcCode,
    })
    expect(approver.questions).toEqual([])
  })

  test('error: a rejected one is not signed, and one that cannot be stored is not given to the page', async () => {
    const rejected = create({ script: { answer: () => 'rejected' } })
    await expect(rejected.ask('wallet_grantPermissions', [older()])).rejects.toMatchObject({ rpcCode: 4001 })
    expect([rejected.signed(), rejected.posted]).toEqual([0, []])
    const full = create({ storeFails: new Error('storage') })
    await expect(full.ask('wallet_grantPermissions', [older()])).rejects.toThrow()
    expect([full.approver.failures.length, full.memory.has(`permissions ${address.toLowerCase()}`)]).toEqual([
      1,
      false,
    ])
  })

  test('error: one more than the gateway keeps is refused, and the visitor is not asked to try again', async () => {
    const problem = { type: 'about:blank', title: 'Too many', status: 429, code: 'too-many-permissions' }
    const { ask, approver } = create({ storeFails: new ServerError(problem) })
    await expect(ask('wallet_grantPermissions', [older()])).rejects.toMatchObject({ rpcCode: -32005 })
    expect(approver.failures).toEqual([])
  })

  test('behavior: a period that starts later leaves no end before it', async () => {
    const data = { periodAmount: '0x1', periodDuration: 3600, startTime: start + 7200 }
    const { ask, approver } = create()
    const permission = { type: 'native-token-periodic', data }
    await ask('wallet_requestExecutionPermissions', [
      request({ permission, rules: [expiry(start + 2 * day)] }),
    ])
    const { limits } = approver.questions[0]?.description ?? expect.fail()
    expect(limits?.until.choices.map(({ at }) => at - start)).toEqual([2 * day, day])
    expect(limits?.period).toEqual({ seconds: 3600, startsAt: start + 7200, label: 'each hour' })
  })

  test('error: one that ends while the visitor reads is not signed', async () => {
    const { ask, signed, wait } = create({
      script: {
        answer() {
          wait(day * 1000)
          return 'approved'
        },
      },
    })
    await expect(ask('wallet_grantPermissions', [older()])).rejects.toMatchObject({ rpcCode: -32602 })
    expect(signed()).toBe(0)
  })

  test('behavior: revoking all while the visitor reads ends nothing that is granted afterwards', async () => {
    const node = createNode()
    const { ask } = create({
      node,
      script: {
        answer() {
          node.state.nonce = 4n
          return 'approved'
        },
      },
    })
    const [{ context }] = (await ask('wallet_grantPermissions', [older()])) as [{ context: Hex }]
    expect(termsOf(context)?.nonce).toBe(4n)
  })

  test('error: what is approved after another tab has turned the features off is not signed', async () => {
    const node = createNode()
    const { ask, signed, posted } = create({
      node,
      script: {
        answer() {
          node.state.code = '0x'
          return 'approved'
        },
      },
    })
    await expect(ask('wallet_grantPermissions', [older()])).rejects.toMatchObject({ rpcCode: 4200 })
    expect([signed(), posted]).toEqual([0, []])
  })

  test('error: 0 of any hostile requests is signed for more than was shown', async () => {
    const { ask, signed } = create({ script: { answer: () => 'rejected' } })
    const hostile = fc.oneof(
      fc.anything(),
      fc.bigInt({ min: -1n, max: 2n ** 300n }).map((value) => hexOf(value < 0n ? 0n : value)),
      fc.constantFrom<unknown>(
        '<img src=x onerror=alert(1)>',
        '\u202e\u0000',
        address,
        DelegationManager,
        1e308,
        -0,
      ),
    )
    const any = fc.record(
      {
        chainId: fc.oneof(fc.constant<unknown>('0x7a69'), hostile),
        to: fc.oneof(fc.constant<unknown>(key), hostile),
        from: hostile,
        signer: fc.oneof(fc.record({ type: fc.constantFrom('account', 'key'), data: hostile }), hostile),
        expiry: hostile,
        permission: fc.oneof(
          fc.record({
            type: fc.constantFrom(
              'native-token-transfer',
              'erc20-token-periodic',
              'contract-call',
              '__proto__',
            ),
            data: fc.oneof(
              fc.record({
                allowance: hostile,
                address: hostile,
                calls: fc.array(hostile),
                periodAmount: hostile,
              }),
              hostile,
            ),
          }),
          hostile,
        ),
        rules: fc.oneof(fc.array(fc.oneof(fc.constant<unknown>(expiry()), hostile)), hostile),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(
        any,
        fc.constantFrom('wallet_grantPermissions', 'wallet_requestExecutionPermissions'),
        async (one, method) => {
          await expect(ask(method, [one])).rejects.toBeInstanceOf(RpcError)
        },
      ),
      { numRuns: 300 },
    )
    expect(signed()).toBe(0)
  }, 30_000)

  test('behavior: names of pages and contracts are shown as their claims, in full', async () => {
    const justification = '<b>free</b>\u202e coins'
    const { ask, approver } = create()
    const data = { ...book.data, justification }
    await ask('wallet_requestExecutionPermissions', [
      request({ permission: { ...book, data }, rules: [expiry(), limit] }),
    ])
    const { facts, title, warnings } = approver.questions[0]?.description ?? expect.fail()
    expect(title).toBe('Let another account call contracts as you')
    expect(facts).toEqual([
      { label: 'Given to', value: key, kind: 'address' },
      { label: 'It can call', value: 'these functions, as often as above', kind: 'out' },
      { label: 'Function', value: 'post(string)', kind: 'claim' },
      { label: 'Contract', value: guestbook, kind: 'address' },
      { label: 'Your coins', value: 'none: these calls send no coins' },
      { label: 'Fees', value: 'paid by the other account' },
      { label: 'Ends before, if you', value: 'revoke it, or turn smart-account features off' },
      { label: 'Reason, says the site', value: justification, kind: 'claim' },
      { label: 'Network', value: 'Local One (test network: nothing here has real value)' },
    ])
    expect(warnings.filter(({ level }) => level === 'danger')).toHaveLength(2)
  })
})

function hexOf(value: bigint): Hex {
  return `0x${value.toString(16)}`
}

/** A delegation as it could be at a gateway. */
function makeDelegation(more: Partial<Delegation> = {}, nonce = 0n): Delegation {
  const terms = {
    delegate: key as Hex,
    expiresAt: start + day,
    allowed: { kind: 'coin', amount: 1n } as const,
  }
  return {
    delegate: key,
    delegator: address,
    caveats: caveatCoding.write({ terms, nonce }),
    salt: 9n,
    ...more,
  }
}
const entry = (delegation: Delegation, more: object = {}) => ({
  chainId: 'eip155:31337',
  hash: delegationCoding.hash(delegation),
  origin: 'https://app.example',
  delegation: permissionWire.write(delegation),
  expiresAt: start + day,
  ...more,
})

describe('the list of permissions', () => {
  test('behavior: what another browser granted to this page, with its state on the chain', async () => {
    const [active, disabled, older] = [
      makeDelegation(),
      makeDelegation({ salt: 2n }),
      makeDelegation({ salt: 3n }, 0n),
    ]
    const node = createNode()
    node.state.disabled.add(delegationCoding.hash(disabled))
    const listed = [active, disabled, older].map((one) => entry(one))
    const { requests, wait } = create({ listed, node })
    const states = async () => (await requests.listPermissions()).map(({ state }) => state)
    expect(await states()).toEqual(['active', 'revoked', 'active'])
    expect((await requests.listPermissions())[0]).toEqual({
      id: delegationCoding.hash(active),
      chainId: 31337,
      delegate: key,
      kind: 'coin',
      amount: '1',
      expiresAt: start + day,
      state: 'active',
    })
    node.state.nonce = 1n
    expect(await states()).toEqual(['revoked', 'revoked', 'revoked'])
    wait(day * 1000)
    expect(await states()).toEqual(['expired', 'expired', 'expired'])
    wait(7 * day * 1000)
    expect(await states()).toEqual([])
  })

  test('behavior: what is granted in two tabs at the same moment is stored', async () => {
    const memory = new Map<string, unknown>()
    const partition = createTestLocks()
    const open = () => create({ memory, locks: partition.open().locks })
    const [one, other] = [open(), open()]
    await Promise.all([one, other].map(({ ask }) => ask('wallet_grantPermissions', [older()])))
    expect(await one.requests.listPermissions()).toHaveLength(2)
  })

  test('behavior: a gateway or node that does not answer hides nothing that was granted here', async () => {
    const node = createNode()
    const wallet = create({ node })
    await wallet.ask('wallet_grantPermissions', [older({ permission: token, policies: [] })])
    const { ask, requests } = create({
      memory: wallet.memory,
      listed: new Promise(() => {}),
      node: { ...node, rpc: () => new Promise(() => {}) },
    })
    vi.useFakeTimers()
    try {
      const listing = requests.listPermissions()
      const granted = ask('wallet_getGrantedExecutionPermissions', [])
      // A page waits for ten seconds.
      await vi.advanceTimersByTimeAsync(9000)
      expect(await Promise.race([listing, 'late'])).toMatchObject([{ kind: 'token', state: 'active' }])
      expect(await Promise.race([granted, 'late'])).toMatchObject([{ to: key }])
    } finally {
      vi.useRealTimers()
    }
  })

  test('error: a gateway cannot hide what was granted here, nor add what is not the account’s', async () => {
    const own = makeDelegation()
    const listed = [
      entry(makeDelegation({ delegator: key })),
      entry(own, { origin: 'https://other.example' }),
      entry(own, { chainId: 'solana:x' }),
      entry(makeDelegation({ caveats: [] })),
      entry(makeDelegation({ caveats: own.caveats.slice(1) })),
      entry(makeDelegation({ caveats: [...own.caveats, ...own.caveats] })),
      { ...entry(own), delegation: { ...permissionWire.write(own), signature: '0x11' } },
      null,
      'text',
      {},
    ]
    const { ask, requests } = create({ listed })
    expect(await requests.listPermissions()).toEqual([])
    await ask('wallet_grantPermissions', [older()])
    expect(await requests.listPermissions()).toMatchObject([{ amount: '100', state: 'active' }])
    // A wrong hash is not used.
    const wrong = create({ listed: [entry(own, { hash: `0x${'0'.repeat(64)}` })] })
    expect((await wrong.requests.listPermissions())[0]?.id).toBe(delegationCoding.hash(own))
    for (const broken of [undefined, null, 'text', { length: 9 }, Array(5000).fill({})])
      expect(await create({ listed: broken }).requests.listPermissions()).toEqual([])
  })

  test('error: what is not in this page’s list is not revoked, and nothing is asked', async () => {
    const foreign = makeDelegation({ delegator: key })
    const others = makeDelegation({ salt: 5n })
    const { requests, approver } = create({
      listed: [entry(foreign), entry(others, { origin: 'https://other.example' })],
    })
    for (const hash of [delegationCoding.hash(foreign), delegationCoding.hash(others), `0x${'0'.repeat(64)}`])
      await expect(requests.revokePermission({ id: hash.slice(2, 34), hash })).rejects.toMatchObject({
        rpcCode: -32602,
      })
    expect(approver.questions).toEqual([])
  })

  test('error: contexts of other accounts, chains of delegations, and anything else cannot be revoked', async () => {
    const { ask, approver } = create()
    const signature = `0x${'11'.repeat(65)}` as const
    const contexts: unknown[] = [
      delegationCoding.encodeContext(makeDelegation({ delegator: key }), signature),
      `${delegationCoding.encodeContext(makeDelegation(), signature).slice(0, -64)}`,
      '0x',
      '0x1234',
      'text',
      undefined,
      `0x${'00'.repeat(20_000)}`,
    ]
    for (const permissionContext of contexts)
      await expect(ask('wallet_revokeExecutionPermission', [{ permissionContext }])).rejects.toMatchObject({
        rpcCode: -32602,
      })
    for (const params of [[], [null], [{ eth_accounts: {} }], {}])
      await expect(ask('wallet_revokePermissions', params)).rejects.toMatchObject({ rpcCode: -32602 })
    expect(approver.questions).toEqual([])
  })

  test('behavior: the page reads which types there are, and what was granted to it here', async () => {
    const { ask } = create()
    expect(await ask('wallet_getSupportedExecutionPermissions', [])).toMatchObject({
      'native-token-transfer': { chainIds: ['0x7a69'], ruleTypes: ['expiry', 'token-allowance'] },
      'contract-call': { chainIds: ['0x7a69'], ruleTypes: ['expiry', 'call-limit'] },
    })
    const [granted] = (await ask('wallet_requestExecutionPermissions', [request()])) as { context: Hex }[]
    expect(await ask('wallet_getGrantedExecutionPermissions', [])).toEqual([
      {
        ...{ chainId: '0x7a69', from: address, to: key, context: granted?.context, ...meta },
        permission: { ...coin, isAdjustmentAllowed: false },
        rules: [expiry()],
      },
    ])
    const other = create({ type: 'eoa' })
    expect(await other.ask('wallet_getSupportedExecutionPermissions', [])).toEqual({})
  })
})
