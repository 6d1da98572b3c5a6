import { getArtifacts } from '@portico/devnet/artifacts'
import { RpcError } from '@portico/protocol'
import { encodeDeployData, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAnvil } from '../../test/startAnvil.ts'
import { readToken } from './readChainFacts.ts'
import { readTokenKind } from './readTokenKind.ts'

const chainId = 'eip155:31337'
let anvil: Awaited<ReturnType<typeof startAnvil>>
let artifacts: Awaited<ReturnType<typeof getArtifacts>>
beforeAll(async () => {
  artifacts = await getArtifacts()
  anvil = await startAnvil({ chainId: 31337 })
}, 120_000)
afterAll(() => anvil?.stop())

/** Calls the chain and throws its errors as the gateway's client does. */
async function rpc(_chainId: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(anvil.url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { code: number; message: string }
  }
  if (error) throw new RpcError({ rpcCode: error.code, message: error.message })
  return result
}

async function deploy(data: Hex): Promise<Hex> {
  const [from] = (await rpc('', 'eth_accounts', [])) as Hex[]
  const hash = await rpc('', 'eth_sendTransaction', [{ from, data }])
  const read = () => rpc('', 'eth_getTransactionReceipt', [hash]) as Promise<{ contractAddress: Hex } | null>
  await expect.poll(read, { interval: 10 }).not.toBeNull()
  return (await read())?.contractAddress as Hex
}

const deployArtifact = (name: 'DevToken' | 'Arches' | 'Keystones', args: readonly unknown[] = []) => {
  const { abi, bytecode } = artifacts[name]
  return deploy(encodeDeployData({ abi, bytecode, args } as never))
}

/** Deploys these bytes as the code of a contract. */
const deployCode = (code: string) => {
  const length = (code.length / 2).toString(16).padStart(2, '0')
  return deploy(`0x60${length}600c60003960${length}6000f3${code}`)
}

const kindOf = (token: Hex) =>
  readTokenKind({
    rpc,
    chainId,
    token,
    decimals: readToken({ rpc, chainId, token }).then(({ decimals }) => decimals),
  })

describe('readTokenKind', () => {
  test.each<[string, () => Promise<Hex>, string]>([
    ['a token', () => deployArtifact('DevToken', ['Dev USD', 'DUSD', 6]), 'erc20'],
    ['a token without decimal places', () => deployArtifact('DevToken', ['Tally', 'TLLY', 0]), 'erc20'],
    ['a collection (ERC-721)', () => deployArtifact('Arches'), 'nft'],
    // No function that is decoded depends on the kind of an ERC-1155 contract.
    ['a collection (ERC-1155)', () => deployArtifact('Keystones'), 'unclear'],
    // PUSH1 1, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN
    ['a contract that answers 1 to everything', () => deployCode('60015f5260205ff3'), 'unclear'],
    ['a contract that fails always', () => deployCode('fe'), 'unclear'],
    ['an account without code', async () => '0x1234567890abcdef1234567890abcdef12345678', 'unclear'],
  ])('behavior: %s', async (_, make, kind) => {
    expect(await kindOf(await make())).toBe(kind)
  })

  test('error: an error of the node is not an answer', async () => {
    const token = await deployArtifact('DevToken', ['Dev USD', 'DUSD', 6])
    const failing = async (chain: string, method: string, params: readonly unknown[]) => {
      if (JSON.stringify(params).includes('0x01ffc9a7'))
        throw new RpcError({ rpcCode: -32005, message: 'Too many requests.' })
      return rpc(chain, method, params)
    }
    const decimals = Promise.resolve(6)
    expect(await readTokenKind({ rpc: failing, chainId, token, decimals })).toBe('unclear')
    expect(await readTokenKind({ rpc, chainId, token, decimals })).toBe('erc20')
  })

  test.each([
    [3, 'execution reverted'],
    [-32000, 'execution reverted'],
    [-32015, 'VM execution error.'],
    [-32000, 'invalid opcode: INVALID'],
    [-32000, 'invalid jump destination'],
    [-32603, 'EVM error InvalidFEOpcode'],
  ])('behavior: code %s, "%s": the contract refused the call', async (rpcCode, message) => {
    const refusing = async () => {
      throw new RpcError({ rpcCode, message })
    }
    const decimals = Promise.resolve(6)
    expect(await readTokenKind({ rpc: refusing, chainId, token: '0x', decimals })).toBe('erc20')
  })
})
