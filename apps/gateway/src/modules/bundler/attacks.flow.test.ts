import { delegatorContracts } from '@portico/protocol/smartAccount'
import { concatHex, createWalletClient, type Hex, http, numberToHex, sliceHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundlerChain } from '../../../test/createBundlerClient.ts'
import { createBundlerGateway } from '../../../test/createBundlerGateway.ts'
import { revoke } from '../../../test/revocations.ts'
import {
  encodeBatch,
  encodeFeeBatch,
  encodeSingle,
  local,
  type SponsoredChain,
  signGuestbook,
  signUpgrade,
  startSponsoredChain,
  transferOf,
} from '../../../test/startSponsoredChain.ts'
import { createFakeVault } from '../../testing/createFakeVault.ts'
import { accountOf, createWalletClient as createWallet } from '../../testing/createWalletClient.ts'
import { createSecretKey } from '../projects/secretKey.ts'
import { createProjectStore } from '../projects/store.ts'

const { EntryPoint, DelegationManager } = delegatorContracts
const entryPoint = EntryPoint as Hex
const stranger = privateKeyToAccount(`0x${'5e'.repeat(32)}`)
type Rpc = Record<string, unknown>

let chain: SponsoredChain
beforeAll(async () => {
  chain = await startSponsoredChain()
}, 60_000)
afterAll(() => chain?.stop())

const sentBy = (relayer: Hex) => chain.client.getTransactionCount({ address: relayer })
const more = (value: unknown, by = 1n) => numberToHex(BigInt(value as Hex) + by)
const flip = (value: unknown) => {
  const text = value as string
  return `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`
}

