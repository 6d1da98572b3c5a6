import { base58 } from '@scure/base'

interface Extension {
  extension: string
  state?: object
}

const text = new TextDecoder()

/** Extensions by type number. `read` parses the bytes of an entry. */
const kinds: Record<number, { name: string; read?: (data: Uint8Array) => object }> = {
  7: { name: 'immutableOwner' },
  8: { name: 'memoTransfer', read: (data) => ({ requireIncomingTransferMemos: data[0] === 1 }) },
  9: { name: 'nonTransferable' },
  12: { name: 'permanentDelegate', read: (data) => ({ delegate: key(data, 0) }) },
  13: { name: 'nonTransferableAccount' },
  18: {
    name: 'metadataPointer',
    read: (data) => ({ authority: key(data, 0), metadataAddress: key(data, 32) }),
  },
  19: { name: 'tokenMetadata', read: readMetadata },
}

/**
 * Parses the extensions of a Token-2022 mint or account: entries of type, length and value after the account type.
 * Types without a parser here are called `unparseableExtension`, as by other nodes.
 */
export function readExtensions(data: Uint8Array): Extension[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const extensions: Extension[] = []
  let at = 166
  while (at + 4 <= data.length) {
    const type = view.getUint16(at, true)
    const length = view.getUint16(at + 2, true)
    if (type === 0 || at + 4 + length > data.length) break
    const entry = data.subarray(at + 4, at + 4 + length)
    const kind = kinds[type]
    extensions.push(
      kind
        ? { extension: kind.name, ...(kind.read ? { state: kind.read(entry) } : {}) }
        : { extension: 'unparseableExtension' },
    )
    at += 4 + length
  }
  return extensions
}

function key(data: Uint8Array, at: number): string | null {
  const bytes = data.subarray(at, at + 32)
  return bytes.every((byte) => byte === 0) ? null : base58.encode(bytes)
}

function readMetadata(data: Uint8Array): object {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let at = 64
  const string = (): string => {
    const length = view.getUint32(at, true)
    at += 4 + length
    return text.decode(data.subarray(at - length, at))
  }
  const [name, symbol, uri] = [string(), string(), string()]
  const count = view.getUint32(at, true)
  at += 4
  const additionalMetadata = Array.from({ length: count }, () => [string(), string()])
  return { updateAuthority: key(data, 0), mint: key(data, 32), name, symbol, uri, additionalMetadata }
}
