import { RpcError } from '@portico/protocol'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import { encodeFunctionData, type Hex, keccak256, parseAbi, parseTransaction } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import {
  account,
  bob,
  createCallsScene as create,
  delegated,
  network,
  newId,
  token,
  transfer,
  two,
} from '../../test/createCallsScene.ts'
import type { ScriptedApprover } from '../../test/createScriptedApprover.ts'
import { createTestLocks } from '../../test/createTestLocks.ts'
import { ServerError } from '../session/ServerError.ts'
import { batchCalldata } from './batchCalldata.ts'

const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const { EIP7702StatelessDeleGator: implementation, EntryPoint, DelegationManager } = delegatorContracts
const textOf = ({ questions }: ScriptedApprover) =>
  questions[0]?.description.facts.map(({ label, value }) => `${label}: ${value}`)

describe('wallet_sendCalls', () => {
  test('behavior: the first batch upgrades the account, and one approval signs both', async () => {
    const { send, raws, bodies, asked, approver, opened, status } = create()
    const { id: own } = (await send()) as { id: string }
    expect(own).toMatch(/^0x[0-9a-f]{64}$/)
    expect([approver.questions.length, opened(), raws.length]).toEqual([1, 1, 1])
    const sent = parseTransaction(raws[0] as `0x04${string}`)
    expect(sent).toMatchObject({
      type: 'eip7702',
      to: account.address.toLowerCase(),
      nonce: 7,
      // A quarter more than the estimate, and what the authorization costs.
      gas: 100_000n,
      authorizationList: [{ address: implementation.toLowerCase(), chainId: 31337, nonce: 8 }],
    })
    expect(sent.value ?? 0n).toBe(0n)
    const calls = batchCalldata.decode(sent.data ?? '0x')
    expect(calls).toEqual(two.map(({ data }) => ({ to: token, value: 0n, data })))
    const nonces = bodies.filter(([path]) => path === 'POST /wallet/v1/nonces').map(([, body]) => body)
    expect(nonces).toMatchObject([{ count: 2 }, { count: 2 }])
    expect(bodies.find(([path]) => path === 'POST /v1/tx/simulate')?.[1]).toMatchObject({
      delegation: implementation,
      to: account.address,
    })
    const [probe, estimate] = asked.filter(([method]) => method === 'eth_estimateGas')
    expect(probe?.[1]).toEqual([
      { to: account.address, data: '0x' },
      'latest',
      { [account.address]: { code: expect.stringMatching(/^0x(60054|600.54)/) } },
    ])
    expect(estimate?.[1].slice(1)).toEqual(['latest', { [account.address]: { code: delegated } }])
    expect(await status(own)).toEqual({
      ...{ version: '2.0.0', id: own, chainId: '0x7a69', status: 100, atomic: true, receipts: [] },
    })
  })

  test('behavior: an upgraded account sends a batch without an authorization', async () => {
    const { send, raws, bodies, asked, approver } = create({ code: () => delegated })
    await send()
    expect(parseTransaction(raws[0] as Hex)).toMatchObject({ type: 'eip1559', gas: 75_000n })
    expect(bodies.filter(([, body]) => JSON.stringify(body ?? {}).match(/"count"|"delegation"/))).toEqual([])
    expect(asked.find(([method]) => method === 'eth_estimateGas')?.[1]).toHaveLength(1)
    expect(approver.questions[0]?.description.warnings.some(({ text }) => /smart-account/.test(text))).toBe(
      false,
    )
  })

  test('behavior: one call is a plain transaction, on any network', async () => {
    const { send, raws } = create({ networks: () => [] })
    expect(await send({ version: '1.0', atomicRequired: undefined, calls: [two[0]], id: 'mine' })).toBe(
      'mine',
    )
    expect(parseTransaction(raws[0] as Hex)).toMatchObject({ type: 'eip1559', to: token.toLowerCase() })
  })

  test('behavior: what all calls do, then each call, then the fee; the sum decides the risk', async () => {
    const { send, approver } = create()
    await send({ calls: [transfer(300_000n), transfer(400_000n), { to: bob, value: '0x1', data: '0x1234' }] })
    const description = approver.questions[0]?.description
    expect(textOf(approver)).toEqual([
      'You send now: 0.7 DUSD',
      'You send now: 0.000000000000000001 ETH',
      'You receive now: nothing, in a simulation',
      'All of it or nothing: if one call fails, none takes effect, and only the fee is paid',
      'Call 1 of 3: Send 0.3 DUSD',
      `To (new to you): ${bob}`,
      `Token: ${token}`,
      'Call 2 of 3: Send 0.4 DUSD',
      `To (new to you): ${bob}`,
      `Token: ${token}`,
      'Call 3 of 3: Send 0.000000000000000001 ETH with an unknown call',
      `To the contract (new to you): ${bob}`,
      'Fee, at most: 0.0003 ETH · test coins',
      'Network: Local One (test network: nothing here has real value)',
    ])
    expect(description).toMatchObject({
      title: 'Make 3 calls, all or none',
      risk: 'high',
      name: 'transaction',
    })
    const texts = description?.warnings.map(({ text }) => text) ?? []
    // Neither of the two is more than half of the balance.
    expect(texts).toContain('0.7 DUSD is 70% of your DUSD.')
    expect(texts.some((text) => text.startsWith('The wallet cannot read what this call does'))).toBe(true)
    expect(texts.some((text) => text.startsWith('Turns on smart-account features on Local One'))).toBe(true)
  })

  test('behavior: a simulation adds to what the calls say, and hides nothing of it', async () => {
    const change = {
      kind: 'erc20',
      token,
      direction: 'out',
      amount: '900000',
      verified: true,
      symbol: 'DUSD',
    }
    const changes = [{ ...change, decimals: 6 }]
    const { send, approver } = create({ simulation: { changes } })
    await send()
    const texts = approver.questions[0]?.description.warnings.map(({ text }) => text)
    expect(texts).toContain('The simulation shows that more leaves your account than the call says.')
    expect(textOf(approver)?.filter((text) => text.startsWith('Call'))).toEqual([
      'Call 1 of 2: Send 0.000001 DUSD',
      'Call 2 of 2: Send 0.000002 DUSD',
    ])
    const silent = create({
      simulation: { changes: [{ ...change, decimals: 6, direction: 'in', amount: '5' }] },
    })
    await silent.send()
    expect(textOf(silent.approver)?.[0]).toBe('You send now: 0.000003 DUSD')
  })

  test('behavior: two calls that raise one permission are a danger, as neither says the sum', async () => {
    const raise = encodeFunctionData({
      abi: parseAbi(['function increaseAllowance(address spender, uint256 addedValue)']),
      args: [bob, 5n],
    })
    const { send, approver } = create()
    await send({
      calls: [
        { to: token, data: raise },
        { to: token, data: raise },
      ],
    })
    expect(approver.questions[0]?.description.warnings).toContainEqual({
      level: 'danger',
      text: 'Several calls change the same permission: in total, more can be taken than one of them says.',
    })
  })

  test('behavior: a call to an address without a contract is named by its number', async () => {
    const { send, approver } = create({
      rpc: (method, [of]) => (method === 'eth_getCode' && of === bob ? '0x' : undefined),
    })
    await send({ calls: [two[0], { to: bob, data: '0x12345678' }] })
    expect(approver.questions[0]?.description.warnings.map(({ text }) => text)).toContain(
      'Call 2 is for an address without a contract, so the call would do nothing.',
    )
  })

  test('error: a rejection is 5750 if it is of an upgrade that was required, otherwise 4001', async () => {
    const answer = () => 'rejected' as const
    const code = () => delegated
    await expect(create({ answer }).send()).rejects.toMatchObject({ rpcCode: 5750 })
    await expect(create({ answer }).send({ atomicRequired: false })).rejects.toMatchObject({ rpcCode: 4001 })
    await expect(create({ answer, code }).send()).rejects.toMatchObject({ rpcCode: 4001 })
    const rejecting = create({ answer })
    await rejecting.send({ id: 'again' }).catch(() => {})
    expect([rejecting.opened(), rejecting.raws.length]).toEqual([0, 0])
    expect(rejecting.bodies.map(([path]) => path)).toContain('DELETE /wallet/v1/nonces/<id>')
    // Nothing was sent with the ID, so it is not used.
    await expect(rejecting.send({ id: 'again' })).rejects.toMatchObject({ rpcCode: 5750 })
  })

  test('error: an ID is accepted once, also by another tab', async () => {
    const memory = new Map<string, unknown>()
    const { send, raws } = create({ memory })
    expect(await send({ id: 'mine' })).toEqual({ id: 'mine' })
    await expect(send({ id: 'mine' })).rejects.toMatchObject({ rpcCode: 5720 })
    await expect(create({ memory }).send({ id: 'mine' })).rejects.toMatchObject({ rpcCode: 5720 })
    expect(raws).toHaveLength(1)
    // The other tab sends it while this one asks.
    const slow = create({
      memory,
      async answer() {
        await create({ memory }).send({ id: 'both' })
        return 'approved' as const
      },
    })
    await expect(slow.send({ id: 'both' })).rejects.toMatchObject({ rpcCode: 5720 })
    expect(slow.raws).toEqual([])
  })

  test('error: nothing is sent if it cannot be stored', async () => {
    const memory = new Map<string, unknown>()
    vi.spyOn(memory, 'set').mockImplementation((key) => {
      if (key.startsWith('calls')) throw new Error('The disk is full.')
      return memory
    })
    const { send, raws, bodies } = create({ memory })
    await expect(send()).rejects.toThrow('The disk is full.')
    expect(raws).toEqual([])
    expect(bodies.map(([path]) => path)).toContain('DELETE /wallet/v1/nonces/<id>')
  })

  test('behavior: it is stored before it is sent, so it is known after an answer that was lost', async () => {
    const { send, status, raws, wait } = create({
      rpc: (method) => {
        if (method === 'eth_sendRawTransaction') throw new Error('lost')
      },
    })
    await expect(send({ id: 'lost' })).rejects.toThrow()
    expect(raws).toEqual([])
    expect(await status('lost')).toMatchObject({ status: 100 })
    await expect(send({ id: 'lost' })).rejects.toMatchObject({ rpcCode: 5720 })
    // Whoever has it can still send it.
    wait(7 * 24 * 60 * 60_000 - 1)
    expect(await status('lost')).toMatchObject({ status: 100 })
  })

  test('behavior: 400 once another transaction has used the nonce, and not before', async () => {
    let latest: unknown = '0x7'
    let found: object | null = null
    const { send, status, wait } = create({
      rpc: (method, [, block]) => {
        if (method === 'eth_getTransactionCount' && block === 'latest') return latest
        if (method === 'eth_getTransactionByHash') return found
        return undefined
      },
    })
    await send({ id: 'mine' })
    await expect.poll(() => status('mine')).toMatchObject({ status: 100 })
    // The nodes of a gateway may be some blocks apart.
    latest = '0x8'
    expect(await status('mine')).toMatchObject({ status: 100 })
    wait(60_000)
    for (const other of [null, 'x', '0x7', 9, {}]) {
      latest = other
      expect(await status('mine')).toMatchObject({ status: 100 })
    }
    latest = '0x8'
    found = { hash: '0x1' }
    expect(await status('mine')).toMatchObject({ status: 100 })
    found = null
    expect(await status('mine')).toMatchObject({ status: 400, receipts: [] })
  })

  test('behavior: two tabs that store a batch at the same moment lose none', async () => {
    const memory = new Map<string, unknown>()
    const partition = createTestLocks()
    const tabs = Array.from({ length: 4 }, (_, index) => {
      const step = () => new Promise<void>((resolve) => setImmediate(resolve))
      const tab = create({
        memory,
        locks: partition.open().locks,
        step,
        nonce: () => 7,
        code: () => delegated,
      })
      return { ...tab, name: `tab-${index}` }
    })
    await Promise.all(tabs.map(({ send, name }) => send({ id: name })))
    const [first] = tabs
    for (const { name } of tabs) expect(await first?.status(name)).toMatchObject({ status: 100 })
    // One ID is of one batch, whoever comes first.
    const ends = await Promise.allSettled(tabs.map(({ send }) => send({ id: 'same' })))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(tabs.reduce((sum, { raws }) => sum + raws.length, 0)).toBe(5)
  })
})

