import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeAbiParameters, decodeFunctionData, encodeFunctionResult, type Hex, parseAbi } from 'viem'
import { onTestFinished } from 'vitest'

const abi = parseAbi([
  'function idOf(address owner) view returns (uint256)',
  'function keyDataOf(uint256 fid, bytes key) view returns ((uint8 state, uint32 keyType))',
])

/** What is on the chain of a node of tests. Addresses are in lower case. */
export interface Registry {
  /** OP Mainnet by default. */
  chainId?: number
  /** Owner → fid. */
  owners: Record<string, bigint>
  /** `fid address` → key. */
  keys: Record<string, { state: number; keyType: number }>
  /** Contract → what every call of it returns; `revert` for a call that fails. */
  contracts: Record<string, Hex | 'revert'>
}

interface RpcRequest {
  id: unknown
  method: string
  params: [Hex | { to: Hex; data: Hex }, string]
}

/**
 * Starts a node that answers from a registry, until the test ends. `answer` replaces how it responds to a request.
 *
 * @returns its URL.
 */
export async function startRegistryNode({
  registry,
  answer,
}: {
  registry: Registry
  answer?: (response: ServerResponse, request: RpcRequest) => void
}): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const rpc = JSON.parse(body) as RpcRequest
    if (answer) return answer(response, rpc)
    response.end(JSON.stringify({ jsonrpc: '2.0', id: rpc.id, ...respond(registry, rpc) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function respond(
  { chainId = 10, owners, keys, contracts }: Registry,
  { method, params: [target] }: RpcRequest,
): object {
  if (method === 'eth_chainId') return { result: `0x${chainId.toString(16)}` }
  if (typeof target === 'string') {
    if (method !== 'eth_getCode') throw new Error(`There is no ${method}.`)
    return { result: target.toLowerCase() in contracts ? '0xfe' : '0x' }
  }
  const contract = contracts[target.to.toLowerCase()]
  if (contract === 'revert') return { error: { code: 3, message: 'execution reverted' } }
  if (contract) return { result: contract }
  const { functionName, args } = decodeFunctionData({ abi, data: target.data })
  if (functionName === 'idOf') {
    const result = owners[args[0].toLowerCase()] ?? 0n
    return { result: encodeFunctionResult({ abi, functionName, result }) }
  }
  const [signer] = decodeAbiParameters([{ type: 'address' }], args[1])
  const result = keys[`${args[0]} ${signer.toLowerCase()}`] ?? { state: 0, keyType: 0 }
  return { result: encodeFunctionResult({ abi, functionName, result }) }
}
