import { historyResponse, type Transaction } from '@portico/protocol/gateway'
import { delegatorContracts, enforcerContracts } from '@portico/protocol/smartAccount'
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  type PrivateKeyAccount,
  pad,
  parseAbi,
  parseAbiParameters,
  type TransactionReceipt,
  toEventSelector,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBatchChain, type TestCall, toBatch, toTried } from '../../../test/createBatchChain.ts'
import { readBlockTransfers } from '../../chains/evm/blocks/readBlockTransfers.ts'
import { createChain } from '../../chains/evm/chain/createChain.ts'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { createTestUpstreams } from '../../testing/createTestUpstreams.ts'

const { DelegationManager, EIP7702StatelessDeleGator } = delegatorContracts
const [bob, carol, lookAlike] = [
  '0xa1b2555555555555555555555555555555557001',
  '0xa1c3555555555555555555555555555555557002',
  '0xa1b2666666666666666666666666666666667001',
] as const

let chain: Awaited<ReturnType<typeof createBatchChain>>
let relayer: PrivateKeyAccount
let collector: Hex
let dollar: Hex
let marble: Hex
let weth: Hex
let stones: Hex
beforeAll(async () => {
  chain = await createBatchChain()
  relayer = await chain.createAccount()
  collector = (await chain.createAccount()).address
  dollar = await chain.deploy(relayer, 'DevToken', ['Dev USD', 'DUSD', 6])
  marble = await chain.deploy(relayer, 'DevToken', ['Marble', 'MRBL', 18])
  weth = await chain.deploy(relayer, 'WrappedEther')
  stones = await chain.deploy(relayer, 'Keystones')
}, 120_000)
afterAll(() => chain?.stop())

const pay = (token: Hex, to: Hex, amount = 2_500_000n) =>
  chain.call('DevToken', token, 'transfer', [to, amount])
const approve = (token: Hex, spender: Hex) => chain.call('DevToken', token, 'approve', [spender, 5n])

/** An account with money, at the gateway that lists the dollar and marble. */
async function createVictim(): Promise<PrivateKeyAccount> {
  const account = await chain.createAccount()
  for (const token of [dollar, marble])
    await chain.send(relayer, chain.call('DevToken', token, 'mint', [account.address, 10n ** 18n]))
  return account
}
const createApp = () =>
  createTestApp({
    rpcUrls: { 'eip155:31337': [chain.anvil.url] },
    env: {
      TOKENS: JSON.stringify({ 'eip155:31337': [dollar, marble].map((address) => ({ address })) }),
    },
  })

async function readHistory({ get }: TestApp, account: Hex): Promise<Transaction[]> {
  const response = await get(`/v1/account/eip155:31337:${account}/history?limit=100`)
  return historyResponse.parse(await response.json()).data
}
const find = (history: readonly Transaction[], { transactionHash }: TransactionReceipt) =>
  history.find(({ metadata }) => metadata.hash === transactionHash)

/** A row, shortened: what it was, for whom, what moved, with which calls and fee. */
function shorten({ metadata, transfers, calls, fee }: Transaction) {
  const { operationType, isOwn, isPayment, sentTo, status } = metadata
  const toText = ({ direction, quantity, fungible_info }: NonNullable<Transaction['fee']>) =>
    `${direction} ${quantity.numeric} ${fungible_info?.symbol}`
  return [
    `${operationType}${isPayment ? ' paid' : ''}${isOwn ? '' : ' by another'}${status === 'failed' ? ' failed' : ''}`,
    sentTo,
    transfers?.map(toText),
    ...(calls ?? []).map(({ operationType, sentTo, isPayment, transfer }) =>
      [operationType, isPayment, sentTo, transfer && toText(transfer)].join(' '),
    ),
    ...(fee ? [`fee ${toText(fee)}`] : []),
  ]
}

