/**
 * Parses a chain ID as wallets write it: hex or decimal text, or a number. Returns a positive safe integer;
 * `undefined` for anything else.
 */
export function parseChainId(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^(0x[0-9a-f]{1,32}|\d{1,16})$/i.test(text)) return undefined
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
