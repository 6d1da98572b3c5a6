/** The part of Node's `Buffer` that the client's utilities use. */
const nodeBuffer = {
  isBuffer: () => false,
  from(
    value: string | ArrayBuffer | Iterable<number>,
    encoding?: string | number,
    length?: number,
  ): Uint8Array {
    const bytes = toBytes(value, encoding, length)
    return Object.assign(bytes, {
      toString: (target?: string) => {
        if (target === 'base64') return btoa(String.fromCharCode(...bytes))
        if (target === 'hex') return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
        return new TextDecoder().decode(bytes)
      },
    })
  },
}

function toBytes(
  value: string | ArrayBuffer | Iterable<number>,
  encoding: string | number | undefined,
  length: number | undefined,
): Uint8Array {
  if (value instanceof ArrayBuffer) return new Uint8Array(value, Number(encoding ?? 0), length)
  if (typeof value !== 'string') return Uint8Array.from(value)
  if (encoding !== 'base64') return new TextEncoder().encode(value)
  const standard = value.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(standard), (character) => character.charCodeAt(0))
}

/** Defines `Buffer` in the page, which the client expects. */
export function provideBuffer(): void {
  if (!('Buffer' in globalThis)) Object.assign(globalThis, { Buffer: nodeBuffer })
}