describe('batches in the history', () => {
  test('behavior: a batch, and a relayed user operation, read like what they did', async () => {
    const me = await createVictim()
    const own = (calls: readonly TestCall[]) => chain.send(me, { to: me.address, data: toBatch(calls) })
    const relayed = async (callData: Hex) => chain.handle(relayer, [await chain.operate(me, callData)])
    const withFee = (calls: readonly TestCall[]) =>
      toBatch([
        pay(dollar, collector, 50_000n),
        { to: me.address, data: toTried({ to: me.address, data: toBatch(calls) }) },
      ])
    const [to, other] = [getAddress(bob), getAddress(carol)]
    const reverting = chain.call('DevToken', marble, 'transferFrom', [bob, carol, 1n])
    const coins: TestCall = { to: bob, value: 10n ** 15n }
    const sentDollars = 'out 2.5 DUSD'

    const upgrade = await chain.upgrade(me)
    await chain.deposit(relayer, me.address)
    const sent: [TransactionReceipt, unknown[]][] = [
      [upgrade, ['upgrade', me.address, []]],
      [await own([coins]), ['send paid', to, ['out 0.001 ETH']]],
      [await own([pay(dollar, bob)]), ['send paid', to, [sentDollars]]],
      [
        await own([pay(dollar, bob), pay(marble, carol, 10n ** 17n), coins]),
        [
          ...['send', '', ['out 0.001 ETH', sentDollars, 'out 0.1 MRBL']],
          `send true ${to} ${sentDollars}`,
          `send true ${other} out 0.1 MRBL`,
          `send true ${to} out 0.001 ETH`,
        ],
      ],
      [
        await own([approve(dollar, bob), approve(marble, bob)]),
        [...['approve', '', []], ...[dollar, marble].map((token) => `approve false ${getAddress(token)} `)],
      ],
      // What prepares a deposit is not listed beside it.
      [
        await own([approve(dollar, weth), chain.call('WrappedEther', weth, 'deposit', [], 10n ** 15n)]),
        ['deposit', getAddress(weth), ['out 0.001 ETH', 'in 0.001 WETH']],
      ],
      [await relayed(toBatch([pay(dollar, bob)])), ['send paid', to, [sentDollars]]],
      [await relayed(toTried(pay(dollar, bob))), ['send paid', to, [sentDollars]]],
      [await relayed(toBatch([coins])), ['send paid', to, ['out 0.001 ETH']]],
      [
        await relayed(withFee([pay(dollar, bob), coins])),
        [
          ...['send paid', to, ['out 0.001 ETH', sentDollars]],
          `send true ${to} ${sentDollars}`,
          `send true ${to} out 0.001 ETH`,
          'fee out 0.05 DUSD',
        ],
      ],
      [await relayed(withFee([coins, reverting])), ['send failed', '', [], 'fee out 0.05 DUSD']],
      [await relayed(toBatch([coins, reverting])), ['send failed', '', []]],
      // Nothing of it involves the account but the operation itself.
      [
        await relayed(toBatch([chain.call('DevToken', marble, 'mint', [carol, 1n])])),
        ['execute', getAddress(marble), []],
      ],
    ]
    const exit = encodeFunctionData({
      abi: parseAbi(['function incrementNonce(address)']),
      args: [DelegationManager],
    })
    const { NonceEnforcer } = enforcerContracts
    const disable = encodeFunctionData({
      abi: parseAbi([
        'struct Caveat { address enforcer; bytes terms; bytes args; }',
        'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
        'function disableDelegation(Delegation delegation)',
      ]),
      args: [
        {
          ...{ delegate: bob, delegator: me.address, authority: `0x${'ff'.repeat(32)}` },
          ...{ caveats: [], salt: 1n, signature: '0x' },
        },
      ],
    })
    sent.push([
      await relayed(toBatch([{ to: DelegationManager, data: disable }])),
      ['revoke', DelegationManager, []],
    ])
    sent.push([await chain.send(me, { to: NonceEnforcer, data: exit }), ['revokeAll', NonceEnforcer, []]])
    const off = await chain.send(me, { to: NonceEnforcer, data: exit, delegateTo: chain.zeroAddress })
    sent.push([off, ['downgrade', NonceEnforcer, []]])

    const history = await readHistory(await createApp(), me.address)
    for (const [receipt, expected] of sent) {
      const row = find(history, receipt) ?? expect.fail(`${JSON.stringify(expected)} is missing`)
      const shown = shorten(row)
      // A failed batch has moved nothing; its calls are listed.
      const isFailed = row.metadata.status === 'failed'
      expect(isFailed ? shown.filter((one) => !/^(send|execute) false/.test(`${one}`)) : shown).toEqual(
        expected,
      )
      expect(row.metadata).toMatchObject({ isOwn: true, sentFrom: me.address })
    }
    expect(history.filter(({ metadata }) => metadata.isOwn)).toHaveLength(sent.length)
    // Whoever watches the account learns of its operations, too.
    const [receipt] = sent.at(-3) ?? expect.fail()
    const block = await readBlockTransfers({
      chain: createChain({ upstreams: createTestUpstreams({ urls: [chain.anvil.url] }) }),
      ...{ hash: receipt.blockHash, deadline: Date.now() + 20_000 },
      accounts: new Set([me.address.toLowerCase()]),
    })
    expect(block).toMatchObject({ operations: [{ txHash: receipt.transactionHash, isSuccessful: true }] })
    // For the others it is a payment by the account, and not by the relayer.
    expect(shorten((await readHistory(await createApp(), bob))[0] ?? expect.fail())[0]).toBe(
      'receive by another',
    )
  }, 120_000)

  test('behavior: tokens, NFTs, balances and names are the same before and after the upgrade', async () => {
    const me = await createVictim()
    await chain.send(relayer, chain.call('Keystones', stones, 'mint', [me.address, 1n, 2n]))
    const { get } = await createApp()
    const read = () =>
      Promise.all(
        ['account/{}/nfts', 'account/{}/balance', 'identity/{}'].map(async (path) => {
          const id = path.startsWith('identity') ? me.address : `eip155:31337:${me.address}`
          const response = await get(`/v1/${path.replace('{}', id)}?chainId=eip155:31337`)
          expect([path, response.status]).toEqual([path, 200])
          const { resolvedAt, maxAge, ...answer } = (await response.json()) as Record<string, unknown>
          return answer
        }),
      )
    const before = await read()
    expect(JSON.stringify(before)).toContain('DUSD')
    // By another, so that the account pays nothing.
    const authorization = await me.signAuthorization({
      ...{ address: EIP7702StatelessDeleGator, chainId: 31337, nonce: 0 },
    })
    await chain.send(relayer, { to: relayer.address, authorizationList: [authorization] } as never)
    expect(await chain.rpc('eth_getCode', [me.address, 'latest'])).toContain('0xef0100')
    expect(await read()).toEqual(before)
  }, 60_000)
})