describe('a crash while a batch is sent', () => {
  test('behavior: at any step, nothing that was sent is forgotten, and nothing is sent twice', async () => {
    /** Sends a batch in a page that ends at a step, and again in a new one with the same storage. */
    async function crashAt(last: number) {
      const memory = new Map<string, unknown>()
      const partition = createTestLocks()
      const page = partition.open()
      const raws: Hex[] = []
      let steps = 0
      let crash: () => void = () => {}
      const crashed = new Promise<'crashed'>((resolve) => {
        crash = () => resolve('crashed')
      })
      const first = create({
        memory,
        locks: page.locks,
        async step() {
          steps += 1
          if (steps < last) return
          crash()
          await new Promise(() => {})
        },
      })
      const ended = await Promise.race([first.send({ id: 'mine' }).catch(() => 'failed'), crashed])
      raws.push(...first.raws)
      page.end()
      const second = create({ memory, locks: partition.open().locks })
      const isKnown = await second.status('mine').then(
        () => true,
        () => false,
      )
      const wasSent = raws.length > 0
      const again = await second.send({ id: 'mine' }).then(
        () => 'sent',
        (error: { rpcCode?: number }) => error.rpcCode,
      )
      raws.push(...second.raws)
      return { ended, wasSent, isKnown, again, count: raws.length }
    }

    const seen = { before: 0, between: 0, after: 0 }
    for (let last = 1; ; last += 1) {
      const { ended, wasSent, isKnown, again, count } = await crashAt(last)
      // What may have been sent is known, and is not sent again; else it is sent now.
      if (wasSent) expect([last, isKnown]).toEqual([last, true])
      expect([last, again, count]).toEqual([last, isKnown ? 5720 : 'sent', isKnown && !wasSent ? 0 : 1])
      seen[wasSent ? 'after' : isKnown ? 'between' : 'before'] += 1
      if (ended !== 'crashed') break
      if (last > 500) expect.fail('It never ends.')
    }
    expect(seen.before).toBeGreaterThan(20)
    expect(seen.between).toBeGreaterThan(0)
    expect(seen.after).toBeGreaterThan(1)
  })
})

