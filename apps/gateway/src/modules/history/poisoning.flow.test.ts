import { getArtifacts } from '@portico/devnet/artifacts'
import { historyResponse, type Transaction } from '@portico/protocol/gateway'
import { encodeDeployData, encodeFunctionData, getAddress, type Hex, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { type Anvil, startAnvil } from '../../testing/startAnvil.ts'

const histories = 30
const artifacts = await getArtifacts()

/** One account with the people it pays, and for each an address that begins and ends alike. */
type Victim = { me: Hex; friends: readonly Hex[]; lookAlikes: readonly Hex[] }

let anvil: Anvil
let attacker: Hex
let accounts: readonly Hex[]
let dollar: Hex
let stones: Hex
beforeAll(async () => {
  anvil = await startAnvil(['--accounts', String(histories + 2), '--auto-impersonate'])
  accounts = (await anvil.rpc('eth_accounts')) as Hex[]
  attacker = accounts.at(-1) as Hex
  dollar = await deploy('DevToken', ['Dev USD', 'DUSD', 6])
  stones = await deploy('Keystones')
}, 120_000)
afterAll(() => anvil?.stop())

async function transact(transaction: { from: Hex; to?: Hex; data?: Hex; value?: bigint }) {
  const { value = 0n, ...rest } = transaction
  const call = { ...rest, value: toHex(value), gas: '0x5b8d80' }
  const hash = (await anvil.rpc('eth_sendTransaction', [call])) as Hex
  const receipt = () => anvil.rpc('eth_getTransactionReceipt', [hash])
  await vi.waitFor(async () => expect(await receipt()).not.toBeNull(), { interval: 5, timeout: 15_000 })
  return (await receipt()) as { status: Hex; contractAddress: Hex }
}

async function deploy(name: 'DevToken' | 'Keystones' | 'Counterfeit', args: readonly unknown[] = []) {
  const { abi, bytecode } = artifacts[name]
  return (await transact({ from: attacker, data: encodeDeployData({ abi, bytecode, args }) })).contractAddress
}

async function call(
  [name, to]: readonly ['DevToken' | 'Keystones' | 'Counterfeit', Hex],
  from: Hex,
  functionName: string,
  args: readonly unknown[],
  value = 0n,
): Promise<void> {
  const data = encodeFunctionData({ abi: artifacts[name].abi, functionName, args })
  expect((await transact({ from, to, data, value })).status).toBe('0x1')
}

function toVictim(me: Hex, index: number): Victim {
  const at = (middle: number) => (who: number) =>
    `0xa${who}${toHex(index, { size: 1 }).slice(2)}${String(middle).repeat(32)}beef` as Hex
  return { me, friends: [1, 2, 3].map(at(5)), lookAlikes: [1, 2, 3].map(at(6)) }
}

const amount = 25_000_000n
/** What attackers do, and what they make victims do. */
const poisons: Readonly<Record<string, (victim: Victim, lookAlike: Hex) => Promise<void>>> = {
  'a zero transfer of a real token': ({ me }, to) =>
    call(['DevToken', dollar], attacker, 'transferFrom', [me, to, 0n]),
  'a counterfeit token that was "sent"': async ({ me }, to) =>
    call(['Counterfeit', await deploy('Counterfeit', ['Dev USD', 'DUSD', to])], attacker, 'report', [
      me,
      to,
      amount,
    ]),
  'a token whose name is a URL': async ({ me }, to) =>
    call(
      ['Counterfeit', await deploy('Counterfeit', ['Claim at https://evil.example', 'evil.example', to])],
      attacker,
      'report',
      [me, to, amount],
    ),
  'a counterfeit token that was "received"': async ({ me }, from) =>
    call(['Counterfeit', await counterfeit(from)], attacker, 'report', [from, me, amount]),
  'a counterfeit swap': async ({ me }, to) =>
    call(['Counterfeit', await counterfeit(to)], attacker, 'reportSwap', [me, to, amount]),
  'a counterfeit transfer to oneself': async ({ me }, to) =>
    call(['Counterfeit', await counterfeit(to)], attacker, 'report', [me, me, amount]),
  'a counterfeit burn': async ({ me }, to) =>
    call(['Counterfeit', await counterfeit(to)], attacker, 'report', [me, `0x${'0'.repeat(40)}`, amount]),
  'a counterfeit ERC-1155': async ({ me }, to) =>
    call(['Counterfeit', await counterfeit(to)], attacker, 'reportSingle', [me, to, 1n, 1n]),
  'a counterfeit NFT': async ({ me }, to) =>
    call(['Counterfeit', await counterfeit(to)], attacker, 'reportNft', [me, to, 7n]),
  'coin dust from the look-alike': async ({ me }, from) => {
    await fund(from)
    await transact({ from, to: me, value: 1n })
  },
  'token dust from the look-alike': async ({ me }, from) => {
    await fund(from)
    await call(['DevToken', dollar], attacker, 'mint', [from, 1n])
    await call(['DevToken', dollar], from, 'transfer', [me, 1n])
  },
  'a real ERC-1155 from the look-alike': async ({ me }, from) => {
    await fund(from)
    await call(['Keystones', stones], attacker, 'mint', [from, 1n, 1n])
    await call(['Keystones', stones], from, 'safeTransferFrom', [from, me, 1n, 1n, '0x'])
  },
  'coins and a counterfeit transfer at once': async ({ me }, to) =>
    call(['Counterfeit', await counterfeit(to)], attacker, 'payAndReport', [me], 3n),
  'the data of a transfer, sent to the account': async ({ me }, to) => {
    const data = encodeFunctionData({
      abi: artifacts.DevToken.abi,
      functionName: 'transfer',
      args: [to, amount],
    })
    await transact({ from: attacker, to: me, data })
  },
  'real tokens taken with an allowance': async ({ me }, to) => {
    await call(['DevToken', dollar], attacker, 'mint', [me, amount])
    await call(['DevToken', dollar], me, 'approve', [attacker, amount])
    await call(['DevToken', dollar], attacker, 'transferFrom', [me, to, amount])
  },
  'a claim that the victim signs': async ({ me }, to) =>
    call(['Counterfeit', await counterfeit(to)], me, 'claim', []),
  'a counterfeit token that the victim tries to send': async (victim, to) =>
    call(['Counterfeit', await counterfeit(to)], victim.me, 'transfer', [victim.friends[0], amount]),
  'a counterfeit token that the victim sends to the look-alike': async ({ me }, to) =>
    call(['Counterfeit', await counterfeit(to)], me, 'transfer', [to, 5n]),
  'a worthless token that the victim sends to the look-alike': async ({ me }, to) => {
    const token = await deploy('DevToken', ['Dev USD', 'DUSD', 6])
    await call(['DevToken', token], attacker, 'mint', [me, 5n])
    await call(['DevToken', token], me, 'transfer', [to, 5n])
  },
  'a worthless NFT that the victim sends to the look-alike': async ({ me }, to) => {
    await call(['Keystones', stones], attacker, 'mint', [me, 3n, 1n])
    await call(['Keystones', stones], me, 'safeTransferFrom', [me, to, 3n, 1n, '0x'])
  },
  'a zero transfer of a real token that the victim signs': ({ me }, to) =>
    call(['DevToken', dollar], me, 'transfer', [to, 0n]),
  'an empty call that the victim signs': async ({ me }, to) => {
    await transact({ from: me, to: await counterfeit(to) })
  },
}

const counterfeit = (decoy: Hex) => deploy('Counterfeit', ['Dev USD', 'DUSD', decoy])
const fund = (account: Hex) => anvil.rpc('anvil_setBalance', [account, toHex(parseEther('1'))])

/** Pays every friend, in coins, listed tokens and both. */
async function pay({ me, friends: [first, second, third] }: Victim): Promise<void> {
  await transact({ from: me, to: first as Hex, value: 5n })
  await call(['DevToken', dollar], attacker, 'mint', [me, amount])
  await call(['DevToken', dollar], me, 'transfer', [second, amount])
  await call(['DevToken', dollar], attacker, 'mint', [me, amount])
  await call(['DevToken', dollar], me, 'transfer', [third, amount])
  await transact({ from: me, to: third as Hex, value: 5n })
}

async function readHistory({ get }: TestApp, account: Hex): Promise<Transaction[]> {
  const found: Transaction[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const response = await get(`/v1/account/eip155:31337:${account}/history?limit=50${query}`)
    const page = historyResponse.parse(await response.json())
    found.push(...page.data)
    cursor = page.next
  }
  return found
}

/** The people that an account has paid: whom a page may offer as recipients. */
const paid = (history: readonly Transaction[]) =>
  new Set(history.flatMap(({ metadata: { isPayment, sentTo } }) => (isPayment ? [sentTo] : [])))

describe('poisoned histories', () => {
  test('behavior: no history offers a look-alike as somebody whom the account has paid', async () => {
    const kinds = Object.entries(poisons)
    const victims = accounts.slice(0, histories).map(toVictim)
    for (const [index, victim] of victims.entries()) {
      // One kind each, as often as an attacker repeats it; the rest of the histories mix them all.
      const chosen = kinds[index] ? [kinds[index], kinds[index], kinds[index]] : kinds
      const half = Math.ceil(chosen.length / 2)
      for (const [at, [, poison]] of chosen.entries()) {
        if (at === half) await pay(victim)
        await poison(victim, victim.lookAlikes[(at + index) % 3] as Hex)
      }
    }
    const app = await createTestApp({
      rpcUrls: { 'eip155:31337': [anvil.url] },
      env: { TOKENS: JSON.stringify({ 'eip155:31337': [{ address: dollar }] }) },
    })
    const offered: string[] = []
    for (const victim of victims) {
      const history = await readHistory(app, victim.me)
      const known = paid(history)
      // The kit learns these; without them a test of the others would prove nothing.
      expect([...known]).toEqual(expect.arrayContaining(victim.friends.map((one) => getAddress(one))))
      offered.push(...victim.lookAlikes.filter((one) => known.has(getAddress(one))))
      for (const { metadata, transfers } of history) {
        const sender = await senderOf(metadata.hash as Hex)
        expect([metadata.hash, metadata.isOwn]).toEqual([metadata.hash, sender === victim.me])
        // Nothing that others have signed looks like a payment, burn or swap of the account.
        if (!metadata.isOwn) {
          expect(['receive', 'mint', 'execute']).toContain(metadata.operationType)
          if (transfers?.some(({ direction }) => direction !== 'in'))
            expect(metadata.operationType).toBe('execute')
          expect(victim.lookAlikes.map((one) => getAddress(one))).not.toContain(metadata.sentTo)
        }
      }
    }
    expect(offered).toEqual([])
  }, 300_000)
})

async function senderOf(hash: Hex): Promise<string> {
  return ((await anvil.rpc('eth_getTransactionByHash', [hash])) as { from: string }).from
}
