import { encodeFunctionData, parseAbi, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createScriptedApprover } from '../../test/createScriptedApprover.ts'
import { createTestSigner } from '../../test/createTestSigner.ts'
import { startAnvil } from '../../test/startAnvil.ts'
import { createRequests } from './createRequests.ts'

const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const fresh = '0x1234567890AbcdEF1234567890aBcdef12345678'

let anvil: Awaited<ReturnType<typeof startAnvil>>
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337 })
})
afterAll(() => anvil.stop())

async function rpc(_chainId: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(anvil.url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(error.message)
  return result
}

function createWallet() {
  const approver = createScriptedApprover()
  const requests = createRequests({
    session: {
      address: account.address,
      origin: 'http://localhost:4400',
      projectId: 'local',
      dapp: {},
      chainId: () => 'eip155:31337',
      solanaAddress: () => undefined,
      openSigner: async () => createTestSigner(account),
    },
    surface: { show() {}, hide() {} },
    approver,
    riskLimits: { usd: 100, share: 0.5 },
    rpc,
    async gateway(path) {
      if (path === '/wallet/v1/nonces')
        return { nonce: Number(await rpc('', 'eth_getTransactionCount', [account.address, 'pending'])) }
      // No simulation is available: the request is high risk and shows the decoded calldata.
      throw new Error('problem')
    },
  })
  let count = 0
  const send = (transaction: object) =>
    requests.handle({
      id: `${count++}`.padStart(32, '0'),
      method: 'eth_sendTransaction',
      params: [transaction],
    })
  return { send, approver }
}

describe('a transaction on a real chain', () => {
  test('behavior: the mined transaction is the one that was shown', async () => {
    const { send, approver } = createWallet()
    const hash = await send({
      from: account.address,
      to: fresh,
      value: `0x${parseEther('1.5').toString(16)}`,
    })
    const description = approver.questions[0]?.description
    expect(description).toMatchObject({ title: 'Send 1.5 ETH', risk: 'high' })
    // The node mines it a moment after it has accepted it.
    const receipt = await vi.waitFor(async () => {
      const found = await rpc('', 'eth_getTransactionReceipt', [hash])
      expect(found).not.toBeNull()
      return found as Record<string, string>
    })
    expect(receipt.status).toBe('0x1')
    const mined = (await rpc('', 'eth_getTransactionByHash', [hash])) as Record<string, string>
    const shown = new Map(
      [...(description?.facts ?? []), ...(description?.details ?? [])].map(({ label, value }) => [
        label,
        value,
      ]),
    )
    expect(mined.to?.toLowerCase()).toBe(shown.get('To')?.toLowerCase())
    expect(mined.from?.toLowerCase()).toBe(shown.get('From')?.toLowerCase())
    expect(`${Number(mined.nonce)}`).toBe(shown.get('Nonce'))
    expect(BigInt(mined.value ?? 0)).toBe(parseEther('1.5'))
    expect(Number(mined.gas).toLocaleString('en')).toBe(shown.get('Gas, at most'))
    expect(BigInt((await rpc('', 'eth_getBalance', [fresh, 'latest'])) as string)).toBe(parseEther('1.5'))
  })

  test('behavior: data arrives byte by byte, and the second transaction has the next nonce', async () => {
    const { send, approver } = createWallet()
    const abi = parseAbi(['function transfer(address to, uint256 amount)'])
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [bob, 5n] })
    const hashes = [await send({ to: bob, data }), await send({ to: bob, data, gas: '0x186a0' })]
    const mined = (await Promise.all(
      hashes.map((hash) => rpc('', 'eth_getTransactionByHash', [hash])),
    )) as Record<string, string>[]
    expect(mined.map(({ input }) => input)).toEqual([data, data])
    expect(Number(mined[1]?.nonce)).toBe(Number(mined[0]?.nonce) + 1)
    expect(Number(mined[1]?.gas)).toBe(100_000)
    // The address has no contract: the visitor was warned.
    expect(approver.questions[0]?.description.warnings.map(({ text }) => text).join()).toContain(
      'no contract',
    )
  })
})
