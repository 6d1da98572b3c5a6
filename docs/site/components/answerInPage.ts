import {
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
  toHex,
  zeroHash,
} from 'viem'

/** A path of this site that nothing serves. Below it, each network has its chain ID. */
const path = '/example-node/'

type RpcRequest = { id: number; method: string; params?: readonly unknown[] }

/** The absolute URL of the node of a network. */
export const toNodeUrl = (chainId: number) => new URL(path + chainId, location.href).href

/**
 * Answers the JSON-RPC requests to the nodes of the examples in the page, so that these need no server, and leaves all other requests
 * to the browser. Every account has 2.5 ETH; a transaction that is sent is mined at once, and moves nothing.
 */
export function answerInPage(): void {
  const next = window.fetch.bind(window)
  const answers = new Map<number, ReturnType<typeof createNode>>()
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname } = new URL(request.url)
    if (origin !== location.origin || !pathname.startsWith(path)) return next(input, init)
    const chainId = Number(pathname.slice(path.length))
    const answer = answers.get(chainId) ?? createNode(chainId)
    answers.set(chainId, answer)
    const body = (await request.json()) as RpcRequest | RpcRequest[]
    return Response.json(await (Array.isArray(body) ? Promise.all(body.map(answer)) : answer(body)))
  }
}

function createNode(chainId: number) {
  const receipts = new Map<Hex, Awaited<ReturnType<typeof mine>>>()
  const toBlock = (count: number) => ({
    number: toHex(count),
    hash: keccak256(toHex(count)),
    parentHash: zeroHash,
    timestamp: toHex(Math.floor(Date.now() / 1000)),
    baseFeePerGas: '0x5f5e100',
    gasLimit: '0x1c9c380',
    gasUsed: '0x0',
    transactions: [],
  })
  const methods: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_chainId: () => toHex(chainId),
    eth_blockNumber: () => toHex(receipts.size + 1),
    eth_getBlockByNumber: () => toBlock(receipts.size + 1),
    eth_getBalance: () => '0x22b1c8c1227a0000', // 2.5 ETH
    eth_getCode: () => '0x',
    eth_gasPrice: () => '0x3b9aca00',
    eth_maxPriorityFeePerGas: () => '0x5f5e100',
    eth_estimateGas: () => '0x5208',
    eth_getTransactionCount: () => toHex(receipts.size),
    eth_getTransactionReceipt: ([hash]) => receipts.get(hash as Hex) ?? null,
    eth_sendRawTransaction: async ([raw]) => {
      const receipt = await mine(raw as TransactionSerialized, toBlock(receipts.size + 2))
      receipts.set(receipt.transactionHash, receipt)
      return receipt.transactionHash
    },
  }
  return async ({ id, method, params = [] }: RpcRequest) => {
    const run = methods[method]
    if (run) return { jsonrpc: '2.0', id, result: await run(params) }
    return { jsonrpc: '2.0', id, error: { code: -32601, message: `The examples have no ${method}.` } }
  }
}

async function mine(raw: TransactionSerialized, block: { number: Hex; hash: Hex }) {
  const { to } = parseTransaction(raw)
  const from = await recoverTransactionAddress({ serializedTransaction: raw })
  return {
    transactionHash: keccak256(raw),
    transactionIndex: '0x0',
    blockNumber: block.number,
    blockHash: block.hash,
    from: from.toLowerCase(),
    to: to?.toLowerCase() ?? null,
    status: '0x1',
    type: '0x2',
    gasUsed: '0x5208',
    cumulativeGasUsed: '0x5208',
    effectiveGasPrice: '0x3b9aca00',
    contractAddress: null,
    logs: [],
    logsBloom: `0x${'0'.repeat(512)}`,
  }
}
