import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { checksumAddress } from '@portico/siwx'
import type { Hex } from 'viem'
import type { TreeNode } from '../approve/Description.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import { baseType, type TypedData, type TypedField } from './readTypedData.ts'
import { typedText } from './typedData/copy.ts'

/** A value as it went into the hash. */
export type TypedValue =
  | string
  | bigint
  | boolean
  | readonly TypedValue[]
  | { readonly [name: string]: TypedValue }

export type HashedTypedData = {
  hash: Hex
  /** The primary type with the types it refers to, as it went into the hash (`encodeType` of EIP-712). */
  type: string
  /** The values that went into the hash, and no others. */
  domain: Readonly<Record<string, TypedValue>>
  message: Readonly<Record<string, TypedValue>>
  domainTree: TreeNode[]
  messageTree: TreeNode[]
}

type Encoded = { word: Uint8Array; value: TypedValue; node: TreeNode }

const maxDepth = 8
/** Bounds the time of hashing: 64 KiB of JSON could hold 30 000 values. */
const maxNodes = 2048
const trailingBrackets = /\[(\d*)\]$/

/**
 * Hashes typed data (EIP-712) and builds the tree to show in the same walk, so that exactly the shown data is signed. A missing
 * struct, as in recursive types, is encoded as 32 zero bytes, as other wallets do.
 *
 * @throws {RequestRefusedError} if a value does not match its type; values are never truncated or converted
 * @see https://eips.ethereum.org/EIPS/eip-712#definition-of-hashstruct
 */
export function hashTypedData({ types, primaryType, domain, message }: TypedData): HashedTypedData {
  const typeHashes = new Map<string, Uint8Array>()
  let nodes = 0

  const encodedDomain = hashStruct('EIP712Domain', domain, 'EIP712Domain', 0)
  // If the primary type is the domain, there is no message: it is neither hashed nor shown.
  const encodedMessage =
    primaryType === 'EIP712Domain' ? undefined : hashStruct(primaryType, message, primaryType, 0)
  const words = encodedMessage ? [encodedDomain.word, encodedMessage.word] : [encodedDomain.word]
  return {
    hash: `0x${bytesToHex(keccak_256(concatBytes(new Uint8Array([0x19, 0x01]), ...words)))}`,
    type: encodeType(primaryType, types),
    domain: encodedDomain.value as Record<string, TypedValue>,
    message: (encodedMessage?.value ?? {}) as Record<string, TypedValue>,
    domainTree: encodedDomain.node.children ?? [],
    messageTree: encodedMessage?.node.children ?? [],
  }

  function hashStruct(
    type: string,
    data: Readonly<Record<string, unknown>>,
    label: string,
    depth: number,
  ): Encoded {
    if (depth > maxDepth) refuse(`Typed data may be nested ${maxDepth} deep.`)
    const value: Record<string, TypedValue> = Object.create(null)
    const children: TreeNode[] = []
    const words = [typeHashOf(type)]
    for (const { name, type: fieldType } of types[type] ?? []) {
      const field = encode(fieldType, Object.hasOwn(data, name) ? data[name] : undefined, name, depth + 1)
      words.push(field.word)
      value[name] = field.value
      children.push(field.node)
    }
    return { word: keccak_256(concatBytes(...words)), value, node: { label, type, children } }
  }

  function encode(type: string, data: unknown, label: string, depth: number): Encoded {
    nodes += 1
    if (nodes > maxNodes) refuse('Typed data has too many values to be read.')
    if (depth > maxDepth) refuse(`Typed data may be nested ${maxDepth} deep.`)
    const brackets = trailingBrackets.exec(type)
    if (brackets) {
      if (!Array.isArray(data)) refuse(`${label} must be a list.`)
      const entries = data as unknown[]
      if (brackets[1] && Number(brackets[1]) !== entries.length)
        refuse(`${label} must have ${brackets[1]} entries.`)
      const inner = type.slice(0, brackets.index)
      const encoded = entries.map((entry, index) => encode(inner, entry, `${index}`, depth + 1))
      return {
        word: keccak_256(concatBytes(...encoded.map(({ word }) => word))),
        value: encoded.map(({ value }) => value),
        node: { label, type, children: encoded.map(({ node }) => node) },
      }
    }
    if (Object.hasOwn(types, type)) {
      if (data === null || data === undefined)
        return {
          word: new Uint8Array(32),
          value: {},
          node: { label, type, value: typedText('typed.fields.nothing') },
        }
      if (typeof data !== 'object' || Array.isArray(data)) refuse(`${label} must be an object.`)
      return hashStruct(type, data as Record<string, unknown>, label, depth)
    }
    const { word, value } = encodeAtom(type, data, label)
    return { word, value, node: { label, type, value: `${value}` } }
  }

  function typeHashOf(type: string): Uint8Array {
    const known = typeHashes.get(type)
    if (known) return known
    const hash = keccak_256(utf8ToBytes(encodeType(type, types)))
    typeHashes.set(type, hash)
    return hash
  }
}

