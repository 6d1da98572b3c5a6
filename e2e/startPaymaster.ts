import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { devnetManifest } from '@portico/devnet/manifest'
import { encodeFunctionData, parseAbi, parseEther, toHex } from 'viem'
import { createTestCertificate } from '../apps/gateway/src/testing/createTestCertificate.ts'
import { callChain } from './callChain.ts'
import { paymasterFile, paymasterHost } from './paymasterHost.ts'
import type { Stack } from './stack.ts'

const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const address = '0x00000000000000000000000000000000000fee00'
/** Answers every call with an empty context and 0: it pays for every operation, and does nothing afterwards. */
const code = '0x60405f5260605ff3'

/**
 * Starts a paymaster of somebody else, at a host that project `local` allows: a contract with a deposit on Local One, and an ERC-7677
 * service that the gateway reaches by https.
 */
export async function startPaymaster(stack: Stack): Promise<{
  url: string
  /** The methods it was asked for. */
  asked: string[]
  close(): Promise<void>
}> {
  const value = toHex(parseEther('1'))
  const data = encodeFunctionData({
    abi: parseAbi(['function depositTo(address account) payable']),
    args: [address],
  })
  await callChain(stack, 'anvil_setCode', [address, code])
  const from = devnetManifest.accounts[0]?.address
  await callChain(stack, 'eth_sendTransaction', [{ from, to: entryPoint, data, value }])
  const asked: string[] = []
  const { cert, key } = createTestCertificate({ names: [paymasterHost] })
  const server = createServer({ cert, key }, async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { id, method } = JSON.parse(body)
    asked.push(method)
    response.setHeader('content-type', 'application/json')
    const result = { paymaster: address, paymasterData: '0x' }
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  writeFileSync(paymasterFile(stack.dataDir), JSON.stringify({ port, cert }))
  return {
    url: `https://${paymasterHost}/rpc`,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
