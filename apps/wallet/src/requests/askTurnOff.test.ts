import { delegatorContracts } from '@portico/protocol/smartAccount'
import { type Hex, keccak256, parseTransaction, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { bob, createCallsScene, delegated, network } from '../../test/createCallsScene.ts'
import type { ScriptedApprover } from '../../test/createScriptedApprover.ts'
import { turnOffCall } from './turnOffCall.ts'

const { EIP7702StatelessDeleGator: implementation } = delegatorContracts
const foreign = `0xef0100${bob.slice(2).toLowerCase()}`

const create = (options: Parameters<typeof createCallsScene>[0] = {}) =>
  createCallsScene({ code: () => delegated, ...options })
const shownOf = ({ questions }: ScriptedApprover) => questions.at(-1)?.description
const textsOf = (approver: ScriptedApprover) =>
  shownOf(approver)?.facts.map(({ label, value }) => `${label}: ${value}`)
const warningsOf = (approver: ScriptedApprover) => shownOf(approver)?.warnings.map(({ text }) => text)

describe('askTurnOff', () => {
  test('behavior: one transaction removes the code and ends all permissions', async () => {
    const { turnOff, raws, bodies, asked, approver, opened } = create()
    const hash = await turnOff()
    expect(hash).toBe(keccak256(raws[0] as Hex))
    expect([approver.questions.length, opened(), raws.length]).toEqual([1, 1, 1])
    expect(parseTransaction(raws[0] as `0x04${string}`)).toMatchObject({
      type: 'eip7702',
      to: turnOffCall.to.toLowerCase(),
      data: turnOffCall.data,
      nonce: 7,
      gas: 100_000n,
      authorizationList: [{ address: zeroAddress, chainId: 31337, nonce: 8 }],
    })
    const leases = bodies.filter(([path]) => path === 'POST /wallet/v1/nonces').map(([, body]) => body)
    expect(leases).toMatchObject([{ count: 2 }, { count: 2 }])
    const simulated = bodies.find(([path]) => path === 'POST /v1/tx/simulate')?.[1]
    expect(simulated).toMatchObject({ to: turnOffCall.to, data: turnOffCall.data })
    expect(simulated).not.toHaveProperty('delegation')
    expect(asked.find(([method]) => method === 'eth_estimateGas')?.[1]).toHaveLength(1)
  })

  test('behavior: says what ends, what stays and what it costs', async () => {
    const { turnOff, approver } = create()
    await turnOff()
    expect(shownOf(approver)).toMatchObject({
      name: 'transaction',
      title: 'Turn off smart-account features on Local One',
      risk: 'medium',
      raw: turnOffCall.data,
    })
    expect(textsOf(approver)).toEqual([
      'Afterwards: they turn on again only with a transaction that you approve',
      'Stays the same: your address, your money, and that you alone control both',
      'Fee, at most: 0.0003 ETH · test coins',
      'Network: Local One (test network: nothing here has real value)',
    ])
    expect(warningsOf(approver)).toEqual([
      'Permissions given on this network end, also those of other sites.',
    ])
    expect(shownOf(approver)?.details).toContainEqual({
      ...{ label: 'Contract of your account until now', value: implementation, kind: 'address' },
    })
  })

  test('behavior: the code of another wallet is removed as well, at high risk', async () => {
    const { turnOff, raws, approver } = create({ code: () => foreign })
    await turnOff()
    expect(shownOf(approver)).toMatchObject({
      title: 'Remove the code of another wallet on Local One',
      risk: 'high',
    })
    expect(textsOf(approver)?.[0]).toBe(`Code of the other wallet: ${bob.toLowerCase()}`)
    expect(warningsOf(approver)?.[0]).toMatch(/^Another wallet gave your account this code\./)
    expect(parseTransaction(raws[0] as `0x04${string}`).authorizationList).toMatchObject([
      { address: zeroAddress },
    ])
  })

  test('behavior: without a simulation, or with one that fails, it is of high risk', async () => {
    const failing = create({ simulation: { status: 'reverted' } })
    await failing.turnOff()
    expect(shownOf(failing.approver)).toMatchObject({ risk: 'high', failure: 'It would fail now.' })
    const partial = create({ simulation: { complete: false } })
    await partial.turnOff()
    expect(shownOf(partial.approver)?.risk).toBe('high')
    const change = {
      kind: 'native',
      direction: 'out',
      amount: '5',
      verified: true,
      symbol: 'ETH',
      decimals: 18,
    }
    const moving = create({ simulation: { changes: [change] } })
    await moving.turnOff()
    expect(shownOf(moving.approver)?.risk).toBe('high')
  })

  test('behavior: it works on each network, whichever is chosen and whatever the gateway lists', async () => {
    for (const networks of [
      () => [],
      () => [{ ...network, implementation: bob }],
      () => {
        throw new Error('down')
      },
    ]) {
      const { turnOff, raws } = create({ networks })
      await turnOff('eip155:10')
      expect(parseTransaction(raws[0] as `0x04${string}`)).toMatchObject({
        chainId: 10,
        authorizationList: [{ chainId: 10 }],
      })
    }
  })

  test.each([
    ['none, or a node that hides it', '0x'],
    ['code of its own', '0x6001'],
    ['more than a delegation', `${delegated}00`],
    ['nonsense', 'undefined'],
  ])('error: an account with %s has nothing to turn off', async (_, code) => {
    const { turnOff, approver, opened, bodies } = create({ code: () => code })
    await expect(turnOff()).rejects.toMatchObject({ rpcCode: -32602, code: 'request-refused' })
    expect([approver.questions.length, opened()]).toEqual([0, 0])
    expect(bodies.filter(([path]) => path.includes('nonces'))).toEqual([])
  })

  test('error: a rejection releases both nonces, and nothing is signed', async () => {
    const { turnOff, opened, raws, bodies } = create({ answer: () => 'rejected' })
    await expect(turnOff()).rejects.toMatchObject({ rpcCode: 4001 })
    expect([opened(), raws.length]).toEqual([0, 0])
    expect(bodies.map(([path]) => path)).toContain('DELETE /wallet/v1/nonces/<id>')
  })

  test.each([
    ['another transaction is pending', () => 8, () => '0x7'],
    ['the nonce is used', () => 6, () => '0x7'],
    ['the node says that the account has sent more', () => 7, () => '0x9'],
  ])('error: %s', async (_, nonce, latest) => {
    const { turnOff, approver, opened } = create({ nonce, latest })
    await expect(turnOff()).rejects.toMatchObject({ code: 'account-busy' })
    expect(approver.failures[0]?.text).toMatch(/^Another transaction of your account is not done yet\./)
    expect([approver.questions.length, opened()]).toEqual([0, 0])
  })

  test('error: a gateway that returns another nonce, or none', async () => {
    let nonce = 7
    const other = create({ nonce: () => nonce++ })
    await expect(other.turnOff()).rejects.toMatchObject({ rpcCode: -32003 })
    expect([other.opened(), other.raws.length]).toEqual([0, 0])
    for (const wrong of [null, '7', 7.5, -1, 2 ** 53]) {
      const { turnOff, opened } = create({ nonce: () => wrong })
      await expect(turnOff()).rejects.toMatchObject({ rpcCode: -32603 })
      expect(opened()).toBe(0)
    }
  })

  test('behavior: the code of another wallet that comes while the visitor reads is shown first', async () => {
    let code = delegated
    const { turnOff, approver, raws, wait } = create({
      code: () => code,
      answer() {
        if (code === delegated) wait(20_001)
        code = foreign
        return 'approved'
      },
    })
    await turnOff()
    expect(
      approver.questions.map(({ notice, description: { risk } }) => [notice === undefined, risk]),
    ).toEqual([
      [true, 'medium'],
      [false, 'high'],
    ])
    expect(raws).toHaveLength(1)
  })

  test('error: code that is gone while the visitor reads', async () => {
    let code = delegated
    const { turnOff, opened, wait } = create({
      code: () => code,
      answer() {
        code = '0x'
        wait(20_001)
        return 'approved'
      },
    })
    await expect(turnOff()).rejects.toMatchObject({ rpcCode: -32602 })
    expect(opened()).toBe(0)
  })

  test('error: of a hundred requests of a page, few are shown', async () => {
    const { turnOff, approver, opened } = create({ answer: () => 'rejected' })
    const codes: unknown[] = []
    for (let count = 0; count < 100; count += 1) codes.push(await turnOff().catch(({ rpcCode }) => rpcCode))
    // Three rejections within a minute mute the page.
    expect(codes).toEqual([4001, 4001, 4001, ...Array(97).fill(-32005)])
    expect([approver.questions.length, opened()]).toEqual([3, 0])
    const flood = create({ answer: () => undefined })
    const refused = Array.from({ length: 100 }, () => flood.turnOff().catch(({ rpcCode }) => rpcCode))
    expect(await Promise.all(refused.slice(6))).toEqual(Array(94).fill(-32005))
    await expect.poll(() => flood.approver.questions.length).toBe(1)
    flood.requests.abortUnsafe()
    expect(await Promise.all(refused.slice(0, 6))).toEqual(Array(6).fill(4001))
  })

  test('behavior: the same request is asked once, and has one answer', async () => {
    const { turnOff, raws, approver } = create()
    const id = 'ab'.repeat(16)
    const [one, other] = await Promise.all([turnOff(undefined, id), turnOff(undefined, id)])
    expect([one === other, raws.length, approver.questions.length]).toEqual([true, 1, 1])
    expect(() => turnOff('eip155:1', id)).toThrow('Another request already used this id.')
  })
})

describe('a crash while smart-account features are turned off', () => {
  test.each(['pending', 'mined'])('behavior: at any step, it is sent once: %s', async (kind) => {
    let last = 1
    let sentEarly = 0
    for (; last < 300; last += 1) {
      const raws: Hex[] = []
      const isMined = () => kind === 'mined' && raws.length > 0
      const chain = {
        code: () => (isMined() ? '0x' : delegated),
        // What is sent counts for the next lease, and for the latest nonce once it is mined.
        nonce: () => 7 + raws.length,
        latest: () => (isMined() ? '0x9' : '0x7'),
      }
      let steps = 0
      let crash: () => void = () => {}
      const crashed = new Promise<'crashed'>((resolve) => {
        crash = () => resolve('crashed')
      })
      const rpc = (method: string, params: readonly unknown[]) => {
        if (method !== 'eth_sendRawTransaction') return
        raws.push(params[0] as Hex)
        return keccak256(params[0] as Hex)
      }
      const first = create({
        ...chain,
        rpc,
        async step() {
          steps += 1
          if (steps < last) return
          crash()
          await new Promise(() => {})
        },
      })
      const ended = await Promise.race([first.turnOff().catch(() => 'failed'), crashed])
      if (raws.length > 0) sentEarly += 1
      const again = await create({ ...chain, rpc })
        .turnOff()
        .catch((error: { rpcCode?: number; code?: string }) => error.code)
      expect([last, raws.length]).toEqual([last, 1])
      if (again !== keccak256(raws[0] as Hex))
        expect(again).toBe(kind === 'mined' ? 'request-refused' : 'account-busy')
      if (ended !== 'crashed') break
    }
    expect(last).toBeGreaterThan(20)
    expect(sentEarly).toBeGreaterThan(1)
  })
})