/** Emits a log with the first four words of the data as topics and the rest as data. */
const imitator = '0x608036036080600037606035604035602035600035608036036000a400'
const counterfeit = () => chain.deploy(relayer, 'Counterfeit', ['Dev USD', 'DUSD', lookAlike])
const report = (token: Hex, from: Hex) =>
  chain.call('Counterfeit', token, 'report', [from, lookAlike, 25_000_000n])

type Victim = PrivateKeyAccount
/** What attackers do to an upgraded account, or have it sign. */
const attacks: Readonly<Record<string, (me: Victim) => Promise<unknown>>> = {
  'a counterfeit transfer': async (me) => chain.send(relayer, report(await counterfeit(), me.address)),
  'the user operation of a stranger': async (me) => {
    const stranger = await chain.createAccount()
    await chain.upgrade(stranger)
    const calls = [report(await counterfeit(), me.address)]
    await chain.handle(relayer, [await chain.operate(stranger, toBatch(calls))])
  },
  'the user operation of a stranger, in one transaction with one of the account': async (me) => {
    const stranger = await chain.createAccount()
    await chain.upgrade(stranger)
    const lie = await chain.operate(stranger, toBatch([report(await counterfeit(), me.address)]))
    await chain.handle(relayer, [lie, await chain.operate(me, toBatch([pay(dollar, bob)])), await again()])

    async function again() {
      return chain.operate(stranger, toBatch([report(await counterfeit(), me.address)]))
    }
  },
  'an imitated event of EntryPoint': async (me) => {
    const fake = '0x00000000717270000000000000000000000da032'
    await chain.rpc('anvil_setCode', [fake, imitator])
    const topic = toEventSelector('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)')
    const values = parseAbiParameters('uint256, bool, uint256, uint256')
    const event = [topic, pad('0x1'), pad(me.address), pad('0x0')]
    await chain.send(relayer, {
      to: fake,
      data: concatHex([...event, encodeAbiParameters(values, [0n, true, 1n, 1n])]),
    })
  },
  'operations sent to a contract that imitates EntryPoint': async (me) => {
    const fake = '0x00000000717270000000000000000000000da033'
    await chain.rpc('anvil_setCode', [fake, imitator])
    await chain.handle(relayer, [await chain.operate(me, toBatch([pay(dollar, lookAlike)]))], fake)
    // The operation was never executed: its nonce is free.
    chain.forget(me)
  },
  'a user operation with a forged signature': async (me) => {
    const stranger = await chain.createAccount()
    const forged = await chain.operate(stranger, toBatch([pay(dollar, lookAlike)]))
    const receipt = await chain.handle(relayer, [{ ...forged, sender: me.address }])
    expect(receipt.status).toBe('0x0')
  },
  'a batch that a stranger sends to the account': async (me) => {
    const receipt = await chain.send(relayer, { to: me.address, data: toBatch([pay(dollar, lookAlike)]) })
    expect(receipt.status).toBe('0x0')
  },
  'a batch of lies that the account signs': async (me) => {
    const worthless = await chain.deploy(relayer, 'DevToken', ['Dev USD', 'DUSD', 6])
    await chain.send(relayer, chain.call('DevToken', worthless, 'mint', [me.address, 5n]))
    const calls = [
      chain.call('Counterfeit', await counterfeit(), 'transfer', [bob, 5n]),
      chain.call('Counterfeit', await counterfeit(), 'transfer', [lookAlike, 5n]),
      chain.call('Counterfeit', await counterfeit(), 'claim', []),
      { to: await counterfeit() },
      pay(worthless, lookAlike, 5n),
      pay(dollar, lookAlike, 0n),
      { to: lookAlike },
    ]
    await chain.send(me, { to: me.address, data: toBatch(calls) })
    await chain.handle(relayer, [await chain.operate(me, toBatch(calls.toSpliced(4, 1)))])
    for (const call of calls.toSpliced(4, 1)) await chain.send(me, { to: me.address, data: toBatch([call]) })
  },
  'a failed batch that pays a look-alike': async (me) => {
    const calls = [
      { to: lookAlike, value: 1n },
      pay(dollar, lookAlike),
      chain.call('DevToken', marble, 'transferFrom', [bob, carol, 1n]),
    ]
    await chain.send(me, { to: me.address, data: toBatch(calls) })
    await chain.handle(relayer, [await chain.operate(me, toBatch(calls))])
  },
}

