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
import { normalizeName } from '../normalizeName.ts'
import type { NameStore } from '../store.ts'
import { answerQuery } from './answerQuery.ts'
import type { NameSigner } from './NameSigner.ts'
import { readDnsName } from './readDnsName.ts'

/** An answer, or why there is none: what clients of ERC-3668 understand. */
export type CcipAnswer = { ok: true; data: Hex } | { ok: false; status: 400 | 404; message: string }

/** Answers what a resolver contract asks on behalf of somebody's client (ERC-3668). */
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
/** Seconds an answer may be kept, and shown to the contract. */
export const answerLife = 300

/** Signed answers about the names of a store, for the contracts of `resolvers`. */
export function createCcipService({
  store,
  zone,
  resolvers,
  signer,
  now = Date.now,
}: {
  store: Pick<NameStore, 'get'>
  /** What the names end in that are kept here. */
  zone: string
  /** In lower case. */
  resolvers: readonly string[]
  signer: NameSigner
  now?: () => number
}): CcipService {
  async function answerOne(sender: string, data: Hex): Promise<CcipAnswer> {
    // A signature for another contract could be shown to one that trusts the same key for other names.
    if (!resolvers.includes(sender.toLowerCase()))
      return no(404, 'This gateway does not answer for that contract.')
    let name: string | undefined
    let call: Hex
    try {
      const { args } = decodeFunctionData({ abi: resolver, data })
      name = readDnsName(args[0])
      call = args[1]
    } catch {
      return no(400, 'The data is no call of resolve(bytes,bytes).')
    }
    if (name === undefined || normalizeName(name) !== name) return no(400, 'The name is not well-formed.')
    // Of others nothing is known, and "empty" would be a signed lie: a contract may have gateways of several zones.
    if (name !== zone && !name.endsWith(`.${zone}`))
      return no(404, `This gateway keeps the names of ${zone} alone.`)
    const row = await store.get(name)
    const result = answerQuery({ data: call, name, row })
    if (result === undefined) return no(400, 'The call is none this resolver knows, or about another name.')
    const expires = BigInt(Math.floor(now() / 1000) + answerLife)
    // EIP-191 version 0 with the contract as the validator: good for this contract, this question, this time.
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

  /** ENSIP-21: several questions at once. Those for other gateways are not passed on: nobody is sent anywhere by us. */
  async function answerBatch(data: Hex): Promise<CcipAnswer> {
    let requests: readonly { sender: Hex; data: Hex }[]
    try {
      requests = decodeFunctionData({ abi: batch, data }).args[0]
    } catch {
      return no(400, 'The data is no call of query((address,string[],bytes)[]).')
    }
    if (requests.length > maxBatch) return no(400, `At most ${maxBatch} questions at once.`)
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
      if (!/^0x[0-9a-fA-F]{40}$/.test(sender)) return no(400, 'The sender is no address.')
      if (!/^0x(?:[0-9a-fA-F]{2}){4,16384}$/.test(data)) return no(400, 'The data is no call.')
      const call = data.toLowerCase() as Hex
      return call.startsWith(batchSelector) ? answerBatch(call) : answerOne(sender, call)
    },
  }
}

function no(status: 400 | 404, message: string): CcipAnswer {
  return { ok: false, status, message }
}
