import {
  concatHex,
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionResult,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
} from 'viem'
import { hasOwnBytes } from '../../chains/shared/abi/hasOwnBytes.ts'
import { normalizeName } from '../names/normalizeName.ts'
import type { NameStore } from '../names/store.ts'
import { answerQuery } from './answerQuery.ts'
import type { NameSigner } from './NameSigner.ts'
import { readDnsName } from './readDnsName.ts'

/** A response, or an error in the form of ERC-3668. */
export type CcipAnswer = { ok: true; data: Hex } | { ok: false; status: 400 | 404; message: string }

/** Answers the requests that clients make for a resolver contract (ERC-3668). */
export type CcipService = {
  answer(query: { sender: string; data: string }): Promise<CcipAnswer>
}

const resolver = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])
const batch = parseAbi([
  'struct Request { address sender; string[] urls; bytes data; }',
  'function query(Request[] requests) view returns (bool[] failures, bytes[] responses)',
  'error HttpError(uint16 status, string message)',
])
const batchSelector = '0xa780bab6'
const maxBatch = 32
/** How long the contract accepts a response, in seconds. */
export const responseLifetime = 300

/** Creates the service that signs records of stored names for the contracts in `resolvers`. */
export function createCcipService({
  store,
  zone,
  resolvers,
  signer,
  now = Date.now,
}: {
  store: Pick<NameStore, 'get'>
  /** The zone of the names in the store: every name ends with it. */
  zone: string
  /** In lower case. */
  resolvers: readonly string[]
  signer: NameSigner
  now?: () => number
}): CcipService {
  async function answerOne(sender: string, data: Hex): Promise<CcipAnswer> {
    // A signature for an unknown contract could be used at a contract that trusts the same key for other names.
    if (!resolvers.includes(sender.toLowerCase()))
      return refuse(404, 'This gateway does not answer for that contract.')
    let name: string | undefined
    let call: Hex
    try {
      const { args } = decodeFunctionData({ abi: resolver, data })
      name = readDnsName(args[0])
      call = args[1]
    } catch {
      return refuse(400, 'The data is not a call to resolve(bytes,bytes).')
    }
    if (name === undefined || normalizeName(name) !== name) return refuse(400, 'The name is not well-formed.')
    // A contract may have gateways for several zones. An empty record for a foreign name would be a false statement.
    if (name !== zone && !name.endsWith(`.${zone}`))
      return refuse(404, `This gateway serves only names that end with ${zone}.`)
    const row = await store.get(name)
    const result = answerQuery({ data: call, name, row })
    if (result === undefined)
      return refuse(400, 'The resolver does not support this call, or the call is about another name.')
    const expires = BigInt(Math.floor(now() / 1000) + responseLifetime)
    // EIP-191 version 0 with the contract as the validator: valid for this contract, this request and this time only.
    const digest = keccak256(
      concatHex([
        '0x1900',
        sender.toLowerCase() as Hex,
        numberToHex(expires, { size: 8 }),
        keccak256(data),
        keccak256(result),
      ]),
    )
    const signature = await signer.sign(digest)
    return {
      ok: true,
      data: encodeAbiParameters(
        [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
        [result, expires, signature],
      ),
    }
  }

  /** Answers a batch (ENSIP-21). Requests for other gateways are not forwarded, because their URLs are untrusted. */
  async function answerBatch(data: Hex): Promise<CcipAnswer> {
    let requests: readonly { sender: Hex; data: Hex }[]
    const isPlain = hasOwnBytes(`0x${data.slice(10)}`, {
      maxItems: maxBatch,
      // The third of an item's words is the offset of the data.
      bytesAt: (item, wordAt) => item + wordAt(item + 64),
    })
    if (!isPlain) return refuse(400, `A batch has at most ${maxBatch} requests, each with bytes of its own.`)
    try {
      requests = decodeFunctionData({ abi: batch, data }).args[0]
    } catch {
      return refuse(400, 'The data is not a call to query((address,string[],bytes)[]).')
    }
    const answers = await Promise.all(requests.map((request) => answerOne(request.sender, request.data)))
    return {
      ok: true,
      data: encodeFunctionResult({
        abi: batch,
        functionName: 'query',
        result: [
          answers.map(({ ok }) => !ok),
          answers.map((answer) =>
            answer.ok
              ? answer.data
              : encodeErrorResult({
                  abi: batch,
                  errorName: 'HttpError',
                  args: [answer.status, answer.message],
                }),
          ),
        ],
      }),
    }
  }

  return {
    async answer({ sender, data }) {
      if (!/^0x[0-9a-fA-F]{40}$/.test(sender)) return refuse(400, 'The sender is not an address.')
      if (!/^0x(?:[0-9a-fA-F]{2}){4,16384}$/.test(data)) return refuse(400, 'The data is not a call.')
      const call = data.toLowerCase() as Hex
      return call.startsWith(batchSelector) ? answerBatch(call) : answerOne(sender, call)
    },
  }
}

function refuse(status: 400 | 404, message: string): CcipAnswer {
  return { ok: false, status, message }
}