describe('attacks on histories with batches', () => {
  test('behavior: no look-alike is ever offered, and nothing that others sign is the account’s', async () => {
    const me = await createVictim()
    await chain.upgrade(me)
    await chain.deposit(relayer, me.address)
    for (const attack of Object.values(attacks)) await attack(me)
    const genuine = await chain.send(me, { to: me.address, data: toBatch([pay(dollar, carol)]) })
    // Without code, a batch is only data: signing it moves nothing.
    await chain.send(me, { to: me.address, delegateTo: chain.zeroAddress })
    await chain.send(me, { to: me.address, data: toBatch([{ to: lookAlike, value: 7n }]) })

    const history = await readHistory(await createApp(), me.address)
    const paid = history.flatMap(({ metadata, calls = [] }) =>
      [metadata, ...calls].flatMap(({ isPayment, sentTo }) =>
        isPayment && metadata.status !== 'failed' ? [sentTo] : [],
      ),
    )
    expect([...new Set(paid)].sort()).toEqual([bob, carol].map((one) => getAddress(one)))
    expect(find(history, genuine)?.metadata).toMatchObject({ isPayment: true, sentTo: getAddress(carol) })
    // The operation between two lies has only its own transfers.
    const own = history.filter(
      ({ metadata: { isPayment, sentTo } }) => isPayment && sentTo === getAddress(bob),
    )
    expect(own.map((row) => shorten(row))).toEqual([['send paid', getAddress(bob), ['out 2.5 DUSD']]])
    for (const { metadata, transfers } of history) {
      const { hash, isOwn, operationType, sentTo } = metadata
      const { from } = (await chain.rpc('eth_getTransactionByHash', [hash])) as { from: Hex }
      const isOperation = isOwn && getAddress(from) !== me.address
      if (isOperation) expect(getAddress(from)).toBe(relayer.address)
      if (isOwn) continue
      expect(['receive', 'mint', 'execute']).toContain(operationType)
      expect(sentTo).not.toBe(getAddress(lookAlike))
      if (transfers?.some(({ direction }) => direction !== 'in')) expect(operationType).toBe('execute')
    }
    // Three operations of the account were executed; what EntryPoint refused, or never saw, is not there.
    const relayed = history.filter(({ metadata }) => metadata.isOwn && metadata.sentFrom === me.address)
    expect(relayed.length).toBeGreaterThan(3)
  }, 240_000)
})
