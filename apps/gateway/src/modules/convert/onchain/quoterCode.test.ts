import { getArtifacts } from '@portico/devnet/artifacts'
import { describe, expect, test } from 'vitest'
import { quoterCode } from './quoterCode.ts'

describe('quoterCode', () => {
  test('behavior: is the compiled source; `vitest --update=all` writes it anew', async () => {
    const { SwapQuoterCall } = await getArtifacts()
    const lines = [
      '// Written by quoterCode.test.ts: the creation code of apps/devnet/contracts/SwapQuoterCall.sol. Do not edit.',
      '',
      '/** Code that tries pools when it is called, see `quotePools`. It is followed by its arguments. */',
      '// biome-ignore format: one line',
      `export const quoterCode = '${SwapQuoterCall.bytecode}'`,
      '',
    ]
    await expect(lines.join('\n')).toMatchFileSnapshot('./quoterCode.ts')
    expect(quoterCode).toBe(SwapQuoterCall.bytecode)
  })

  test('behavior: is small, and every chain can run it', async () => {
    expect((quoterCode.length - 2) / 2).toBeLessThanOrEqual(5_000)
    // PUSH0 and MCOPY came after Paris, as did transient storage.
    expect(operationsOf(quoterCode).filter((code) => [0x5c, 0x5d, 0x5e, 0x5f].includes(code))).toEqual([])
  })
})

/** The operations of the code, without the data that PUSH takes. */
function operationsOf(code: string): number[] {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const found: number[] = []
  for (let at = 0; at < bytes.length; at++) {
    const operation = bytes[at] ?? 0
    found.push(operation)
    if (operation >= 0x60 && operation <= 0x7f) at += operation - 0x5f
  }
  return found
}