describe('an operation that the paymaster has signed', () => {
  test('error: is refused with any other field, also if the account signs it again', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const operation = await gateway.make({ owner })
    const before = await sentBy(local.relayer)
    const changes: Rpc = {
      sender: stranger.address,
      nonce: more(operation.nonce),
      callData: encodeBatch([signGuestbook('Something else.')]),
      callGasLimit: more(operation.callGasLimit),
      verificationGasLimit: more(operation.verificationGasLimit),
      preVerificationGas: more(operation.preVerificationGas),
      maxFeePerGas: more(operation.maxFeePerGas),
      maxPriorityFeePerGas: more(operation.maxPriorityFeePerGas),
      paymaster: stranger.address,
      paymasterVerificationGasLimit: more(operation.paymasterVerificationGasLimit),
      paymasterPostOpGasLimit: '0x1',
      paymasterData: flip(operation.paymasterData),
    }
    expect(Object.keys(operation).filter((name) => !(name in changes))).toEqual(['signature'])
    for (const [name, value] of Object.entries(changes)) {
      const changed = await gateway.sign(owner, { ...operation, [name]: value })
      expect([name, (await gateway.trySend(changed)).error]).toMatchObject([
        name,
        { code: -32501, data: { reason: 'not-sponsored' } },
      ])
    }
    // Without the paymaster's part, or with less of it.
    for (const fields of [
      { paymaster: undefined },
      { paymaster: `0x${'0'.repeat(40)}` },
      { paymasterData: '0x' },
      { paymasterData: sliceHex(operation.paymasterData as Hex, 0, 12) },
      { paymaster: undefined, paymasterData: undefined },
    ])
      expect((await gateway.trySend({ ...operation, ...fields })).error?.code).toBeOneOf([-32501, -32602])
    for (const signature of [
      await stranger.signTypedData({
        domain: {},
        types: { A: [{ name: 'a', type: 'uint256' }] },
        primaryType: 'A',
        message: { a: 1n },
      }),
      (await gateway.sign(stranger, operation)).signature,
      flip(operation.signature),
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(65)}`,
    ])
      expect((await gateway.trySend({ ...operation, signature })).error?.code).toBeOneOf([-32507, -32500])
    expect(await sentBy(local.relayer)).toBe(before)
    // It was not used up by any of this.
    expect(await gateway.send(operation)).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('error: is sent once, however often and however fast it is repeated', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const operation = await gateway.make({ owner })
    const before = await sentBy(local.relayer)
    const hashes = await Promise.all(Array.from({ length: 10 }, () => gateway.send(operation)))
    expect(new Set(hashes).size).toBe(1)
    await expect.poll(() => gateway.receipt(hashes[0] as Hex)).toMatchObject({ success: true })
    expect(await gateway.send(operation)).toBe(hashes[0])
    expect(await sentBy(local.relayer)).toBe(before + 1)
    // Its nonce is used, so that nothing is signed for it again.
    const again = await gateway.call('pm_getPaymasterData', [operation, entryPoint, '0x7a69', {}])
    expect(again.error).toMatchObject({ code: -32500, message: expect.stringContaining('AA25') })
  })

  test('error: is refused once it has expired, or another one was signed with its nonce', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const first = await gateway.make({ owner })
    gateway.clock.ms += 2000
    const second = await gateway.make({ owner, calls: [signGuestbook('The second.')] })
    expect((await gateway.trySend(first)).error).toMatchObject({ code: -32501 })
    gateway.clock.ms += 181_000
    expect((await gateway.trySend(second)).error).toMatchObject({ code: -32503 })
  })

  test('error: is refused if its calls would fail by now', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    await chain.give(owner.address, 5n)
    const operation = await gateway.make({ owner, calls: [transferOf(local.dusd, stranger.address, 5n)] })
    await chain.node.setCode({ address: stranger.address, bytecode: '0x' })
    const other = await gateway.make({
      owner,
      calls: [transferOf(local.dusd, stranger.address, 5n)],
      key: 1n,
    })
    await gateway.send(operation)
    expect((await gateway.trySend(other)).error).toMatchObject({
      code: -32521,
      data: { reason: 'would-revert' },
    })
  })
})

describe('the paymaster', () => {
  const line = signGuestbook()

  test.each<[string, (sender: Hex) => Hex]>([
    ['nothing', () => '0x'],
    ['a call that is no execute', () => line.callData as Hex],
    ['executeFromExecutor', () => `0xd691c964${encodeBatch([line]).slice(10)}`],
    [
      'a contract that the project does not allow',
      () => encodeBatch([transferOf(local.relayer, stranger.address, 1n)]),
    ],
    [
      'a function that the project does not allow',
      () => encodeBatch([{ target: local.guestbook, callData: '0x12345678' }]),
    ],
    ['a coin', () => encodeBatch([{ target: stranger.address, value: 1n }])],
    [
      'an allowed contract without a function',
      () => encodeBatch([{ target: local.guestbook, callData: '0x79d634' }]),
    ],
    ['an allowed call and another one', () => encodeBatch([line, { target: stranger.address }])],
    ['a single call of another contract', () => encodeSingle(stranger.address, '0x')],
    ['the account itself', (sender) => encodeBatch([{ target: sender, callData: encodeBatch([line]) }])],
    ['the EntryPoint', () => encodeBatch([{ target: entryPoint, callData: '0xb760faf9' }])],
    [
      'the manager of delegations',
      () => encodeBatch([{ target: DelegationManager as Hex, callData: '0x49934047' }]),
    ],
    ['calls that may fail', () => encodeBatch([line], `0x0101${'0'.repeat(60)}`)],
    ['a delegate call', () => encodeBatch([line], `0xff00${'0'.repeat(60)}`)],
    ['another mode', () => encodeBatch([line], `0x01${'0'.repeat(61)}1`)],
    ['no calls', () => encodeBatch([])],
    ['21 calls', () => encodeBatch(Array.from({ length: 21 }, () => line))],
    ['bytes after the end', () => `${encodeBatch([line])}00`],
    ['half a word', () => sliceHex(encodeBatch([line]), 0, 100)],
    [
      'another encoding of the same calls',
      () => {
        // The offset of the calldata points 32 bytes further, to the same content.
        const usual = encodeBatch([line])
        return concatHex([
          sliceHex(usual, 0, 36),
          numberToHex(96, { size: 32 }),
          numberToHex(0, { size: 32 }),
          sliceHex(usual, 68),
        ])
      },
    ],
  ])('error: pays not for %s', async (_, write) => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const operation = { ...(await gateway.prepare({ owner })), callData: write(owner.address) }
    for (const method of ['pm_getPaymasterStubData', 'pm_getPaymasterData'])
      expect((await gateway.call(method, [operation, entryPoint, '0x7a69', {}])).error).toMatchObject({
        code: -32501,
        data: { reason: 'not-sponsored' },
      })
  })

  test('behavior: pays for an allowed single call', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const callData = encodeSingle(local.guestbook, line.callData as Hex)
    const hash = await gateway.send(await gateway.make({ owner, callData }))
    await expect.poll(() => gateway.receipt(hash)).toMatchObject({ success: true })
  })

  test('error: pays for no more gas, and no higher fees, than the operation needs', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const operation = await gateway.prepare({ owner })
    const times = (name: string, factor: bigint) => numberToHex(BigInt(operation[name] as Hex) * factor)
    for (const fields of [
      { callGasLimit: times('callGasLimit', 10n) },
      { verificationGasLimit: times('verificationGasLimit', 3n) },
      { preVerificationGas: times('preVerificationGas', 2n) },
      { preVerificationGas: '0x0' },
      { paymasterVerificationGasLimit: times('paymasterVerificationGasLimit', 3n) },
      { paymasterPostOpGasLimit: '0x1' },
      { maxPriorityFeePerGas: times('maxPriorityFeePerGas', 10n), maxFeePerGas: times('maxFeePerGas', 10n) },
      { maxFeePerGas: times('maxFeePerGas', 100n) },
      { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' },
      { maxPriorityFeePerGas: more(operation.maxFeePerGas) },
      { maxFeePerGas: `0x${'f'.repeat(32)}` },
    ]) {
      const params = [{ ...operation, ...fields }, entryPoint, '0x7a69', {}]
      expect([fields, (await gateway.call('pm_getPaymasterData', params)).error]).toMatchObject([
        fields,
        { code: -32602 },
      ])
    }
    expect(await gateway.services.database.selectFrom('operations').select('hash').execute()).toEqual([])
  })

  test('error: pays not for accounts with other code, and for no other authorization', async () => {
    const gateway = await createBundlerGateway({ chain })
    const good = await chain.createAccount()
    const template = await gateway.prepare({ owner: good })
    const owner = await chain.createAccount({ isUpgraded: false })
    const ask = async (fields: Rpc) =>
      (
        await gateway.call('pm_getPaymasterData', [
          { ...template, sender: owner.address, ...fields },
          entryPoint,
          '0x7a69',
          {},
        ])
      ).error
    expect(await ask({})).toMatchObject({ code: -32500, message: expect.stringContaining('AA20') })
    for (const changes of [{ address: stranger.address }, { chainId: 1 }, { chainId: 0 }, { nonce: 1 }])
      expect([changes, await ask({ eip7702Auth: await signUpgrade(owner, changes) })]).toMatchObject([
        changes,
        { code: -32500 },
      ])
    for (const bytecode of [concatHex(['0xef0100', stranger.address]), '0x6001'] as const) {
      await chain.node.setCode({ address: owner.address, bytecode })
      expect(await ask({})).toMatchObject({ code: -32500 })
    }
    expect(await ask({ eip7702Auth: await signUpgrade(owner) })).toMatchObject({ code: -32500 })
  })

  test('error: authorizations that somebody else signed, or that nodes ignore, are not sent', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount({ isUpgraded: false })
    const eip7702Auth = await signUpgrade(owner)
    const operation = await gateway.make({ owner, eip7702Auth })
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    for (const other of [
      await signUpgrade(stranger),
      { ...eip7702Auth, r: flip(eip7702Auth.r) },
      // The same signature in its other form.
      {
        ...eip7702Auth,
        s: numberToHex(order - BigInt(eip7702Auth.s)),
        yParity: eip7702Auth.yParity === '0x0' ? '0x1' : '0x0',
      },
    ])
      expect((await gateway.trySend({ ...operation, eip7702Auth: other })).error).toMatchObject({
        code: -32507,
      })
    const without = { ...operation, eip7702Auth: undefined }
    expect((await gateway.trySend(without)).error).toMatchObject({ code: -32500 })
    await gateway.send(operation)
  })

  test('error: signs nothing for a nonce that is used, far ahead, or under way', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const operation = await gateway.make({ owner })
    const ask = async (fields: Rpc) =>
      (await gateway.call('pm_getPaymasterData', [{ ...operation, ...fields }, entryPoint, '0x7a69', {}]))
        .error
    expect(await ask({ nonce: '0x1' })).toMatchObject({ code: -32500 })
    await chain.node.setAutomine(false)
    try {
      await gateway.send(operation)
      expect(await ask({})).toMatchObject({ code: -32500, data: { reason: 'account-busy' } })
    } finally {
      await chain.node.setAutomine(true)
      await chain.node.mine({ blocks: 1 })
    }
    expect(await ask({})).toMatchObject({ code: -32500, message: expect.stringContaining('AA25') })
  })
})

describe('a fee in a token', () => {
  test('error: nothing but the one form of batch, with enough of the token, is accepted', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const sender = owner.address
    await chain.give(sender, 900_000_000n)
    const context = { feeToken: local.dusd }
    const calls = [signGuestbook()]
    const draft = await gateway.prepare({ owner, calls })
    const stub = (context: Rpc, fields: Rpc = {}) =>
      gateway.call('pm_getPaymasterStubData', [{ ...draft, ...fields }, entryPoint, '0x7a69', context])
    const { fee } = (await stub(context)).result as {
      fee: { token: Hex; collector: Hex; amount: string; quoteId: string }
    }
    const amount = BigInt(fee.amount)
    const { quoteId } = fee
    const [pay, attempt] = [
      transferOf(fee.token, fee.collector, amount),
      (inner: Hex, mode: Hex = `0x0101${'0'.repeat(60)}`) => ({
        target: sender,
        callData: encodeBatch([{ target: sender, callData: inner }], mode),
      }),
    ] as const
    const usual = encodeFeeBatch({ sender, fee, calls })
    const least = (amount * 2n) / 3n
    const wrong: [string, Hex][] = [
      ['no fee', encodeBatch(calls)],
      ['too little', encodeFeeBatch({ sender, fee: { ...fee, amount: least }, calls })],
      ['nothing', encodeFeeBatch({ sender, fee: { ...fee, amount: 0n }, calls })],
      ['another collector', encodeFeeBatch({ sender, fee: { ...fee, collector: sender }, calls })],
      ['another token', encodeFeeBatch({ sender, fee: { ...fee, token: local.guestbook }, calls })],
      ['the fee last', encodeBatch([attempt(encodeBatch(calls)), pay])],
      ['another call before', encodeBatch([signGuestbook(), pay, attempt(encodeBatch(calls))])],
      ['another call after', encodeBatch([pay, attempt(encodeBatch(calls)), signGuestbook()])],
      ['the fee may fail', encodeBatch([pay, attempt(encodeBatch(calls))], `0x0101${'0'.repeat(60)}`)],
      [
        'calls that are not tried',
        encodeBatch([pay, attempt(encodeBatch(calls), `0x0100${'0'.repeat(60)}`)]),
      ],
      ['calls not of the account', encodeBatch([pay, attempt(signGuestbook().callData as Hex)])],
      ['approve', usual.replace('a9059cbb', '095ea7b3') as Hex],
      ['transferFrom', usual.replace('a9059cbb', '23b872dd') as Hex],
      ['a coin with it', encodeBatch([{ ...pay, value: 1n }, attempt(encodeBatch(calls))])],
      [
        'more calldata',
        encodeBatch([{ ...pay, callData: `${pay.callData as Hex}00` }, attempt(encodeBatch(calls))]),
      ],
    ]
    for (const [name, callData] of wrong) {
      const prepared = { ...draft, callData, callGasLimit: '0x30000' }
      const sized = { ...prepared, preVerificationGas: numberToHex(80_000n) }
      const answer = await gateway.call('pm_getPaymasterData', [
        sized,
        entryPoint,
        '0x7a69',
        { ...context, quoteId },
      ])
      expect([name, answer.error?.code]).toEqual([name, expect.toBeOneOf([-32501, -32602, -32521])])
    }
    // A quote of somebody else, one that was changed, and one that has expired do not lower the price.
    const cheap = Buffer.from(
      JSON.stringify({
        ...JSON.parse(Buffer.from(quoteId.split('.')[0] as string, 'base64url').toString()),
        units: '1',
      }),
    ).toString('base64url')
    const low = await gateway.prepare({
      owner,
      callData: encodeFeeBatch({ sender, fee: { ...fee, amount: least }, calls }),
    })
    for (const forged of [`${cheap}.${quoteId.split('.')[1]}`, `${cheap}.`, 'x', '.', ''])
      expect(
        (
          await gateway.call('pm_getPaymasterData', [
            low,
            entryPoint,
            '0x7a69',
            { ...context, quoteId: forged },
          ])
        ).error,
      ).toMatchObject({ code: -32501, data: { reason: 'not-sponsored' } })
    for (const feeToken of [local.guestbook, stranger.address])
      expect((await stub({ feeToken })).error).toMatchObject({ data: { reason: 'not-sponsored' } })
    // Missing tokens, and calls that fail, are reported before anything is signed.
    const poor = await chain.createAccount()
    expect((await stub(context, { sender: poor.address })).error).toMatchObject({
      code: -32521,
      data: { reason: 'would-revert' },
    })
    expect((await stub({ feeToken: 'DUSD' })).error).toMatchObject({ code: -32602 })
    expect((await stub({ feeToken: local.dusd, amount: '1' })).error).toMatchObject({ code: -32602 })
  })

  test('error: a price that was asked for lower fees does not hold for higher ones', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const sender = owner.address
    await chain.give(sender, 900_000_000n)
    const calls = [signGuestbook()]
    const draft = await gateway.prepare({ owner, calls })
    const context = { feeToken: local.dusd }
    type Fee = { token: Hex; collector: Hex; amount: string; quoteId: string }
    const ask = async (fields: Rpc) => {
      const answer = await gateway.ask<{ fee: Fee }>('pm_getPaymasterStubData', [
        { ...draft, ...fields },
        ...[entryPoint, '0x7a69', context],
      ])
      return answer.fee
    }
    const usual = await ask({})
    const pay = async ({ quoteId, amount }: Pick<Fee, 'quoteId' | 'amount'>) => {
      const fee = { ...usual, amount: BigInt(amount) }
      const operation = await gateway.prepare({ owner, callData: encodeFeeBatch({ sender, fee, calls }) })
      const params = [operation, entryPoint, '0x7a69', { ...context, quoteId }]
      return gateway.call('pm_getPaymasterData', params)
    }
    for (const lower of [
      { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x0' },
      { maxFeePerGas: '0x1' },
      { maxPriorityFeePerGas: '0x1' },
    ])
      expect([lower, (await pay(await ask(lower))).error]).toMatchObject([
        lower,
        { code: -32501, data: { reason: 'not-sponsored' } },
      ])
    expect(await pay(usual)).toHaveProperty('result.paymasterData')
  })
})

describe('a token that reports failure by its result', () => {
  test('error: pays for nothing', async () => {
    const token = `0x${'70'.repeat(20)}` as const
    // Returns 0 for every call: PUSH1 0 PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN.
    await chain.node.setCode({ address: token, bytecode: '0x600060005260206000f3' })
    const terms = { symbol: 'LIE', decimals: 6, collector: local.collector, markupPercent: 0, rate: '2500' }
    const gateway = await createBundlerGateway({
      chain,
      env: { FEE_TOKENS: JSON.stringify({ [bundlerChain]: [{ token, ...terms }] }) },
    })
    const owner = await chain.createAccount()
    const fee = { token, collector: local.collector, amount: 10n ** 12n }
    const callData = encodeFeeBatch({ sender: owner.address, fee, calls: [signGuestbook()] })
    const operation = await gateway.prepare({ owner, callData })
    const params = [operation, entryPoint, '0x7a69', { feeToken: token }]
    expect((await gateway.call('pm_getPaymasterData', params)).error).toMatchObject({
      code: -32521,
      data: { reason: 'would-revert' },
    })
  })
})

describe('a revocation', () => {
  const single = ({ target, callData = '0x', value }: ReturnType<typeof revoke>) =>
    encodeSingle(target, callData, value)
  const refusal = async (
    gateway: Awaited<ReturnType<typeof createBundlerGateway>>,
    operation: Rpc,
  ): Promise<unknown> => {
    const answers = []
    for (const method of ['pm_getPaymasterStubData', 'pm_getPaymasterData'])
      answers.push((await gateway.call(method, [operation, entryPoint, '0x7a69', {}])).error?.data?.reason)
    expect(answers[0]).toBe(answers[1])
    return answers[0]
  }

  test('behavior: is paid for, though the project allows no call of the manager, and cannot be repeated', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const callData = single(revoke(owner.address))
    const operation = await gateway.make({ owner, callData })
    const hash = await gateway.send(operation)
    await expect.poll(() => gateway.receipt(hash)).toMatchObject({ success: true })
    const row = await gateway.store.find(hash)
    expect(row).toMatchObject({ payer: 'revocation', sender: owner.address.toLowerCase() })
    // It costs no more than other operations that are paid for.
    expect(
      BigInt((await chain.client.getTransactionReceipt({ hash: row?.tx_hash as Hex })).gasUsed),
    ).toBeLessThan(200_000n)
    // The manager refuses one that is disabled already.
    const again = { ...operation, nonce: more(operation.nonce) }
    expect(await refusal(gateway, again)).toBe('would-revert')
  })

  test('error: pays for nothing else, and not for other accounts', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const sender = owner.address
    const own = revoke(sender)
    await chain.give(sender, 5n)
    const template = await gateway.prepare({ owner, callData: single(own) })
    for (const [name, callData] of Object.entries({
      'a transfer after it': encodeBatch([own, transferOf(local.dusd, stranger.address, 5n)]),
      'a transfer before it': encodeBatch([transferOf(local.dusd, stranger.address, 5n), own]),
      'two of them': encodeBatch([own, revoke(sender, { salt: 2n })]),
      'a permission of somebody else': single(revoke(stranger.address)),
      'enabling it again': single(revoke(sender, {}, 'enableDelegation')),
      'coins with it': single({ ...own, value: 1n }),
      'bytes after it': single({ ...own, callData: `${own.callData}${'ff'.repeat(32)}` as Hex }),
      'a signature of 4 KB': single(revoke(sender, { signature: `0x${'11'.repeat(4096)}` })),
    }))
      expect([name, await refusal(gateway, { ...template, callData })]).toEqual([name, 'not-sponsored'])
    // Gas and fees beyond the need go to whoever includes it.
    for (const fields of [
      { callGasLimit: numberToHex(BigInt(template.callGasLimit as Hex) * 10n) },
      { preVerificationGas: numberToHex(BigInt(template.preVerificationGas as Hex) * 2n) },
      { maxFeePerGas: numberToHex(BigInt(template.maxFeePerGas as Hex) * 100n) },
    ]) {
      const params = [{ ...template, ...fields }, entryPoint, '0x7a69', {}]
      expect((await gateway.call('pm_getPaymasterData', params)).error).toMatchObject({ code: -32602 })
    }
    // Whoever has to be upgraded first has given no permission, and would have the upgrade paid for.
    const fresh = await chain.createAccount({ isUpgraded: false })
    const upgrading = {
      ...template,
      sender: fresh.address,
      callData: single(revoke(fresh.address)),
      eip7702Auth: await signUpgrade(fresh),
    }
    expect(await refusal(gateway, upgrading)).toBe('not-sponsored')
    // The paymaster has signed this one, and no other.
    const operation = await gateway.make({ owner, callData: single(own) })
    const swapped = { ...operation, callData: encodeBatch([transferOf(local.dusd, stranger.address, 5n)]) }
    expect((await gateway.trySend(await gateway.sign(owner, swapped))).error).toMatchObject({ code: -32501 })
  })

  test('error: is paid for a few times a day, also after the limits of the user, unless the project says never', async () => {
    const sponsors = (perDay: object) => ({
      SPONSORS: JSON.stringify({
        local: {
          [bundlerChain]: {
            allow: { [local.guestbook]: ['sign(string)'] },
            perDay: { userOperations: 1, user: '0.2', project: '5', ...perDay },
          },
        },
      }),
    })
    const gateway = await createBundlerGateway({ chain, env: sponsors({ revocations: 2 }) })
    const owner = await chain.createAccount()
    // At noon, so that the day does not end meanwhile.
    const day = 24 * 60 * 60_000
    gateway.clock.ms = day / 2 - (Date.now() % day)
    // The one operation of the day.
    await gateway.make({ owner, key: 7n })
    const operations = []
    for (const salt of [1n, 2n, 3n]) {
      const callData = single(revoke(owner.address, { salt }))
      operations.push(await gateway.prepare({ owner, callData, key: salt }))
    }
    const [first = {}, second = {}, third = {}] = operations
    await gateway.sponsor(first)
    await gateway.sponsor(second)
    expect(await refusal(gateway, third)).toBe('limit-reached')
    gateway.clock.ms += day
    await gateway.sponsor(third)
    const never = await createBundlerGateway({ chain, env: sponsors({ revocations: 0 }) })
    expect(await refusal(never, third)).toBe('not-sponsored')
  })
})

describe('who may ask', () => {
  test('error: nobody without a key or a session, and nobody for another account or project', async () => {
    const vault = await createFakeVault({})
    const projects = {
      local: { name: 'Local', allowedOrigins: ['*'] },
      shop: { name: 'Shop', allowedOrigins: ['*'] },
    }
    const gateway = await createBundlerGateway({
      chain,
      env: { INTRODUCTIONS: 'optional', PROJECTS: JSON.stringify(projects) },
      fetchVault: vault.fetch,
    })
    const { app } = gateway
    const device = async (claims: Rpc = {}) => {
      const client = await createWallet({ app, vault })
      await client.login(claims)
      const { address } = await client.makeWallet()
      const owner = accountOf(address)
      await chain.node.setCode({
        address: owner.address,
        bytecode: concatHex(['0xef0100', delegatorContracts.EIP7702StatelessDeleGator as Hex]),
      })
      return { client, owner }
    }
    const [user, thief] = [await device(), await device()]
    const path = `/v1/bundler?chainId=${bundlerChain}&projectId=local`
    const ask = async (
      { client }: typeof user,
      method: string,
      params: readonly unknown[],
      options: { path?: string; headers?: Record<string, string | undefined> } = {},
    ) => {
      const body = { jsonrpc: '2.0', id: 1, method, params }
      const response = await client.call('POST', options.path ?? path, { body, ...options })
      return (await response.json()) as {
        result?: unknown
        error?: { code: number; data?: Rpc }
        code?: string
      }
    }
    const draft = await gateway.prepare({ owner: user.owner })
    const quote = [draft, entryPoint, '0x7a69', {}]
    expect((await ask(thief, 'pm_getPaymasterData', quote)).error).toMatchObject({ code: -32501 })
    for (const headers of [
      { authorization: undefined },
      { dpop: undefined },
      { authorization: 'Bearer sk_nothing' },
    ])
      expect((await ask(user, 'pm_getPaymasterData', quote, { headers })).code).toMatch(
        /session-missing|dpop-missing|session-invalid/,
      )
    // A session of one project does not use what another one pays.
    expect(
      (await ask(user, 'pm_getPaymasterData', quote, { path: path.replace('local', 'shop') })).code,
    ).toBe('session-invalid')
    const sponsored = (await ask(user, 'pm_getPaymasterData', quote)).result as Rpc
    const operation = await gateway.sign(user.owner, { ...draft, ...sponsored })
    const send = [operation, entryPoint]
    for (const one of [
      await ask(thief, 'eth_sendUserOperation', send),
      // The server of the same project asks for itself.
      await gateway.call('eth_sendUserOperation', send),
    ])
      expect(one.error).toMatchObject({ code: -32501, data: { reason: 'not-sponsored' } })

    const { key, hash } = createSecretKey()
    const store = createProjectStore({ database: gateway.services.database })
    await store.addKey({ id: 'shop', projectId: 'shop', hash, createdAt: 1 })
    await gateway.services.projects.refresh()
    const shop = { authorization: `Bearer ${key}` }
    const asShop = (method: string, params: readonly unknown[], query?: string) =>
      gateway.call(method, params, shop, query ?? `chainId=${bundlerChain}`)
    expect((await asShop('pm_getPaymasterData', quote)).error).toMatchObject({
      data: { reason: 'not-sponsored' },
    })
    expect((await asShop('eth_sendUserOperation', send)).error).toMatchObject({ code: -32501 })
    expect(
      await asShop('eth_sendUserOperation', send, `chainId=${bundlerChain}&projectId=local`),
    ).toMatchObject({ code: 'invalid-key' })

    const sent = (await ask(user, 'eth_sendUserOperation', send)).result as Hex
    await expect
      .poll(async () => (await ask(user, 'eth_getUserOperationReceipt', [sent])).result)
      .toMatchObject({ success: true })
    expect((await asShop('eth_getUserOperationByHash', [sent])).result).toBeNull()
    expect((await asShop('eth_getUserOperationReceipt', [sent])).result).toBeNull()
    // The session also says who pays.
    const networks = await (await user.client.call('GET', '/wallet/v1/networks')).json()
    expect(networks).toMatchObject([
      {
        chainId: bundlerChain,
        sponsor: { paymaster: local.paymaster, name: 'Local' },
        feeTokens: [{ address: local.dusd, symbol: 'DUSD', decimals: 6 }],
      },
    ])
    const stranger = await device({ projectId: 'shop' })
    expect(await (await stranger.client.call('GET', '/wallet/v1/networks')).json()).toMatchObject([
      { chainId: bundlerChain, feeTokens: [] },
    ])
  })

  test('error: malformed requests', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const operation = await gateway.make({ owner })
    const data = (params: readonly unknown[]) => gateway.call('pm_getPaymasterData', params)
    const wrong: unknown[][] = [
      [],
      [operation],
      [operation, stranger.address, '0x7a69', {}],
      [operation, entryPoint, '0x1', {}],
      [operation, entryPoint, 31337, {}],
      [null, entryPoint, '0x7a69', {}],
      [[], entryPoint, '0x7a69', {}],
      [{ ...operation, factory: stranger.address }, entryPoint, '0x7a69', {}],
      [{ ...operation, initCode: '0x' }, entryPoint, '0x7a69', {}],
      [{ ...operation, nonce: -1 }, entryPoint, '0x7a69', {}],
      [{ ...operation, nonce: `0x${'f'.repeat(65)}` }, entryPoint, '0x7a69', {}],
      [{ ...operation, callGasLimit: `0x1${'0'.repeat(32)}` }, entryPoint, '0x7a69', {}],
      [{ ...operation, callData: '0x0' }, entryPoint, '0x7a69', {}],
      [{ ...operation, callData: `0x${'00'.repeat(128 * 1024 + 1)}` }, entryPoint, '0x7a69', {}],
      [{ ...operation, sender: 'vitalik.eth' }, entryPoint, '0x7a69', {}],
      [{ ...operation, __proto__: null, eip7702Auth: {} }, entryPoint, '0x7a69', {}],
      [operation, entryPoint, '0x7a69', { feeToken: 1 }],
      [operation, entryPoint, '0x7a69', {}, {}],
    ]
    for (const params of wrong) expect((await data(params)).error).toMatchObject({ code: -32602 })
    for (const method of ['eth_getUserOperationByHash', 'eth_getUserOperationReceipt'])
      for (const params of [[], ['0x1'], [1], [`0x${'0'.repeat(64)}`, 1]])
        expect((await gateway.call(method, params)).error).toMatchObject({ code: -32602 })
    for (const method of ['debug_bundler_sendBundleNow', 'constructor', '__proto__', 'eth_call', ''])
      expect((await gateway.call(method, [])).error).toMatchObject({ code: -32601 })
    const post = async (body: string, query = `chainId=${bundlerChain}&projectId=local`) => {
      const headers = { authorization: `Bearer ${gateway.key}` }
      const response = await gateway.app.request(`/v1/bundler?${query}`, { method: 'POST', headers, body })
      const { code, error } = (await response.json()) as { code?: string; error?: { code: number } }
      return code ?? error?.code
    }
    expect(await post('{')).toBe(-32700)
    expect(await post('[]')).toBe(-32600)
    expect(await post('[{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}]')).toBe(-32600)
    expect(await post('7')).toBe(-32600)
    expect(await post('{"id":1}')).toBe(-32600)
    expect(await post(' '.repeat(301 * 1024))).toBe('body-too-large')
    const chainIdCall = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'
    for (const chainId of ['eip155:1', 'eip155:31338', '31337', ''])
      expect(await post(chainIdCall, `chainId=${chainId}&projectId=local`)).toBe('chain-not-supported')
  })
})

describe('the relayer', () => {
  test('behavior: who takes the code away in front costs it one transaction, three times a day', async () => {
    const gateway = await createBundlerGateway({ chain })
    const rich = createWalletClient({
      account: stranger,
      chain: anvil,
      transport: http(chain.url),
    })
    await chain.node.setBalance({ address: stranger.address, value: 10n ** 18n })
    const owner = await chain.createAccount()
    const userId = owner.address.toLowerCase()
    const losses: bigint[] = []
    for (let count = 0; count < 3; count++) {
      const operation = await gateway.make({ owner, key: BigInt(count) })
      await chain.node.setAutomine(false)
      try {
        // With a higher fee, so that it comes first.
        const authorization = await owner.signAuthorization({
          address: `0x${'0'.repeat(40)}`,
          chainId: anvil.id,
          nonce: count,
        })
        await rich.sendTransaction({
          to: stranger.address,
          authorizationList: [authorization],
          maxFeePerGas: 10n ** 11n,
          maxPriorityFeePerGas: 10n ** 11n,
        })
        const hash = await gateway.send(operation)
        await chain.node.mine({ blocks: 1 })
        await gateway.bundler?.settlement.run({ isThorough: true })
        const row = await gateway.store.find(hash)
        losses.push(BigInt(row?.relayer_cost ?? 0))
        // Somebody could still have it included.
        expect(row?.state).toBe('sent')
        expect(await gateway.receipt(hash)).toBeNull()
      } finally {
        await chain.node.setAutomine(true)
      }
      await chain.node.setCode({
        address: owner.address,
        bytecode: concatHex(['0xef0100', delegatorContracts.EIP7702StatelessDeleGator as Hex]),
      })
    }
    expect(losses.every((loss) => loss > 0n)).toBe(true)
    const rows = await gateway.services.database
      .selectFrom('sponsor_days')
      .selectAll()
      .where('user_id', '=', userId)
      .execute()
    expect(rows).toMatchObject([
      { reverts: 3, spent: losses.reduce((sum, loss) => sum + loss, 0n).toString() },
    ])
    const draft = await gateway.prepare({ owner, key: 5n })
    for (const method of ['pm_getPaymasterStubData', 'pm_getPaymasterData'])
      expect((await gateway.call(method, [draft, entryPoint, '0x7a69', {}])).error).toMatchObject({
        code: -32504,
        data: { reason: 'limit-reached' },
      })
    gateway.clock.ms += 24 * 60 * 60_000 + 60_000
    await gateway.sponsor(draft)
  })

  test('error: account-busy for a second operation of an account, so that one trick costs one transaction', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const [first, second] = [await gateway.make({ owner }), await gateway.make({ owner, key: 1n })]
    await chain.node.setAutomine(false)
    try {
      const hash = await gateway.send(first)
      expect((await gateway.trySend(second)).error).toMatchObject({
        code: -32500,
        data: { reason: 'account-busy' },
      })
      await chain.node.mine({ blocks: 1 })
      await gateway.bundler?.settlement.run({ isThorough: true })
      expect(await gateway.receipt(hash)).toMatchObject({ success: true })
    } finally {
      await chain.node.setAutomine(true)
    }
    const next = await gateway.send(second)
    await expect.poll(() => gateway.receipt(next)).toMatchObject({ success: true })
  })

  test('behavior: is paid for calldata, also if nothing is done with it', async () => {
    const gateway = await createBundlerGateway({ chain })
    // Its calldata makes it dear: at the fees of a new chain, it would cost more than the paymaster pays for one.
    await chain.node.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 8n })
    await chain.node.mine({ blocks: 1 })
    const owner = await chain.createAccount()
    const { target, callData } = signGuestbook()
    const calls = [{ target, callData: concatHex([callData as Hex, `0x${'ff'.repeat(20_000)}`]) }]
    const prepared = await gateway.prepare({ owner, calls })
    const operation = await gateway.sponsor({ ...prepared, callGasLimit: numberToHex(400_000n) })
    const before = await chain.client.getBalance({ address: local.relayer })
    const hash = await gateway.send(await gateway.sign(owner, operation))
    await expect.poll(() => gateway.receipt(hash)).toMatchObject({ success: true })
    const { receipt, actualGasCost } = (await gateway.receipt(hash)) as {
      receipt: { gasUsed: Hex; effectiveGasPrice: Hex }
      actualGasCost: Hex
    }
    const cost = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
    expect(await chain.client.getBalance({ address: local.relayer })).toBe(
      before + BigInt(actualGasCost) - cost,
    )
    expect(Number(actualGasCost) / Number(cost)).toBeGreaterThan(0.95)
  })

  test('behavior: who makes the authorization stale in front costs it one transaction', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount({ isUpgraded: false })
    await chain.node.setBalance({ address: owner.address, value: 10n ** 18n })
    const own = createWalletClient({ account: owner, chain: anvil, transport: http(chain.url) })
    const operation = await gateway.make({ owner, eip7702Auth: await signUpgrade(owner) })
    await chain.node.setAutomine(false)
    try {
      const hash = await gateway.send(operation)
      // With a higher fee, so that it comes first.
      await own.sendTransaction({
        to: stranger.address,
        nonce: 0,
        gas: 21_000n,
        maxFeePerGas: 10n ** 11n,
        maxPriorityFeePerGas: 10n ** 11n,
      })
      await chain.node.mine({ blocks: 1 })
      await gateway.bundler?.settlement.run({ isThorough: true })
      const row = await gateway.store.find(hash)
      expect([row?.state, BigInt(row?.relayer_cost ?? 0) > 0n]).toEqual(['sent', true])
      expect((await gateway.trySend(operation)).result).toBe(hash)
      expect(await gateway.receipt(hash)).toBeNull()
    } finally {
      await chain.node.setAutomine(true)
    }
  })
})