function encodeType(type: string, types: TypedData['types']): string {
  const found = new Set([type])
  // A set can grow during iteration: every referenced type is visited once.
  for (const name of found)
    for (const field of types[name] ?? []) {
      const base = baseType(field.type)
      if (Object.hasOwn(types, base)) found.add(base)
    }
  const [first, ...others] = [...found]
  const print = (fields: readonly TypedField[]) =>
    fields.map((field) => `${field.type} ${field.name}`).join(',')
  return [first as string, ...others.sort()].map((name) => `${name}(${print(types[name] ?? [])})`).join('')
}

function encodeAtom(
  type: string,
  data: unknown,
  label: string,
): { word: Uint8Array; value: string | bigint | boolean } {
  if (type === 'string') {
    if (typeof data !== 'string') refuse(`${label} must be a string.`)
    return { word: keccak_256(utf8ToBytes(data)), value: data }
  }
  if (type === 'bool') {
    if (typeof data !== 'boolean') refuse(`${label} must be true or false.`)
    return { word: toWord(data ? 1n : 0n), value: data }
  }
  if (type === 'address') {
    if (typeof data !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(data)) refuse(`${label} must be an address.`)
    return { word: toWord(BigInt(data)), value: checksumAddress(data.toLowerCase()) ?? data }
  }
  if (type.startsWith('bytes')) {
    const bytes = readBytes(data, label)
    if (type === 'bytes') return { word: keccak_256(bytes), value: `0x${bytesToHex(bytes)}` }
    if (bytes.length !== Number(type.slice(5))) refuse(`${label} must be ${type.slice(5)} bytes.`)
    const word = new Uint8Array(32)
    word.set(bytes)
    return { word, value: `0x${bytesToHex(bytes)}` }
  }
  const number = readInteger(data, label)
  const isSigned = type.startsWith('int')
  const bits = BigInt(type.replace(/^u?int/, '') || '256')
  const [least, most] = isSigned ? [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n] : [0n, 2n ** bits - 1n]
  if (number < least || number > most) refuse(`${label} does not fit into ${type}.`)
  return { word: toWord(BigInt.asUintN(256, number)), value: number }
}

function readInteger(data: unknown, label: string): bigint {
  if (typeof data === 'number' && Number.isSafeInteger(data)) return BigInt(data)
  if (typeof data === 'string' && data.length <= 80 && /^(-?\d+|0x[0-9a-f]{1,64})$/i.test(data))
    return BigInt(data)
  return refuse(`${label} must be an integer; write large numbers as strings.`)
}

function readBytes(data: unknown, label: string): Uint8Array {
  if (typeof data !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(data))
    refuse(`${label} must be bytes: 0x and pairs of hex digits.`)
  return hexToBytes(data.slice(2))
}

function toWord(value: bigint): Uint8Array {
  return hexToBytes(value.toString(16).padStart(64, '0'))
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}