describe('a batch that upgrades the account, on a node that cannot override code', () => {
  /** A chain whose node ignores or refuses overrides. What is sent is mined, unless `isMined` says otherwise. */
  function createApart({
    refuses = false,
    isMined = () => true,
    after = () => delegated,
    ...options
  }: Parameters<typeof create>[0] & {
    refuses?: boolean
    isMined?: () => boolean
    after?: () => string
  } = {}) {
    const isOn = () => scene.raws.length > 0 && isMined()
    const scene: ReturnType<typeof create> = create({
      code: () => (isOn() ? after() : '0x'),
      nonce: () => (isOn() ? 9 : 7),
      latest: () => (isOn() ? '0x9' : '0x7'),
      rpc(method, params) {
        if (method === 'eth_getTransactionReceipt' && isOn()) return { status: '0x1' }
        if (method !== 'eth_estimateGas' || params.length < 3) return undefined
        if (refuses) throw new RpcError({ rpcCode: -32602, message: 'too many arguments, want at most 2' })
        return '0x5208'
      },
      ...options,
    })
    return scene
  }

  test.each([false, true])('behavior: first the upgrade, then the batch; refuses: %s', async (refuses) => {
    const { send, status, raws, bodies, approver, opened } = createApart({ refuses })
    expect(await send({ id: 'mine' })).toEqual({ id: 'mine' })
    expect(raws.map((raw) => parseTransaction(raw))).toMatchObject([
      {
        type: 'eip7702',
        to: account.address.toLowerCase(),
        nonce: 7,
        authorizationList: [{ address: implementation.toLowerCase(), chainId: 31337, nonce: 8 }],
      },
      { type: 'eip1559', to: account.address.toLowerCase(), nonce: 9 },
    ])
    expect(parseTransaction(raws[0] as Hex).data ?? '0x').toBe('0x')
    expect(batchCalldata.decode(parseTransaction(raws[1] as Hex).data ?? '0x')).toHaveLength(2)
    expect(approver.questions.map(({ description }) => description.title)).toEqual([
      'Turn on smart-account features on Local One',
      'Send 0.000003 DUSD',
    ])
    const [first, second] = approver.questions.map(({ description }) => description)
    expect(first).toMatchObject({ risk: 'medium' })
    expect(first?.facts.slice(0, 3).map(({ label }) => label)).toEqual([
      'From now on',
      'Stays the same',
      'Needed for',
    ])
    expect(first?.warnings.map(({ text }) => text)).toEqual([
      'Turns on smart-account features on Local One; you can turn them off.',
    ])
    expect(second?.warnings.map(({ text }) => text)).not.toContainEqual(expect.stringMatching(/^Turns on/))
    expect(opened()).toBe(2)
    // Each transaction has a lease of its own, and neither is simulated with other code.
    const leases = bodies.filter(([path]) => path.startsWith('POST /wallet/v1/nonces'))
    expect(new Set(leases.map(([, body]) => (body as { requestId: string }).requestId)).size).toBe(2)
    expect(JSON.stringify(bodies)).not.toContain('"delegation"')
    expect(await status('mine')).toMatchObject({ status: 200 })
  })

  test('behavior: a project that would pay is asked first, and the visitor pays if it does not', async () => {
    const sponsor = { paymaster: bob, name: 'Shop' }
    const { send, raws, bodies } = createApart({ networks: () => [{ ...network, sponsor, feeTokens: [] }] })
    await send()
    expect(raws).toHaveLength(2)
    // The lease of an operation, for which the bundler of this scene has no answer.
    const kinds = bodies.map(([path, body]) => (path.includes('nonces') ? JSON.stringify(body) : path))
    const asked = kinds.findIndex((kind) => kind?.includes('"operation"'))
    expect(asked).toBeGreaterThan(-1)
    expect(asked).toBeLessThan(kinds.indexOf('POST /v1/tx/simulate'))
  })

  test('behavior: the project is asked, too, where a paymaster that the page would like does not pay', async () => {
    const sponsor = { paymaster: bob, name: 'Shop' }
    const countAsked = async (fields: object) => {
      const networks = () => [{ ...network, sponsor, feeTokens: [] }]
      const { send, bodies } = createApart({ networks, gatewayUrl: 'https://gateway.example' })
      await send(fields)
      return bodies.filter(([, body]) => JSON.stringify(body ?? {}).includes('"operation"')).length
    }
    const alone = await countAsked({})
    expect(alone).toBeGreaterThan(0)
    const paymasterService = { url: 'https://pay.example', optional: true }
    expect(await countAsked({ capabilities: { paymasterService } })).toBe(2 * alone)
  })

  test('error: rejecting the upgrade sends nothing; rejecting the batch is 4001, and the upgrade stays', async () => {
    const first = createApart({ answer: () => 'rejected' })
    await expect(first.send()).rejects.toMatchObject({ rpcCode: 5750 })
    expect([first.raws.length, first.opened()]).toEqual([0, 0])
    const optional = createApart({ answer: () => 'rejected' })
    await expect(optional.send({ atomicRequired: false })).rejects.toMatchObject({ rpcCode: 4001 })
    const second = createApart({
      answer: ({ description }) => (description.title.startsWith('Turn on') ? 'approved' : 'rejected'),
    })
    await expect(second.send({ id: 'mine' })).rejects.toMatchObject({ rpcCode: 4001 })
    expect(second.raws).toHaveLength(1)
    // The batch was not sent, so its ID is free, and the account needs no upgrade now.
    await expect(second.status('mine')).rejects.toMatchObject({ rpcCode: 5730 })
    await expect(second.send({ id: 'mine' })).rejects.toMatchObject({ rpcCode: 4001 })
    expect([second.raws.length, second.approver.questions.length]).toEqual([1, 3])
  })

  test('error: a visitor or a page that does not wait for the upgrade is asked nothing more', async () => {
    const waiting = createApart({ isMined: () => false })
    const sent = waiting.send()
    await expect.poll(() => waiting.approver.progress.at(-1)).toMatch(/^Turning on smart-account features/)
    waiting.requests.abortUnsafe()
    await expect(sent).rejects.toMatchObject({ rpcCode: 4001 })
    expect([waiting.raws.length, waiting.approver.questions.length]).toEqual([1, 1])
    const rejecting = createApart({ isMined: () => false })
    const other = rejecting.send()
    await expect.poll(() => rejecting.approver.progress.at(-1)).toMatch(/^Turning on smart-account features/)
    rejecting.approver.rejectProgress()
    await expect(other).rejects.toMatchObject({ rpcCode: 4001 })
    expect([rejecting.raws.length, rejecting.approver.questions.length]).toEqual([1, 1])
  })

  test('error: an upgrade that has no effect, or was another wallet’s', async () => {
    vi.useFakeTimers()
    try {
      const without = createApart({ after: () => '0x' })
      const sent = without.send().catch(({ rpcCode }) => rpcCode)
      await vi.advanceTimersByTimeAsync(30_000)
      expect(await sent).toBe(-32003)
      const foreign = createApart({ after: () => `0xef0100${bob.slice(2).toLowerCase()}` })
      const taken = foreign.send().catch(({ rpcCode }) => rpcCode)
      await vi.advanceTimersByTimeAsync(30_000)
      expect(await taken).toBe(5760)
      for (const { raws, approver } of [without, foreign])
        expect([raws.length, approver.questions.length]).toEqual([1, 1])
    } finally {
      vi.useRealTimers()
    }
  })

  test('error: a node that forgets the code again gets no batch without it', async () => {
    let reads = 0
    // The receipt and the first look have the code, those for the batch do not.
    const { send, raws, approver } = createApart({ after: () => (reads++ === 0 ? delegated : '0x') })
    await expect(send()).rejects.toMatchObject({ code: 'account-busy' })
    expect([raws.length, approver.questions.length]).toEqual([1, 1])
  })

  test('behavior: the code comes a moment after the receipt, and a node is unreachable meanwhile', async () => {
    vi.useFakeTimers()
    try {
      let reads = 0
      const { send, raws } = createApart({
        after() {
          reads += 1
          if (reads === 2) throw new Error('unreachable')
          return reads < 4 ? '0x' : delegated
        },
      })
      const sent = send()
      await vi.advanceTimersByTimeAsync(10_000)
      await sent
      expect(raws).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('attacks inside a batch', () => {
  const execute = batchCalldata.encode([{ to: bob, value: 1n, data: '0x' }])
  const relay = (target: Hex, callData: Hex) =>
    encodeFunctionData({
      abi: parseAbi([
        'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
        'function multicall(bytes[] data)',
      ]),
      functionName: 'aggregate3',
      args: [[{ target, allowFailure: true, callData }]],
    })
  const multicall = (data: Hex) =>
    encodeFunctionData({ abi: parseAbi(['function multicall(bytes[] data)']), args: [[data]] })

  test.each<[string, object]>([
    ['a call to the account itself', { to: account.address, data: '0x12345678' }],
    ['in lower case', { to: account.address.toLowerCase(), data: '0x12345678' }],
    ['a batch inside', { to: account.address, data: execute }],
    ['the EntryPoint', { to: EntryPoint, data: '0x12345678' }],
    ['coins for the EntryPoint', { to: EntryPoint, value: '0x1' }],
    ['the DelegationManager', { to: DelegationManager, data: '0x12345678' }],
    ['the DelegationManager in lower case', { to: DelegationManager.toLowerCase(), data: '0x12345678' }],
    ['the implementation', { to: implementation, data: execute }],
    ['a relayed batch', { to: multicall3, data: relay(account.address, execute) }],
    ['a relayed call of the EntryPoint', { to: multicall3, data: relay(EntryPoint, '0x12345678') }],
    ['twice relayed', { to: multicall3, data: relay(multicall3, relay(DelegationManager, '0x12345678')) }],
    ['in a multicall', { to: multicall3, data: multicall(relay(account.address, execute)) }],
    ['the zero address', { to: `0x${'0'.repeat(40)}`, data: '0x12345678' }],
    ['a new contract', { data: '0x60006000' }],
    ['a new contract, for null', { to: null, data: '0x60006000' }],
    ['an authorization', { to: bob, authorizationList: [{ address: bob, chainId: 0, nonce: 0 }] }],
    ['a type', { to: bob, type: '0x4' }],
    ['another sender', { to: bob, from: bob }],
    ['gas', { to: bob, gas: '0x5208' }],
    ['a nonce', { to: bob, nonce: '0x1' }],
    ['an unknown field', { to: bob, delegate: true }],
    ['no recipient', { value: '0x1' }],
    ['a short address', { to: '0x12' }],
    ['half a byte', { to: bob, data: '0x123' }],
    ['a decimal value', { to: bob, value: '12' }],
    ['a number', { to: bob, value: 1 }],
  ])('error: %s', async (_, call) => {
    for (const calls of [
      [two[0], call],
      [call, two[0]],
    ]) {
      const { send, approver, raws, opened } = create()
      await expect(send({ calls })).rejects.toMatchObject({ rpcCode: -32602, code: 'request-refused' })
      expect([approver.questions.length, opened(), raws.length]).toEqual([0, 0, 0])
    }
  })

  test.each<[string, object, number]>([
    ['no calls', { calls: [] }, -32602],
    ['calls that are none', { calls: [1, 2] }, -32602],
    ['an unknown version', { version: '3.0' }, -32602],
    ['no version', { version: undefined }, -32602],
    ['an unknown field', { authorizationList: [] }, -32602],
    ['no answer to atomicRequired', { atomicRequired: undefined }, -32602],
    ['another account', { from: bob }, 4100],
    ['another network', { chainId: '0x1' }, -32602],
    ['no network', { chainId: undefined }, -32602],
    ['an empty ID', { id: '' }, -32602],
    ['a long ID', { id: 'x'.repeat(8195) }, -32602],
    ['a number as ID', { id: 1 }, -32602],
    ['21 calls', { calls: Array.from({ length: 21 }, () => two[0]) }, 5740],
    ['a byte more than 128 KiB', { calls: [{ to: bob, data: `0x${'00'.repeat(131_073)}` }] }, 5740],
    ['so much together', { calls: Array(2).fill({ to: bob, data: `0x${'00'.repeat(65_537)}` }) }, 5740],
    [
      'so much with what surrounds it',
      { calls: Array(2).fill({ to: bob, data: `0x${'00'.repeat(65_536)}` }) },
      5740,
    ],
    ['a capability', { capabilities: { paymasterService: { url: 'https://pay.example' } } }, 5700],
    ['a capability of a call', { calls: [{ ...two[0], capabilities: { flow: {} } }, two[1]] }, 5700],
  ])('error: %s', async (_, fields, rpcCode) => {
    const { send, approver, opened } = create()
    await expect(send(fields)).rejects.toMatchObject({ rpcCode })
    expect([approver.questions.length, opened()]).toEqual([0, 0])
  })

  test('behavior: twenty calls, and capabilities that are optional', async () => {
    const { send, raws, approver } = create()
    const optional = { paymasterService: { optional: true } }
    const calls = Array.from({ length: 20 }, (_, index) => ({
      ...transfer(BigInt(index + 1)),
      capabilities: optional,
    }))
    await send({ calls, capabilities: optional })
    const { data = '0x' } = parseTransaction(raws[0] as Hex)
    expect(batchCalldata.decode(data)).toHaveLength(20)
    expect(textOf(approver)?.filter((text) => text.startsWith('Call '))).toHaveLength(20)
    expect(textOf(approver)?.[0]).toBe('You send now: 0.00021 DUSD')
  })

  test.each<[string, unknown]>([
    ['another implementation', [{ ...network, implementation: bob }]],
    ['no implementation', [{ chainId: 'eip155:31337' }]],
    ['another network', [{ ...network, chainId: 'eip155:1' }]],
    ['no network', []],
  ])('error: a gateway that names %s', async (_, networks) => {
    const { send, approver, opened, capabilities } = create({ networks: () => networks })
    await expect(send()).rejects.toMatchObject({ rpcCode: 5760 })
    await expect(send({ atomicRequired: false })).rejects.toMatchObject({ rpcCode: 5710 })
    expect([approver.questions.length, opened()]).toEqual([0, 0])
    expect(await capabilities()).toEqual({ '0x7a69': { assetDiscovery: { supported: true } } })
  })

  test('error: a gateway that answers nonsense, or not at all, gets nothing signed', async () => {
    const nonsense = create({ networks: () => ({ chainId: 'eip155:31337' }) })
    await expect(nonsense.send()).rejects.toMatchObject({ rpcCode: -32603 })
    const failing = create({
      networks: () => {
        throw new Error('down')
      },
    })
    await expect(failing.send({ atomicRequired: false })).rejects.toThrow('down')
    const older = create({
      networks: () => {
        throw new ServerError({ title: 'Not found', code: 'not-found', status: 404 } as never)
      },
    })
    await expect(older.send()).rejects.toMatchObject({ rpcCode: 5760 })
    for (const { approver, opened } of [nonsense, failing, older])
      expect([approver.questions.length, opened()]).toEqual([0, 0])
  })

  test.each([
    ['another contract', `0xef0100${bob.slice(2).toLowerCase()}`],
    ['code of its own', '0x6001'],
    ['more than a delegation', `${delegated}00`],
  ])('error: an account with %s is never changed', async (_, code) => {
    const { send, approver, opened, capabilities } = create({ code: () => code })
    await expect(send()).rejects.toMatchObject({ rpcCode: 5760 })
    await expect(send({ atomicRequired: false })).rejects.toMatchObject({ rpcCode: 5760 })
    expect([approver.questions.length, opened()]).toEqual([0, 0])
    expect(await capabilities()).toEqual({ '0x7a69': { assetDiscovery: { supported: true } } })
  })

  test('error: an account that another wallet takes over while the visitor reads', async () => {
    let code = '0x'
    const wallet = create({
      code: () => code,
      async answer() {
        code = `0xef0100${bob.slice(2).toLowerCase()}`
        wallet.wait(20_001)
        return 'approved' as const
      },
    })
    await expect(wallet.send()).rejects.toMatchObject({ rpcCode: 5760 })
    expect([wallet.opened(), wallet.raws.length]).toEqual([0, 0])
  })

  test.each([
    ['another transaction is pending', () => 8, () => '0x7'],
    ['the nonce is used', () => 6, () => '0x7'],
  ])('error: %s', async (_, nonce, latest) => {
    const { send, approver, opened } = create({ nonce, latest })
    await expect(send()).rejects.toMatchObject({ code: 'account-busy' })
    expect(approver.failures[0]?.text).toBe(
      'Another transaction of your account is not done yet. Wait a moment, then try again.',
    )
    expect([approver.questions.length, opened()]).toEqual([0, 0])
  })

  test('behavior: a gateway that says that the account is busy is asked again, and it is sent once', async () => {
    let isBusy = true
    const { send, approver, raws } = create({
      nonce() {
        if (isBusy) throw new ServerError({ title: 'Busy', code: 'account-busy', status: 409 } as never)
        return 7
      },
      onFailure() {
        isBusy = false
        return 'again'
      },
    })
    await send()
    expect(approver.failures).toMatchObject([{ text: expect.stringMatching(/not done yet/), canRetry: true }])
    expect([approver.questions.length, raws.length]).toEqual([1, 1])
  })

  test.each([null, '7', 7.5, -1, 2 ** 53])('error: the nonce %s', async (nonce) => {
    const { send, opened } = create({ nonce: () => nonce })
    await expect(send()).rejects.toMatchObject({ rpcCode: -32603 })
    expect(opened()).toBe(0)
  })

  test('error: another nonce for signing than was shown', async () => {
    let nonce = 7
    const { send, opened, raws } = create({ nonce: () => nonce++ })
    await expect(send()).rejects.toMatchObject({ rpcCode: -32003 })
    expect([opened(), raws.length]).toEqual([0, 0])
  })

  test('error: a transaction has no nested call for the account or the contracts either', async () => {
    const { requests, approver } = create()
    const params = [{ to: multicall3, data: relay(account.address, execute) }]
    const sent = requests.handle({ id: newId(), method: 'eth_sendTransaction', params })
    await expect(sent).rejects.toMatchObject({ rpcCode: -32602 })
    expect(approver.questions).toEqual([])
  })
})

describe('wallet_getCapabilities and wallet_getCallsStatus', () => {
  test('behavior: ready, and supported once the account is upgraded', async () => {
    let code = '0x'
    const { capabilities, bodies } = create({ code: () => code })
    const permissions = expect.objectContaining({ supported: true, signerTypes: ['account'] })
    const common = { assetDiscovery: { supported: true }, atomicBatch: { supported: true }, permissions }
    expect(await capabilities()).toEqual({ '0x7a69': { ...common, atomic: { status: 'ready' } } })
    code = delegated
    expect(await capabilities()).toEqual({ '0x7a69': { ...common, atomic: { status: 'supported' } } })
    expect(bodies.map(([path]) => path)).toEqual(['GET /wallet/v1/networks'])
  })

  test('behavior: executed, reverted, and forgotten after seven days', async () => {
    let status: string | undefined
    const log = { address: token, data: '0x', topics: [`0x${'1'.repeat(64)}`], logIndex: '0x0' }
    const {
      send,
      status: ask,
      wait,
      raws,
    } = create({
      rpc: (method, [hash]) =>
        method === 'eth_getTransactionReceipt' && status
          ? {
              ...{ status, transactionHash: hash, blockHash: '0x1', blockNumber: '0x2', gasUsed: '0x3' },
              ...{ logs: [log], from: account.address },
            }
          : undefined,
    })
    await send({ id: 'new' })
    await send({ id: 'old', version: '1.0', atomicRequired: undefined })
    expect(await ask('old')).toEqual({ status: 'PENDING', receipts: [] })
    status = '0x1'
    const { logIndex, ...named } = log
    const receipt = {
      ...{ logs: [named], status, blockHash: '0x1', blockNumber: '0x2', gasUsed: '0x3' },
      transactionHash: keccak256(raws[0] as Hex),
    }
    expect(await ask('new')).toMatchObject({ status: 200, receipts: [receipt] })
    status = '0x0'
    expect(await ask('new')).toMatchObject({ status: 500 })
    expect(await ask('old')).toMatchObject({ status: 'CONFIRMED' })
    wait(7 * 24 * 60 * 60_000)
    for (const unknown of ['new', 'never', 'constructor'])
      await expect(ask(unknown)).rejects.toMatchObject({ rpcCode: 5730 })
    await expect(ask(1)).rejects.toMatchObject({ rpcCode: -32602 })
  })
})
