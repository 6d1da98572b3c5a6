/** Parses a hexadecimal block number; undefined if malformed. */
export function readHeight(value: unknown): number | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value) ? Number(value) : undefined
}
