import { type AbiType, type AbiValue, isDynamic } from './AbiType.ts'

/**
 * Encodes a value in its only canonical form: hex without `0x`, the dynamic parts in order, without gaps.
 *
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html
 */
export function encodeAbi(type: AbiType, value: AbiValue): string {
  switch (type.kind) {
    case 'uint':
      return toWord(value as bigint)
    case 'address':
      return (value as string).slice(2).toLowerCase().padStart(64, '0')
    case 'bytes32':
      return (value as string).slice(2).toLowerCase()
    case 'bytes': {
      const bytes = (value as string).slice(2).toLowerCase()
      return toWord(bytes.length / 2) + bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
    }
    case 'list': {
      const items = value as readonly AbiValue[]
      return toWord(items.length) + encodeAll(new Array(items.length).fill(type.of), items)
    }
    case 'tuple':
      return encodeAll(type.of, value as readonly AbiValue[])
  }
}

function encodeAll(types: readonly AbiType[], values: readonly AbiValue[]): string {
  const parts = types.map((type, index) => ({
    dynamic: isDynamic(type),
    code: encodeAbi(type, values[index] as AbiValue),
  }))
  let offset = parts.reduce((sum, { dynamic, code }) => sum + (dynamic ? 64 : code.length), 0) / 2
  let head = ''
  let tail = ''
  for (const { dynamic, code } of parts) {
    if (!dynamic) {
      head += code
      continue
    }
    head += toWord(offset)
    tail += code
    offset += code.length / 2
  }
  return head + tail
}

function toWord(value: bigint | number): string {
  return value.toString(16).padStart(64, '0')
}
